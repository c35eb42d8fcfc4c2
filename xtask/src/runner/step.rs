//! Steps: what they are, how they run, and what is printed meanwhile.

use std::{
    io::{self, Write},
    time::{Duration, Instant},
};

use anyhow::Result;

use super::{call::Call, log::Log};
use crate::project::workspace::Workspace;

/// One row of a task: what a person sees as passed, failed or not run.
pub(crate) struct Step {
    /// What `--only` takes.
    pub(crate) name: String,
    /// What it shows, in a few words.
    pub(crate) about: &'static str,
    /// Whether a complete run may do without it.
    pub(crate) need: Need,
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

/// What a step does.
pub(crate) enum Work {
    /// These commands, in order, up to the first that does not meet its expectation.
    Calls(Vec<Call>),
    /// A function of xtask's.
    Own(Box<Own>),
}

/// A function that does a step.
pub(crate) type Own = dyn Fn(&Workspace, &mut Log) -> Result<Outcome>;

/// How a step ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// As it should; with a remark, or an empty string.
    Passed(String),
    /// With a failure, and what it was; the log has the rest.
    Failed(String),
    /// It could not even begin.
    NotRun(String),
}

/// A step that has ended.
pub(crate) struct Finished {
    pub(crate) name: String,
    pub(crate) need: Need,
    pub(crate) outcome: Outcome,
    pub(crate) time: Duration,
}

/// Runs all steps in order, even after a failure, and prints a line for each.
pub(crate) fn run(workspace: &Workspace, steps: &[Step]) -> Result<Vec<Finished>> {
    let width = steps.iter().map(|step| step.name.len()).max().unwrap_or(0);
    let count = steps.len();
    let mut finished = Vec::with_capacity(count);
    for (i, step) in steps.iter().enumerate() {
        // The line is begun now and ended later, so that a reader sees which step is running.
        print!("[{:>2}/{count}] {:width$}  ", i + 1, step.name);
        io::stdout().flush()?;
        let mut log = Log::create(workspace, &step.name)?;
        let start = Instant::now();
        let outcome = perform(workspace, step, &mut log);
        let time = start.elapsed();
        let seconds = time.as_secs_f64();
        match &outcome {
            Outcome::Passed(note) => println!("passed  {seconds:>6.1} s  {note}"),
            Outcome::NotRun(why) => println!("not run {seconds:>6.1} s  {why}"),
            Outcome::Failed(why) => {
                println!("FAILED  {seconds:>6.1} s  {why}");
                log.show()?;
            }
        }
        finished.push(Finished { name: step.name.clone(), need: step.need, outcome, time });
    }
    Ok(finished)
}

impl Step {
    /// A step that has to run in a complete run: a function.
    pub(crate) fn new(
        name: impl Into<String>,
        about: &'static str,
        function: impl Fn(&Workspace, &mut Log) -> Result<Outcome> + 'static,
    ) -> Self {
        Self { name: name.into(), about, need: Need::Required, work: Work::Own(Box::new(function)) }
    }

    /// A step that has to run in a complete run: some calls.
    pub(crate) fn calls<const N: usize>(
        name: impl Into<String>,
        about: &'static str,
        calls: [Call; N],
    ) -> Self {
        Self { name: name.into(), about, need: Need::Required, work: Work::Calls(calls.into()) }
    }

    /// The same, and a complete run may do without it.
    pub(crate) fn optional(self) -> Self {
        Self { need: Need::Optional, ..self }
    }
}

fn perform(workspace: &Workspace, step: &Step, log: &mut Log) -> Outcome {
    let result = match &step.work {
        Work::Own(function) => function(workspace, log),
        Work::Calls(calls) => {
            calls.iter().try_for_each(|call| log.call(call).map(drop)).map(|()| Outcome::Passed(log.note()))
        }
    };
    result.unwrap_or_else(|error| Outcome::Failed(format!("{error:#}")))
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::*;

    /// The outcome of one step of these calls, in a directory of its own.
    fn outcome(name: &str, calls: Vec<Call>) -> Outcome {
        let target = env::temp_dir().join(format!("xtask-{}", process::id()));
        let workspace = Workspace::new(env::temp_dir(), target, Vec::new());
        let step = Step { name: name.to_owned(), about: "", need: Need::Required, work: Work::Calls(calls) };
        let mut finished = run(&workspace, &[step]).unwrap();
        // Removes its log, and with the last log the directory.
        let logs = workspace.own_dir("logs");
        fs::remove_file(logs.join(format!("{name}.log"))).unwrap();
        let _ = [&logs, &workspace.own_dir(""), &workspace.target].map(fs::remove_dir);
        finished.remove(0).outcome
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
