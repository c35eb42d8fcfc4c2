//! Steps: what they are, and how they end.

use std::time::Duration;

use anyhow::Result;

use super::{call::Call, log::Log, time::Over};
use crate::project::workspace::Workspace;

/// One row of a task: what a person sees as passed, failed or not run.
pub(crate) struct Step {
    /// What `--only` takes.
    pub(crate) name: String,
    /// What it shows, in a few words.
    pub(crate) about: &'static str,
    /// Whether a complete run may do without it.
    pub(crate) need: Need,
    pub(crate) sharing: Sharing,
    pub(crate) work: Work,
}

/// Whether a complete run may do without a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// It was asked for by its name. If it did not run, that is a failure.
    Asked,
    /// If it did not run, `--all` has failed.
    Required,
    /// It runs where its tool is installed.
    Optional,
}

impl Need {
    /// Whether it is a failure that such a step did not run.
    pub(crate) fn is_bound_to_run(self, complete: bool) -> bool {
        match self {
            Self::Asked => true,
            Self::Required => complete,
            Self::Optional => false,
        }
    }
}

/// What a step shares with others: so which of them may run at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sharing {
    /// It runs alone: it measures how long something takes, prepares what others need, or is to end soon.
    Machine,
    /// It uses the workspace's target directory: one such step runs at a time.
    Workspace,
    /// It uses the target directory of this name below `target/xtask`: one such step runs at a time.
    Shared(&'static str),
    /// It has target directories of its own, and runs beside any step but one that runs alone.
    Own,
}

/// What a step does.
pub(crate) enum Work {
    /// These commands, in order, up to the first that does not meet its expectation.
    Calls(Vec<Call>),
    /// A function of xtask's.
    Own(Box<Own>),
}

/// A function that does a step.
pub(crate) type Own = dyn Fn(&Workspace, &mut Log) -> Result<Outcome> + Send + Sync;

/// How a step ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// As it should; with a remark, or an empty string.
    Passed(String),
    /// With a failure, and what it was; the log has the rest.
    Failed(String),
    /// It could not even begin.
    NotRun(String),
    /// It did not begin, or was stopped, because the time was over; after how long.
    NoTime,
}

/// A step that has ended.
pub(crate) struct Finished {
    pub(crate) name: String,
    pub(crate) need: Need,
    pub(crate) outcome: Outcome,
    /// What it left out, and why.
    pub(crate) left_out: Vec<String>,
    pub(crate) time: Duration,
}

impl Finished {
    /// What there is to say about its end.
    pub(crate) fn note(&self) -> String {
        let note = match &self.outcome {
            Outcome::Passed(note) | Outcome::Failed(note) | Outcome::NotRun(note) => note.as_str(),
            Outcome::NoTime => "stopped",
        };
        let left_out = match self.left_out.is_empty() {
            true => String::new(),
            false => format!("left out: {}", self.left_out.join(", ")),
        };
        [note, &left_out].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
    }
}

impl Step {
    /// A step that has to run in a complete run: a function.
    pub(crate) fn new(
        name: impl Into<String>,
        about: &'static str,
        function: impl Fn(&Workspace, &mut Log) -> Result<Outcome> + Send + Sync + 'static,
    ) -> Self {
        Self::of(name.into(), about, Work::Own(Box::new(function)))
    }

    /// A step that has to run in a complete run: some calls.
    pub(crate) fn calls<const N: usize>(
        name: impl Into<String>,
        about: &'static str,
        calls: [Call; N],
    ) -> Self {
        Self::of(name.into(), about, Work::Calls(calls.into()))
    }

    fn of(name: String, about: &'static str, work: Work) -> Self {
        Self { name, about, need: Need::Required, sharing: Sharing::Workspace, work }
    }

    /// The same, and a complete run may do without it.
    pub(crate) fn optional(self) -> Self {
        Self { need: Need::Optional, ..self }
    }

    /// The same, in another room.
    pub(crate) fn sharing(self, sharing: Sharing) -> Self {
        Self { sharing, ..self }
    }

    /// Does it.
    pub(crate) fn perform(&self, workspace: &Workspace, log: &mut Log) -> Outcome {
        let result = match &self.work {
            Work::Own(function) => function(workspace, log),
            Work::Calls(calls) => calls
                .iter()
                .try_for_each(|call| log.call(call).map(drop))
                .map(|()| Outcome::Passed(log.note())),
        };
        result.unwrap_or_else(|error| match error.is::<Over>() {
            true => Outcome::NoTime,
            false => Outcome::Failed(format!("{error:#}")),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    /// The outcome of one step of these calls, in a directory of its own.
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
