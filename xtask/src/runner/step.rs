//! Steps and their outcomes.

use std::time::Duration;

use anyhow::Result;

use super::{call::Call, log::Log};
use crate::project::workspace::Workspace;

/// A row of a task, which passes, fails or is not run.
pub(crate) struct Step {
    /// The name for `--only`.
    pub(crate) name: String,
    /// A short description.
    pub(crate) about: &'static str,
    /// Whether a complete run requires it.
    pub(crate) need: Need,
    pub(crate) sharing: Sharing,
    pub(crate) work: Work,
}

/// Whether a complete run requires a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// It was requested by name, so not running it is a failure.
    Named,
    /// `--all` fails if it was not run.
    Required,
    /// It runs if its tool is installed.
    Optional,
}

impl Need {
    /// Whether not running the step is a failure.
    pub(crate) fn is_bound_to_run(self, complete: bool) -> bool {
        match self {
            Self::Named => true,
            Self::Required => complete,
            Self::Optional => false,
        }
    }
}

/// The resources that a step shares, which determine the steps that may run concurrently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sharing {
    /// It runs alone: it measures time, prepares other steps, or should finish soon.
    Machine,
    /// It uses the workspace's target directory; such steps run one at a time.
    Workspace,
    /// It uses the target directory of this name below `target/xtask`; such steps run one at a time.
    Shared(&'static str),
    /// It has target directories of its own, and runs concurrently with any step that does not run alone.
    Own,
}

/// The work of a step.
pub(crate) enum Work {
    /// These commands, in order, up to the first that does not meet its expectation.
    Calls(Vec<Call>),
    /// A function of xtask.
    Own(Box<Own>),
}

/// A function that performs a step.
pub(crate) type Own = dyn Fn(&Workspace, &mut Log) -> Result<Outcome> + Send + Sync;

/// The outcome of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It passed; with a remark, or an empty string.
    Passed(String),
    /// It failed, for this reason; the log has the details.
    Failed(String),
    /// It could not begin.
    NotRun(String),
}

/// A finished step.
pub(crate) struct Finished {
    pub(crate) name: String,
    pub(crate) need: Need,
    pub(crate) outcome: Outcome,
    /// Its omissions, with reasons.
    pub(crate) left_out: Vec<String>,
    pub(crate) time: Duration,
}

impl Finished {
    /// A note about its outcome.
    pub(crate) fn note(&self) -> String {
        let note = match &self.outcome {
            Outcome::Passed(note) | Outcome::Failed(note) | Outcome::NotRun(note) => note.as_str(),
        };
        let left_out = match self.left_out.is_empty() {
            true => String::new(),
            false => format!("left out: {}", self.left_out.join(", ")),
        };
        [note, &left_out].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
    }
}

impl Step {
    /// A step that a complete run requires: a function.
    pub(crate) fn new(
        name: impl Into<String>, about: &'static str,
        function: impl Fn(&Workspace, &mut Log) -> Result<Outcome> + Send + Sync + 'static,
    ) -> Self {
        Self::of(name.into(), about, Work::Own(Box::new(function)))
    }

    /// A step that a complete run requires: some calls.
    pub(crate) fn calls<const N: usize>(
        name: impl Into<String>, about: &'static str, calls: [Call; N],
    ) -> Self {
        Self::of(name.into(), about, Work::Calls(calls.into()))
    }

    fn of(name: String, about: &'static str, work: Work) -> Self {
        Self { name, about, need: Need::Required, sharing: Sharing::Workspace, work }
    }

    /// Makes the step optional in a complete run.
    pub(crate) fn optional(self) -> Self {
        Self { need: Need::Optional, ..self }
    }

    /// Sets the shared resources.
    pub(crate) fn sharing(self, sharing: Sharing) -> Self {
        Self { sharing, ..self }
    }

    /// Performs the step.
    pub(crate) fn perform(&self, workspace: &Workspace, log: &mut Log) -> Outcome {
        let result = match &self.work {
            Work::Own(function) => function(workspace, log),
            Work::Calls(calls) => calls
                .iter()
                .try_for_each(|call| log.call(call).map(drop))
                .map(|()| Outcome::Passed(log.note())),
        };
        result.unwrap_or_else(|error| Outcome::Failed(format!("{error:#}")))
    }
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    /// The outcome of a step with these calls, in a directory of its own.
    fn outcome(name: &str, calls: Vec<Call>) -> Outcome {
        let target = tempfile::tempdir().unwrap();
        let workspace = Workspace::new(env::temp_dir(), target.path().to_path_buf(), Vec::new());
        let step = Step { work: Work::Calls(calls), ..Step::calls(name, "", []) };
        step.perform(&workspace, &mut Log::create(&workspace, name).unwrap())
    }

    #[test]
    fn a_step_is_what_its_commands_are() {
        assert_eq!(outcome("good", vec![Call::cargo("--version")]), Outcome::Passed(String::new()));
        let bad = vec![Call::cargo("--version"), Call::cargo("no-such-command-anywhere")];
        assert!(matches!(outcome("bad", bad), Outcome::Failed(_)));
        let missing = vec![Call::new("no-such-program-anywhere", "")];
        assert!(matches!(outcome("missing", missing), Outcome::Failed(_)));
    }

    #[test]
    fn a_test_step_that_runs_no_test_fails() {
        let calls = vec![Call::tests("--version")];
        assert!(matches!(outcome("no-test", calls), Outcome::Failed(why) if why.contains("ran no test")));
    }

    #[test]
    fn a_command_that_must_fail_has_to_say_why() {
        let fails = |text| vec![Call::cargo("no-such-command-anywhere").fails_with(text)];
        assert!(matches!(outcome("right-words", fails("no such command")), Outcome::Passed(_)));
        assert!(matches!(outcome("other-words", fails("compile_error")), Outcome::Failed(_)));
        let succeeds = vec![Call::cargo("--version").fails_with("cargo")];
        assert!(matches!(outcome("succeeds", succeeds), Outcome::Failed(_)));
    }
}
