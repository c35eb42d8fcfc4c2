//! The output of a step and its commands: a file, which is shown if the step fails.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::process::{ExitStatus, Stdio};
use std::{path::PathBuf, time::Instant};

use anyhow::{Context, Error, Result, anyhow, bail, ensure};

use super::call::{Call, Expect, left_out, tests_passed};
use super::number::number;
use crate::project::workspace::Workspace;

/// The number of lines shown from the end of a failed step's output.
const SHOWN: usize = 100;

/// The output of a step.
pub(crate) struct Log {
    root: PathBuf,
    path: PathBuf,
    file: File,
    /// The number of tests passed so far.
    pub(crate) tests: u64,
    /// Omissions, with reasons.
    left_out: Vec<String>,
}

impl Log {
    pub(crate) fn create(workspace: &Workspace, name: &str) -> Result<Self> {
        let dir = workspace.own_dir("logs");
        fs::create_dir_all(&dir)?;
        let path = dir.join(format!("{name}.log"));
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&path)?;
        let root = workspace.root.clone();
        Ok(Self { root, path, file, tests: 0, left_out: Vec::new() })
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, line: impl AsRef<str>) -> Result<()> {
        writeln!(self.file, "{}", line.as_ref()).context("cannot write the log")
    }

    /// The number of tests passed so far, as a note.
    pub(crate) fn note(&self) -> String {
        if self.tests > 0 { number(self.tests, "test") } else { String::new() }
    }

    /// Records an omission and its reason, which is shown and counted, but is no failure.
    pub(crate) fn leave_out(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.left_out.contains(&what) {
            self.left_out.push(what);
        }
    }

    /// The recorded omissions.
    pub(crate) fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// Runs a command and returns its standard output, which is meant for programs; fails if the command does.
    pub(crate) fn stdout(&mut self, call: &Call) -> Result<String> {
        self.line(format!("$ {call}"))?;
        let mut stdout = tempfile::tempfile()?;
        let mut command = call.command(&self.root);
        command.stdin(Stdio::null()).stdout(stdout.try_clone()?).stderr(self.file.try_clone()?);
        let status = command.status().with_context(|| format!("`{call}` cannot be run"))?;
        ensure!(status.success(), "{status} of `{}`", call.brief());
        stdout.rewind()?;
        let mut text = String::new();
        stdout.read_to_string(&mut text).with_context(|| format!("the output of `{}`", call.brief()))?;
        Ok(text)
    }

    /// Runs a command and returns its output; fails if the call does not meet its expectation.
    pub(crate) fn call(&mut self, call: &Call) -> Result<String> {
        let before = self.tests;
        let (status, output) = self.run(call)?;
        let brief = call.brief();
        match &call.expect {
            Expect::Success => ensure!(status.success(), "{status} of `{brief}`"),
            Expect::Tests => {
                ensure!(status.success(), "{status} of `{brief}`");
                ensure!(self.tests > before, "`{brief}` ran no test");
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

    /// Runs a command and returns its status and output. Counts the tests that it ran, and notes what it left out.
    pub(crate) fn run(&mut self, call: &Call) -> Result<(ExitStatus, String)> {
        self.line(format!("$ {call}"))?;
        let start = self.file.stream_position()?;
        let begin = Instant::now();
        let mut command = call.command(&self.root);
        command.stdin(Stdio::null()).stdout(self.file.try_clone()?).stderr(self.file.try_clone()?);
        let status = command.status().with_context(|| format!("`{call}` cannot be run"))?;
        let time = begin.elapsed();
        let mut output = Vec::new();
        self.file.seek(SeekFrom::Start(start))?;
        self.file.read_to_end(&mut output)?;
        self.line(format!("({:.1} s)", time.as_secs_f64()))?;
        let output = String::from_utf8_lossy(&output).into_owned();
        self.tests += tests_passed(&output);
        left_out(&output).for_each(|line| self.leave_out(line));
        Ok((status, output))
    }

    /// The error of a call that ran tests, with what their panics say, and where the rest is.
    pub(crate) fn explain(&mut self, error: &Error) -> Error {
        let text = fs::read(&self.path).unwrap_or_default();
        let found = panics(&String::from_utf8_lossy(&text)).join("\n");
        anyhow!("{found}\n{error}; the log is {}", self.path.display())
    }

    /// Prints the end of the log.
    pub(crate) fn show(&mut self, out: &mut impl Write) -> Result<()> {
        let mut text = Vec::new();
        self.file.rewind()?;
        self.file.read_to_end(&mut text)?;
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<_> = text.lines().collect();
        let hidden = lines.len().saturating_sub(SHOWN);
        if hidden > 0 {
            writeln!(out, "    | ({} more in {})", number(hidden, "line"), self.path.display())?;
        }
        for line in &lines[hidden..] {
            writeln!(out, "    | {line}")?;
        }
        Ok(())
    }
}

/// The messages of panics, without backtraces.
fn panics(output: &str) -> Vec<&str> {
    let mut lines = output.lines();
    let mut found = Vec::new();
    while lines.any(|line| line.contains(" panicked at ")) {
        let is_message = |line: &&str| !line.starts_with("note:") && !line.starts_with("stack backtrace:");
        found.extend(lines.by_ref().take_while(is_message).filter(|line| !line.is_empty()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_panic_says_is_found() {
        let output = "running 1 test\n\nthread 'certified' (7) panicked at t.rs:3:1:\navx2, full: an alarm at [00]\n\
                      note: run with `RUST_BACKTRACE=1`\nerror: test failed";
        assert_eq!(panics(output), ["avx2, full: an alarm at [00]"]);
        assert!(panics("test result: ok").is_empty());
    }
}
