//! Contenders that need a process of their own: simdutf selects one kernel, and the facade one backend, once per
//! process.
//!
//! A child is this program, started again on the same core. It maps the parent's arena, waits for its turn, runs it
//! in the same loop (`Check::turn`) and with the same clock as the contenders in the parent, and returns the time;
//! meanwhile the parent waits for the answer. So a child takes part in the same rounds, between the same neighbours.
//! The state that a process switch spoils (first-level caches, TLBs, branch predictors) is warmed up before the clock
//! starts, for every contender. Reports show whether that suffices: the facade takes part both here and in a child
//! with the same backend, and the ratio of the two is printed.
//!
//! Messages are lines of JSON: the places of the inputs, and the time and the answers of the turn.

use std::env;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{self, ChildStdout, Command, Stdio};

use interleave::Arena;

use super::task::Task;
use super::turn::Place;

/// What a child is started for: one of this program's own contenders, with a backend or kernel of its own.
pub(super) struct Doer {
    pub(super) name: &'static str,
    /// The environment variable that selects the backend or kernel.
    pub(super) variable: &'static str,
    pub(super) choice: String,
}

/// The environment variables that make a program a child.
pub(super) const NAME: &str = "PLACEMAT_BENCHES_NAME";
pub(super) const TASK: &str = "PLACEMAT_BENCHES_TASK";
pub(super) const ARENA: &str = "PLACEMAT_BENCHES_ARENA";
/// The variable with the backend to install.
pub(super) const BACKEND: &str = "PLACEMAT_BENCHES_BACKEND";
/// The variable of simdutf itself.
pub(super) const KERNEL: &str = "SIMDUTF_FORCE_IMPLEMENTATION";

/// A running child, which exits when its input is closed.
pub(super) struct Child {
    process: process::Child,
    answers: BufReader<ChildStdout>,
}

impl Child {
    pub(super) fn start(doer: &Doer, task: Task, arena: &Arena) -> io::Result<Self> {
        let path = arena.path().ok_or(io::ErrorKind::Unsupported)?;
        let mut process = Command::new(env::current_exe()?)
            .env(NAME, doer.name)
            .env(TASK, format!("{task:?}"))
            .env(ARENA, path)
            .env(doer.variable, &doer.choice)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let answers = BufReader::new(process.stdout.take().ok_or(io::ErrorKind::NotConnected)?);
        Ok(Self { process, answers })
    }

    pub(super) fn turn(&mut self, warm_up: &[Place], timed: &[Place]) -> io::Result<(u64, usize)> {
        let mut to = self.process.stdin.as_ref().ok_or(io::ErrorKind::NotConnected)?;
        // In one piece, so that the child is woken once.
        to.write_all(format!("{}\n", serde_json::to_string(&(warm_up, timed))?).as_bytes())?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        Ok(serde_json::from_str(&answer)?)
    }
}
