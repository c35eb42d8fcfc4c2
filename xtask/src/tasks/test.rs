//! `cargo xtask test`: runs the most informative tests; or everything that this machine can test, or all.

mod adding;
mod book;
mod builds;
mod clippy;
mod fixed;
mod fixed_tests;
pub(crate) mod long;
mod msrv;
mod no_std;
mod other_targets;
mod package;
pub(crate) mod rows;
mod snippets;
mod transcripts;

use anyhow::{Result, bail};
use clap::Args;

use super::{cross, setup};
use crate::project::workspace::Workspace;
use crate::runner::step::{Need, Step};
use crate::runner::{run, table};

/// What to test.
#[derive(Args)]
pub(crate) struct Options {
    /// Run everything that this machine can run, including other builds and other tools
    #[arg(long)]
    here: bool,

    /// Run everything but the long jobs, including other architectures (`cargo xtask cross`)
    ///
    /// Runs `cargo xtask setup` first. A required step that cannot run is a failure.
    #[arg(long)]
    all: bool,

    /// Only these steps, by name or the start of a name: `--only tidy clippy features`
    ///
    /// `--list` prints the names. A named step that cannot run is a failure.
    #[arg(long, value_name = "STEP", num_args = 1..)]
    only: Vec<String>,

    /// Print the steps, and run none
    #[arg(long)]
    list: bool,
}

/// Returns whether all steps succeeded.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    let chosen = options.all || options.list || !options.only.is_empty();
    let mut steps = if chosen || options.here { all(workspace) } else { rows::first(workspace) };
    // Rows of other processors are slow, so they have to be requested.
    if !chosen {
        steps.retain(|step| !step.name.starts_with("cross-"));
    }
    if !options.all {
        steps.retain(|step| step.name != "setup");
    }
    if !options.only.is_empty() {
        steps = select(steps, &options.only)?;
    } else if !options.list {
        steps.retain(|step| !long::steps().any(|name| name == step.name));
    }
    if options.list {
        let width = steps.iter().map(|step| step.name.len()).max().unwrap_or(0);
        for step in &steps {
            println!("{:width$}  {}", step.name, step.about);
        }
        return Ok(true);
    }
    // A complete run lists what it does not include.
    let left_out = if options.all { long::left_out() } else { String::new() };
    Ok(table::print(&run::run(workspace, &steps)?, options.all, &left_out))
}

/// Every step.
pub(crate) fn all(workspace: &Workspace) -> Vec<Step> {
    let mut steps = vec![setup::first_step()];
    steps.extend(rows::first(workspace));
    steps.extend(rows::proofs(workspace));
    steps.extend(rows::other_builds(workspace));
    steps.extend(cross::steps());
    steps.extend(rows::then());
    steps
}

/// The named steps, in their own order. A name selects the step with that name, which then has to run, or else all
/// steps with that prefix, if they can run.
fn select(steps: Vec<Step>, only: &[String]) -> Result<Vec<Step>> {
    let named = |wanted: &str, name: &str| {
        let exact = steps.iter().any(|step| step.name == *wanted);
        if exact { name == wanted } else { name.starts_with(wanted) }
    };
    for wanted in only {
        if !steps.iter().any(|step| named(wanted, &step.name)) {
            let names: Vec<_> = steps.iter().map(|step| step.name.as_str()).collect();
            bail!("there is no step `{wanted}`; there are: {}", names.join(", "));
        }
    }
    let keep: Vec<_> = steps.iter().map(|step| only.iter().any(|wanted| named(wanted, &step.name))).collect();
    let kept = steps.into_iter().zip(keep).filter_map(|(step, keep)| keep.then_some(step));
    let is_named = |step: &Step| only.contains(&step.name);
    Ok(kept
        .map(|step| Step { need: if is_named(&step) { Need::Named } else { step.need }, ..step })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected(only: &[&str]) -> Result<Vec<Step>> {
        let steps = ["doc", "doc-release", "fixed-dfa", "fixed-scalar"];
        let steps = steps.map(|name| Step::calls(name, "", []));
        let only: Vec<_> = only.iter().map(|&name| name.to_owned()).collect();
        select(steps.into(), &only)
    }

    fn names(only: &[&str]) -> Result<Vec<String>> {
        Ok(selected(only)?.into_iter().map(|step| step.name).collect())
    }

    #[test]
    fn only_takes_names_and_beginnings() {
        assert_eq!(names(&["doc"]).unwrap(), ["doc"]);
        assert_eq!(names(&["fixed"]).unwrap(), ["fixed-dfa", "fixed-scalar"]);
        assert_eq!(names(&["fixed-scalar", "doc-"]).unwrap(), ["doc-release", "fixed-scalar"]);
    }

    #[test]
    fn a_named_step_has_to_run() {
        let needs: Vec<_> = selected(&["fixed-scalar", "doc-"])
            .unwrap()
            .into_iter()
            .map(|step| (step.name, step.need))
            .collect();
        let expected = [("doc-release", Need::Required), ("fixed-scalar", Need::Named)];
        assert_eq!(needs, expected.map(|(name, need)| (name.to_owned(), need)));
    }

    #[test]
    fn an_unknown_step_is_an_error_that_lists_the_known() {
        let error = names(&["doc", "dco"]).unwrap_err().to_string();
        assert_eq!(error, "there is no step `dco`; there are: doc, doc-release, fixed-dfa, fixed-scalar");
    }
}
