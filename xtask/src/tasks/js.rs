//! `cargo xtask js`: the package for JavaScript, built, packed, installed and tested; and its demo page.

mod demo;
mod package;

pub(crate) use package::TRIPLE;

use anyhow::{Result, bail};
use clap::Args;

use crate::{
    project::workspace::Workspace,
    runner::{
        call::Call,
        log::Log,
        run,
        step::{Need, Outcome, Room, Step},
        table,
    },
};

/// What to do; without options, the tests.
#[derive(Args)]
pub(crate) struct Options {
    /// Measure how fast it is beside `TextDecoder`, and test nothing
    #[arg(long, conflicts_with = "serve")]
    ratios: bool,

    /// Serve the demo page on the loopback interface until it is stopped, and test nothing
    #[arg(long)]
    serve: bool,
}

/// The packages of Debian that the tests need besides a compiler.
pub(crate) const PACKAGES: &str = "nodejs npm chromium";

/// What installs them.
const SETUP: &str = "`cargo xtask setup --long`";

/// As a task of its own: whether everything passed. The package stays below `target/`.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    if options.ratios || options.serve {
        let mut log = Log::create(workspace, "js")?;
        let package = match package::install(workspace, &mut log)? {
            Ok(package) => package,
            Err(missing) => bail!(missing),
        };
        let call = if options.ratios { package.ratios() } else { demo::serve(workspace, &package)? };
        println!("$ {call}");
        return Ok(call.command(&workspace.root).status()?.success());
    }
    let steps = [step(), Step::new("js-demo", "the demo page, in a browser", demo::test)];
    let steps = steps.map(|step| Step { need: Need::Asked, room: Room::Workspace, ..step });
    Ok(table::print(&run::run(workspace, &steps)?, true, ""))
}

/// As a step of `cargo xtask test`.
pub(crate) fn step() -> Step {
    Step::new("js", "the package for JavaScript, packed, installed and tested", test)
        .optional()
        .room(Room::Own)
}

fn test(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let package = match package::install(workspace, log)? {
        Ok(package) => package,
        Err(missing) => return Ok(Outcome::NotRun(missing)),
    };
    let tests = package.test(workspace, log)?;
    let types = package.check_types(workspace, log)?;
    Ok(Outcome::Passed(format!("{}; {tests}; {types}", package.about)))
}

/// `node ARGS`, the arguments separated by spaces.
fn node(args: &str) -> Call {
    Call::new("node", args)
}
