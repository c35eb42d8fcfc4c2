//! Helpers that run the command.

#![allow(dead_code, unreachable_pub, reason = "each file of tests uses its part of this")]

use std::io::{self, Write as _};
use std::process::{Command, Output, Stdio};
use std::{ffi::OsStr, fs, ops::Deref, path::Path, thread};

use tempfile::TempDir;

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    pub status: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code(),
            out: String::from_utf8(output.stdout).expect("the output is UTF-8"),
            err: String::from_utf8(output.stderr).expect("the messages are UTF-8"),
        }
    }
}

/// The command, with an empty standard input, and without the environment variables that it reads.
pub fn placemat() -> Command {
    command(env!("CARGO_BIN_EXE_placemat"))
}

/// The same for another program, which may run the command.
fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.stdin(Stdio::null()).env("COLUMNS", "100");
    command
}

pub fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Run {
    placemat().args(args).output().unwrap().into()
}

/// Runs with `input` as standard input.
pub fn run_on<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, input: &[u8]) -> Run {
    through(placemat().args(args), input).unwrap().into()
}

/// Runs any command with this standard input; fails if it does not exist.
pub fn through(command: &mut Command, input: &[u8]) -> io::Result<Output> {
    let mut child = piped(command.stdin(Stdio::piped())).spawn()?;
    let mut pipe = child.stdin.take().unwrap();
    thread::scope(|scope| {
        scope.spawn(move || {
            // The command may exit before it has read everything.
            let _ = pipe.write_all(input);
        });
        child.wait_with_output()
    })
}

/// Pipes both outputs.
pub fn piped(command: &mut Command) -> &mut Command {
    command.stdout(Stdio::piped()).stderr(Stdio::piped())
}

/// A directory for one test.
pub struct Dir(TempDir);

impl Dir {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Writes a file, and creates its directories.
    pub fn write(&self, name: impl AsRef<Path>, bytes: impl AsRef<[u8]>) {
        let path = self.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Creates a named pipe; `false` if this is not possible here.
    pub fn fifo(&self, name: &str) -> bool {
        Command::new("mkfifo").arg(self.join(name)).status().is_ok_and(|status| status.success())
    }

    /// The command, run in this directory.
    pub fn placemat<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        self.command(env!("CARGO_BIN_EXE_placemat"), args)
    }

    /// Another program, run in this directory.
    pub fn command<S: AsRef<OsStr>>(&self, program: &str, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = command(program);
        command.args(args).current_dir(self);
        command
    }

    pub fn run<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Run {
        self.placemat(args).output().unwrap().into()
    }

    /// `placemat check`.
    pub fn check<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Run {
        self.placemat(["check"]).args(args).output().unwrap().into()
    }

    /// The names in the directory, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Deref for Dir {
    type Target = Path;

    fn deref(&self) -> &Path {
        self.0.path()
    }
}

impl AsRef<Path> for Dir {
    fn as_ref(&self) -> &Path {
        self
    }
}

/// Prepends the arguments for JSON.
pub fn as_json<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [&["--format", "json"], args].concat()
}

/// The paths of all inputs in the JSON output, in order.
pub fn paths(run: &Run) -> Vec<&str> {
    let inputs = run.out.lines().filter(|line| line.starts_with(r#"{"type":"input""#));
    inputs.map(|line| line.split('"').nth(7).unwrap()).collect()
}
