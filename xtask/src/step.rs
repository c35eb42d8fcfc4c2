//! Steps: what they are, how they run, and what is said while they do.

use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom, Write},
    path::PathBuf,
    process::Stdio,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};

use crate::{
    call::{Call, Expect, left_out, tests_passed},
    number::number,
    workspace::Workspace,
};

/// One row of a task: what a person sees as passed, failed or not run.
pub(crate) struct Step {
    /// What `--only` takes.
    pub(crate) name: &'static str,
    /// What it shows, in a few words.
    pub(crate) about: &'static str,
    /// Whether a complete run may do without it.
    pub(crate) need: Need,
    pub(crate) work: Work,
}

/// Whether a complete run may do without a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// It was asked for by its name: where it did not run, that is a failure.
    Asked,
    /// Where it did not run, `--all` has failed.
    Required,
    /// It runs where its tool is there.
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
    /// These commands, in order, up to the first that does not do what is expected of it.
    Calls(Vec<Call>),
    /// Nothing on a machine like this one; why.
    NotHere(&'static str),
    /// A function of xtask's.
    Own(Box<Own>),
}

/// A function that does a step.
pub(crate) type Own = dyn Fn(&Workspace, &mut Log) -> Result<Outcome>;

/// How a step ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// As it should; with what is worth a remark, or nothing.
    Passed(String),
    /// Otherwise; why is in the log.
    Failed(String),
    /// It could not even begin.
    NotRun(String),
}

/// A step that is over.
pub(crate) struct Finished {
    pub(crate) name: &'static str,
    pub(crate) need: Need,
    pub(crate) outcome: Outcome,
    pub(crate) time: Duration,
}

/// How many of the last lines of a failed step's output are shown.
const SHOWN: usize = 100;

/// Runs the steps in order, every one whatever became of the others, and prints a line for each.
pub(crate) fn run(workspace: &Workspace, steps: &[Step]) -> Result<Vec<Finished>> {
    let width = steps.iter().map(|step| step.name.len()).max().unwrap_or(0);
    let count = steps.len();
    let mut finished = Vec::with_capacity(count);
    for (i, step) in steps.iter().enumerate() {
        // The line is begun now and ended later, so that it is seen what takes so long.
        print!("[{:>2}/{count}] {:width$}  ", i + 1, step.name);
        io::stdout().flush()?;
        let mut log = Log::create(workspace, step.name)?;
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
        finished.push(Finished { name: step.name, need: step.need, outcome, time });
    }
    Ok(finished)
}

fn perform(workspace: &Workspace, step: &Step, log: &mut Log) -> Outcome {
    let result = match &step.work {
        Work::NotHere(why) => Ok(Outcome::NotRun((*why).to_owned())),
        Work::Own(function) => function(workspace, log),
        Work::Calls(calls) => {
            calls.iter().try_for_each(|call| log.call(call).map(drop)).map(|()| Outcome::Passed(log.note()))
        }
    };
    result.unwrap_or_else(|error| Outcome::Failed(format!("{error:#}")))
}

/// What a step and the commands that it runs have to say: a file, which is shown if the step fails.
pub(crate) struct Log {
    root: PathBuf,
    path: PathBuf,
    file: File,
    /// How many tests have passed in the calls so far.
    pub(crate) tests: u64,
    /// What the tests say that they left out, and why.
    left_out: Vec<String>,
}

impl Log {
    pub(crate) fn create(workspace: &Workspace, name: &str) -> Result<Self> {
        let dir = workspace.own_dir("logs");
        fs::create_dir_all(&dir)?;
        let path = dir.join(format!("{name}.log"));
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&path)?;
        Ok(Self { root: workspace.root.clone(), path, file, tests: 0, left_out: Vec::new() })
    }

    /// Notes a line.
    pub(crate) fn line(&mut self, line: impl AsRef<str>) -> Result<()> {
        writeln!(self.file, "{}", line.as_ref()).context("cannot write the log")
    }

    /// What has been tested so far, and what has not.
    pub(crate) fn note(&self) -> String {
        let tests = (self.tests > 0).then(|| number(self.tests, "test"));
        let left_out = self.left_out.iter().cloned();
        tests.into_iter().chain(left_out).collect::<Vec<_>>().join("; ")
    }

    /// Runs a command to its end and returns what it printed on standard output, which is not for people; an error if it
    /// failed.
    pub(crate) fn stdout(&mut self, call: &Call) -> Result<String> {
        self.line(format!("$ {call}"))?;
        let output = call
            .command(&self.root)
            .stdin(Stdio::null())
            .stderr(self.file.try_clone()?)
            .output()
            .with_context(|| format!("`{call}` could not be started"))?;
        ensure!(output.status.success(), "{} of `{}`", output.status, call.brief());
        String::from_utf8(output.stdout).with_context(|| format!("what `{}` printed", call.brief()))
    }

    /// Runs a command to its end and returns what it printed; an error if that is not what is expected.
    pub(crate) fn call(&mut self, call: &Call) -> Result<String> {
        self.line(format!("$ {call}"))?;
        let start = self.file.stream_position()?;
        let status = call
            .command(&self.root)
            .stdin(Stdio::null())
            .stdout(self.file.try_clone()?)
            .stderr(self.file.try_clone()?)
            .status()
            .with_context(|| format!("`{call}` could not be started"))?;
        let mut output = Vec::new();
        self.file.seek(SeekFrom::Start(start))?;
        self.file.read_to_end(&mut output)?;
        let output = String::from_utf8_lossy(&output).into_owned();
        let tests = tests_passed(&output);
        self.tests += tests;
        for line in left_out(&output) {
            if !self.left_out.iter().any(|known| known == line) {
                self.left_out.push(line.to_owned());
            }
        }
        let brief = call.brief();
        match call.expect {
            Expect::Success => ensure!(status.success(), "{status} of `{brief}`"),
            Expect::Tests => {
                ensure!(status.success(), "{status} of `{brief}`");
                ensure!(tests > 0, "`{brief}` ran no test");
            }
            Expect::Failure(text) => {
                if status.success() {
                    bail!("`{brief}` succeeded, and should have failed with \"{text}\"");
                }
                ensure!(output.contains(text), "`{brief}` failed without saying \"{text}\"");
            }
        }
        Ok(output)
    }

    /// Prints the end of the log.
    fn show(&mut self) -> Result<()> {
        let mut text = Vec::new();
        self.file.rewind()?;
        self.file.read_to_end(&mut text)?;
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<_> = text.lines().collect();
        let hidden = lines.len().saturating_sub(SHOWN);
        if hidden > 0 {
            println!("    | ({} more in {})", number(hidden, "line"), self.path.display());
        }
        for line in &lines[hidden..] {
            println!("    | {line}");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The outcome of one step of these calls, in a directory of its own.
    fn outcome(name: &'static str, calls: Vec<Call>) -> Outcome {
        let workspace = Workspace {
            root: std::env::temp_dir(),
            target: std::env::temp_dir().join(format!("xtask-{}", std::process::id())),
            packages: Vec::new(),
        };
        let step = Step { name, about: "", need: Need::Required, work: Work::Calls(calls) };
        let mut finished = run(&workspace, &[step]).unwrap();
        // Its log; the directory goes with the last one.
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
