//! Who is measured: every backend that this machine can run, the facade, and their peers.

mod child;
mod limits;
mod peers;

use std::{cell::RefCell, io, time::Instant};

use placemat::backend::{self, Handle, Validate};

pub use child::serve_if_child;
pub(crate) use limits::of_shape;

use serde::{Deserialize, Serialize};

use crate::arena::Arena;

/// Something that judges octets.
pub struct Contender {
    /// The name in tables and on command lines.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    judge: Judge,
}

/// What a contender is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A backend of placemat's, called directly.
    Backend,
    /// `placemat` as its users call it.
    Facade,
    /// Somebody else's.
    Peer,
    /// No validator, but what no validator can be faster than.
    Limit,
}

/// How a contender is reached.
enum Judge {
    /// In this process.
    Here(Box<dyn Taking>),
    /// In a process of its own, which is started when it is first needed.
    Child(child::Role, RefCell<Option<child::Child>>),
}

/// Taking turns in this process. Every judge has a type of its own, so that the loop over the inputs is compiled for
/// it alone: it may be inlined there as in a user's program, nobody pays for a choice inside the time, and no two
/// contenders share a branch that the processor would predict for the one from what the other did.
trait Taking {
    fn turn(&self, arena: &Arena, warm_up: &[Place], timed: &[Place]) -> (u64, usize);
    fn accepts(&self, bytes: &[u8]) -> bool;
}

impl<F: Fn(&[u8]) -> bool> Taking for F {
    #[inline(never)]
    fn turn(&self, arena: &Arena, warm_up: &[Place], timed: &[Place]) -> (u64, usize) {
        here(arena, warm_up, timed, self)
    }

    fn accepts(&self, bytes: &[u8]) -> bool {
        self(bytes)
    }
}

/// Where the inputs of one timing lie in the arena: offset and length.
pub type Places = Vec<Place>;
/// One of them.
pub type Place = (usize, usize);

impl Contender {
    fn here(name: &str, kind: Kind, judge: impl Fn(&[u8]) -> bool + 'static) -> Self {
        Self { name: name.to_owned(), kind, judge: Judge::Here(Box::new(judge)) }
    }

    fn child(name: impl Into<String>, kind: Kind, role: child::Role) -> Self {
        Self { name: name.into(), kind, judge: Judge::Child(role, RefCell::new(None)) }
    }

    /// Whether it has to be asked through another process, which costs a few megabytes and a moment.
    #[must_use]
    pub fn is_child(&self) -> bool {
        matches!(self.judge, Judge::Child(..))
    }

    /// Whether it does not judge at all.
    #[must_use]
    pub fn is_blind(&self) -> bool {
        self.kind == Kind::Limit
    }

    /// Judges the inputs, twice: first those of the warm-up, then, in the returned number of nanoseconds, the others.
    /// The second number is how many of the latter are well formed.
    ///
    /// Everybody's turn goes the same way, in this process or in a child: code and branch predictor are warmed by
    /// other inputs of the same kind, every cache line of the inputs is touched, then the clock runs.
    ///
    /// # Errors
    ///
    /// If the child process is not there, or dies.
    pub fn turn(&self, arena: &Arena, warm_up: &[Place], timed: &[Place]) -> io::Result<(u64, usize)> {
        match &self.judge {
            Judge::Here(judge) => Ok(judge.turn(arena, warm_up, timed)),
            Judge::Child(role, child) => {
                let mut child = child.borrow_mut();
                if child.as_ref().is_none_or(|child| !child.reads(arena)) {
                    *child = Some(child::Child::start(role, arena)?);
                }
                match child.as_mut() {
                    Some(child) => child.turn(warm_up, timed),
                    None => Err(io::ErrorKind::NotConnected.into()),
                }
            }
        }
    }

    /// Whether `bytes` are UTF-8; for harnesses of other people's, and in this process only: `None` for a child.
    #[must_use]
    #[inline]
    pub fn accepts(&self, bytes: &[u8]) -> Option<bool> {
        match &self.judge {
            Judge::Here(judge) => Some(judge.accepts(bytes)),
            Judge::Child(..) => None,
        }
    }
}

/// Everyone that this machine can run: the registry's backends, the facade, the peers, those of them that need a process
/// of their own, and the limits.
#[must_use]
pub fn all() -> Vec<Contender> {
    let runnable: Vec<_> =
        backend::all().iter().filter_map(|entry| Some((entry.name(), entry.get().ok()?))).collect();
    let mut all = backends(&runnable);
    all.push(Contender::here("placemat", Kind::Facade, facade));
    // A process can install one backend, once. The active one takes part again, as the control: it shows by how much a
    // contender in a process of its own is better or worse off.
    if cfg!(target_os = "linux") {
        for (name, _) in &runnable {
            let role = child::Role::Facade((*name).to_owned());
            all.push(Contender::child(format!("placemat@{name}"), Kind::Facade, role));
        }
    }
    all.extend(peers::all());
    all.extend(limits::all());
    all
}

/// The facade's judge, here and in children: a function, and so one loop for all of them.
fn facade(bytes: &[u8]) -> bool {
    placemat::validate(bytes).is_ok()
}

/// The backends, each with a type and thereby a loop of its own.
fn backends(runnable: &[(&str, Handle)]) -> Vec<Contender> {
    fn contender<const N: usize>(name: &str, backend: Handle) -> Contender {
        Contender::here(name, Kind::Backend, move |bytes| {
            // Keeps the loops of two backends from being merged into one for being alike.
            std::hint::black_box(N);
            backend.validate(bytes).is_ok()
        })
    }
    const LOOPS: [fn(&str, Handle) -> Contender; 8] = [
        contender::<0>,
        contender::<1>,
        contender::<2>,
        contender::<3>,
        contender::<4>,
        contender::<5>,
        contender::<6>,
        contender::<7>,
    ];
    let contenders = runnable.iter().zip(LOOPS.iter().cycle());
    contenders.map(|((name, backend), contender)| contender(name, *backend)).collect()
}

/// One turn in this process.
#[inline(always)]
fn here(arena: &Arena, warm_up: &[Place], timed: &[Place], judge: impl Fn(&[u8]) -> bool) -> (u64, usize) {
    let octets = arena.octets();
    let pass = |places: &[Place]| {
        // `black_box` keeps the verdicts from being hoisted, the loop from being merged with the judge.
        places.iter().filter(|&&(at, len)| judge(std::hint::black_box(&octets[at..at + len]))).count()
    };
    std::hint::black_box(pass(warm_up));
    touch(octets, timed);
    let start = Instant::now();
    let well_formed = std::hint::black_box(pass(timed));
    let time = start.elapsed();
    (u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), well_formed)
}

/// Octets from which on touching the inputs would only evict them again.
const TOUCHED: usize = 1 << 24;

/// Reads an octet of every cache line of the inputs, so that all contenders find them equally near.
fn touch(octets: &[u8], places: &[Place]) {
    let Some((from, to)) =
        places.iter().map(|&(at, len)| (at, at + len)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    else {
        return;
    };
    if to - from <= TOUCHED {
        std::hint::black_box(octets[from..to].iter().step_by(64).fold(0, |sum: u8, &octet| sum | octet));
    }
}
