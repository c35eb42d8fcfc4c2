//! A contender: its name, its kind, and how to call it.

use std::{cell::RefCell, io};

use interleave::Arena;
use placemat::backend::Handle;
use serde::{Deserialize, Serialize};

use super::child::{BACKEND, Child, Doer, KERNEL};
use super::task::Task;
use super::turn::{Check, Place, Prepared};

/// Something that validates bytes, or decodes or converts them.
pub(crate) struct Contender {
    /// The name in tables and on command lines.
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) task: Task,
    reached: Reached,
}

/// The kind of a contender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// A backend of placemat, called directly.
    Backend,
    /// `placemat` as its users call it.
    Facade,
    /// Another library's validator.
    Peer,
    /// Not a validator, but a loop that bounds the speed of validators.
    Limit,
}

/// How to call a contender.
enum Reached {
    Here(Box<dyn Check>),
    /// In a process of its own, which is started on first use.
    Child(Doer, RefCell<Option<Child>>),
}

/// The facade for a task, once for each backend, if children can map the arena.
pub(super) fn facades(task: Task, runnable: &[(&str, Handle)]) -> impl Iterator<Item = Contender> {
    runnable.iter().filter(|_| cfg!(target_os = "linux")).map(move |(name, _)| {
        let doer = Doer { name: "placemat", variable: BACKEND, choice: (*name).to_owned() };
        Contender::child(format!("placemat@{name}"), Kind::Facade, task, doer)
    })
}

/// simdutf for a task, once for each of these kernels.
pub(super) fn kernels(task: Task, kernels: &[&str]) -> impl Iterator<Item = Contender> {
    kernels.iter().map(move |kernel| {
        let doer = Doer { name: "simdutf", variable: KERNEL, choice: (*kernel).to_owned() };
        Contender::child(format!("simdutf-{kernel}"), Kind::Peer, task, doer)
    })
}

impl Contender {
    /// The sum of its answers must be [`Task::expected`].
    pub(super) fn new<A: Into<usize> + 'static>(
        task: Task, name: &str, kind: Kind, run: impl Fn(&[u8]) -> A + 'static,
    ) -> Self {
        Self::checking(task, name, kind, Box::new(run))
    }

    /// The same, from a check.
    pub(super) fn checking(task: Task, name: &str, kind: Kind, check: Box<dyn Check>) -> Self {
        Self { name: name.to_owned(), kind, task, reached: Reached::Here(check) }
    }

    /// The same, from what is prepared and what is done with it.
    pub(super) fn prepared<T: 'static>(
        task: Task, name: &str, kind: Kind, make: fn(&[u8]) -> T, run: fn(&mut T) -> usize,
    ) -> Self {
        Self::checking(task, name, kind, Box::new(Prepared { make, run }))
    }

    fn child(name: String, kind: Kind, task: Task, doer: Doer) -> Self {
        Self { name, kind, task, reached: Reached::Child(doer, RefCell::new(None)) }
    }

    /// Whether it runs in another process, which costs a few megabytes and some time to start.
    pub(crate) fn is_child(&self) -> bool {
        matches!(self.reached, Reached::Child(..))
    }

    /// Processes the inputs of the warm-up, then the timed ones. Returns the time of the latter in nanoseconds, and
    /// the sum of the answers: for a validator, the number of valid inputs.
    ///
    /// Every turn has the same steps, here or in a child: warm up code and branch predictor with other inputs of the
    /// same kind, touch every cache line of the inputs, then start the clock. A child maps the arena of its first turn,
    /// which has to be that of all others.
    pub(crate) fn turn(&self, arena: &Arena, warm_up: &[Place], timed: &[Place]) -> io::Result<(u64, usize)> {
        match &self.reached {
            Reached::Here(check) => Ok(check.turn(arena, warm_up, timed)),
            Reached::Child(doer, child) => {
                let mut child = child.borrow_mut();
                match &mut *child {
                    Some(child) => child.turn(warm_up, timed),
                    none => none.insert(Child::start(doer, self.task, arena)?).turn(warm_up, timed),
                }
            }
        }
    }
}
