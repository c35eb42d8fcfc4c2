//! `cargo xtask datafusion`: the example `examples/datafusion`, tested. What it depends on takes minutes to
//! compile.

use anyhow::Result;

use crate::{
    project::workspace::Workspace,
    runner::{
        call::Call,
        log::Log,
        run,
        step::{Need, Outcome, Step},
        table,
    },
};

/// As a task of its own: whether all is well.
pub(crate) fn main(workspace: &Workspace) -> Result<bool> {
    let step = Step::new("datafusion", "functions for DataFusion's SQL", test);
    let steps = [Step { need: Need::Asked, ..step }];
    Ok(table::print(&run::run(workspace, &steps)?, true, ""))
}

fn test(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let target = workspace.own_dir("datafusion").display().to_string();
    let calls = [Call::cargo("fmt --check"), Call::tests("test --locked")];
    for call in calls {
        let call = call.dir(workspace.root.join("examples/datafusion"));
        // Without debug information, everything compiles faster.
        log.call(&call.env("CARGO_TARGET_DIR", &target).env("CARGO_PROFILE_DEV_DEBUG", "false"))?;
    }
    Ok(Outcome::Passed(log.note()))
}
