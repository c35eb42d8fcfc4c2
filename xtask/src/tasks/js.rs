//! `cargo xtask js`: builds, packs, installs and tests the package for JavaScript, and its demo page.
//! `bindings/js/test.sh` does everything but compile.

use anyhow::{Context, Result};

use crate::{
    host::{
        probe::{output, succeeds},
        toolchain::Toolchain,
    },
    project::workspace::Workspace,
    runner::{
        call::Call,
        log::Log,
        run,
        step::{Need, Outcome, Sharing, Step},
        table,
    },
};

/// The target of the WebAssembly program.
pub(crate) const TRIPLE: &str = "wasm32-unknown-unknown";

/// The Debian packages that the tests need besides a compiler.
pub(crate) const PACKAGES: &str = "nodejs npm chromium";

/// The browsers that can test the page, by program name.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Runs the task; returns whether it succeeded. The package and the page stay below `target/xtask/js`.
pub(crate) fn main(workspace: &Workspace) -> Result<bool> {
    let browser = |workspace: &Workspace, log: &mut Log| {
        let here = BROWSERS.into_iter().find(|browser| succeeds(&format!("{browser} --version")));
        let Some(browser) = here else { return Ok(Outcome::NotRun("needs Chromium".to_owned())) };
        test(browser, workspace, log)
    };
    let step = Step::new("js", "the package for JavaScript, and its demo page in a browser", browser);
    let steps = [Step { need: Need::Named, ..step }];
    Ok(table::print(&run::run(workspace, &steps)?, true, ""))
}

/// As a step of `cargo xtask test`: without the page.
pub(crate) fn step() -> Step {
    let about = "the package for JavaScript, packed, installed and tested";
    let package = |workspace: &Workspace, log: &mut Log| test("", workspace, log);
    Step::new("js", about, package).optional().sharing(Sharing::Own)
}

fn test(browser: &str, workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let new_enough = "process.exit(process.versions.node.split('.')[0] < 18 ? 1 : 0)";
    if output("node", &["-e", new_enough]).is_none() || !succeeds("npm --version") {
        return Ok(Outcome::NotRun("needs Node 18 or later, and npm".to_owned()));
    }
    let Some(toolchain) = Toolchain::find(TRIPLE) else {
        return Ok(Outcome::NotRun(format!("no compiler for {TRIPLE}: `rustup target add {TRIPLE}`")));
    };
    let own = workspace.own_dir("js");
    let target = own.join("target");
    // In the program's folder, where cargo finds its flags.
    let sources = workspace.root.join("bindings/js/wasm");
    let build = toolchain.apply(Call::cargo("build --release --locked").dir(sources), TRIPLE);
    log.call(&build.env("CARGO_TARGET_DIR", target.display().to_string()))?;
    let program = target.join(TRIPLE).join("release/placemat_js.wasm");
    let tests = Call::new("sh", "bindings/js/test.sh").arg(program.display().to_string());
    let printed = log.call(&tests.arg(own.display().to_string()).arg(browser))?;
    let passed: u64 = printed.lines().filter_map(passed).sum();
    (passed > 0).then(|| Outcome::Passed(format!("{passed} tests"))).context("node ran no test")
}

/// The number of passed tests, in a line of the summary of `node --test`.
fn passed(line: &str) -> Option<u64> {
    // After `#` or a sign, depending on the version of Node.
    line.split_once(" pass ")?.1.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_of_node_are_read() {
        assert_eq!(passed("# pass 19"), Some(19));
        assert_eq!(passed("\u{2139} pass 2"), Some(2));
        assert_eq!(passed("ok 1 - all pass here"), None);
    }
}
