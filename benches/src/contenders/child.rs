//! Contenders that need a process of their own: simdutf selects one kernel, and the facade one backend, once per
//! process.
//!
//! A child is this program, started again on the same core. It maps the parent's arena, waits for its turn, runs it
//! in the same loop (`Check::turn`) and with the same clock as the contenders in the parent, and returns the time;
//! meanwhile the parent waits for the answer. So a child takes part in the same rounds, between the same neighbours.
//! The state that a process switch spoils (first-level caches, TLBs, branch predictors) is warmed up before the clock
//! starts, for every contender. Reports show whether that suffices: the facade takes part both here and in a child
//! with the same backend, and the ratio of the two is printed.

use std::env;
use std::io::{self, Read, Write};
use std::process::{self, Command, Stdio};

use interleave::Arena;

use super::task::Task;
use super::turn::{Place, Places};

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

/// A running child.
pub(super) struct Child {
    process: process::Child,
    arena: u64,
}

impl Child {
    pub(super) fn start(doer: &Doer, task: Task, arena: &Arena) -> io::Result<Self> {
        let path = arena.path().ok_or(io::ErrorKind::Unsupported)?;
        let process = Command::new(env::current_exe()?)
            .env(NAME, doer.name)
            .env(TASK, format!("{task:?}"))
            .env(ARENA, &path)
            .env(doer.variable, &doer.choice)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        Ok(Self { process, arena: arena.number() })
    }

    /// Whether it has mapped this arena.
    pub(super) fn reads(&self, arena: &Arena) -> bool {
        arena.number() == self.arena
    }

    pub(super) fn turn(&mut self, warm_up: &[Place], timed: &[Place]) -> io::Result<(u64, usize)> {
        let (Some(to), Some(from)) = (&mut self.process.stdin, &mut self.process.stdout) else {
            return Err(io::ErrorKind::NotConnected.into());
        };
        let mut message = Vec::with_capacity(16 * (warm_up.len() + timed.len() + 1));
        for places in [warm_up, timed] {
            put(&mut message, places.len());
            for &(at, len) in places {
                put(&mut message, at);
                put(&mut message, len);
            }
        }
        to.write_all(&message)?;
        to.flush()?;
        let time = take(from)?;
        let answers = take(from)?;
        Ok((time as u64, answers))
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // A child exits when its input is closed.
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

#[expect(clippy::cast_possible_truncation, reason = "both ends are this program, so they were usizes")]
pub(super) fn take_places(from: &mut impl Read) -> io::Result<Places> {
    let count = take(from)?;
    let mut bytes = vec![0; 16 * count];
    from.read_exact(&mut bytes)?;
    let (words, _) = bytes.as_chunks::<8>();
    let mut numbers = words.iter().map(|&word| u64::from_le_bytes(word) as usize);
    Ok((0..count).filter_map(|_| Some((numbers.next()?, numbers.next()?))).collect())
}

pub(super) fn put(message: &mut Vec<u8>, number: usize) {
    message.extend((number as u64).to_le_bytes());
}

#[expect(clippy::cast_possible_truncation, reason = "both ends are this program, so the number was a usize")]
fn take(from: &mut impl Read) -> io::Result<usize> {
    let mut word = [0; 8];
    from.read_exact(&mut word)?;
    Ok(u64::from_le_bytes(word) as usize)
}
