//! Model-checks the dispatch cell: calls, `install` and `active` race to be first, in every interleaving.
//!
//! The cell's source is compiled here with loom's atomics, so the library needs no feature or flag for it. A second
//! copy, with atomics that order nothing, shows that the checker would detect a cell with too weak orderings.
//!
//! Only with `--cfg placemat_loom`, which the step `fixed-native` sets: loom takes long to compile.

#![cfg(placemat_loom)]
#![expect(clippy::duplicate_mod, reason = "the copies differ in their atomics")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use loom::cell::UnsafeCell;

/// Represents an entry of the registry that is created at run time.
struct Value {
    number: UnsafeCell<u32>,
}

impl Value {
    /// A value that is written after its creation, like the fields of an entry.
    fn leak(number: u32) -> &'static Self {
        let value: &'static Self = Box::leak(Box::new(Self { number: UnsafeCell::new(0) }));
        // SAFETY: no other thread has seen the value.
        value.number.with_mut(|place| unsafe { *place = number });
        value
    }

    /// The model checker panics if this can happen before the write.
    fn number(&self) -> u32 {
        // SAFETY: the only write happens before the value is published; loom verifies this.
        self.number.with(|place| unsafe { *place })
    }
}

/// The observation of one thread.
#[derive(Debug, PartialEq, Eq)]
enum Saw {
    /// A call used this value; whether it was installed.
    Call(u32, bool),
    /// `install` of this value succeeded.
    Won(u32),
    /// `install` failed because of this value.
    Lost(u32),
}

/// Defines the races for the `Cell` of the enclosing module.
macro_rules! races {
    () => {
        /// Threads that call, install and call, in every interleaving; returns the number of interleavings.
        pub(crate) fn run() -> usize {
            let executions = Arc::new(AtomicUsize::new(0));
            let count = executions.clone();
            loom::model(move || {
                count.fetch_add(1, Relaxed);
                let cell: &'static cell::Cell<Value> =
                    Box::leak(Box::new(cell::Cell::over(atomic::AtomicPtr::new(std::ptr::null_mut()))));
                let call = move |number| {
                    let (value, installed) = cell.get_or_choose(|| Value::leak(number));
                    Saw::Call(value.number(), installed)
                };
                let install = move |number| match cell.install(Value::leak(number)) {
                    Ok(()) => Saw::Won(number),
                    Err(value) => Saw::Lost(value.number()),
                };
                let threads = [
                    loom::thread::spawn(move || vec![call(1), call(1)]),
                    loom::thread::spawn(move || vec![install(2), call(2)]),
                ];
                let mut saw = vec![install(3), call(3)];
                for thread in threads {
                    saw.extend(thread.join().unwrap());
                }
                let (settled, installed) = cell.get_or_choose(|| unreachable!("it was settled long ago"));
                crate::check(&saw, settled.number(), installed);
            });
            executions.load(Relaxed)
        }
    };
}

/// Checks that one thread won, that all calls used its value, and that the reason is right.
fn check(saw: &[Saw], settled: u32, installed: bool) {
    let won: Vec<_> = saw.iter().filter(|saw| matches!(saw, Saw::Won(_))).collect();
    if installed {
        assert_eq!(won, [&Saw::Won(settled)], "exactly one wins");
    } else {
        assert!(won.is_empty(), "a call settled it, but {won:?}");
    }
    for saw in saw {
        match *saw {
            Saw::Call(number, reason) => assert_eq!((number, reason), (settled, installed)),
            Saw::Won(number) | Saw::Lost(number) => assert_eq!(number, settled),
        }
    }
}

#[path = "../src/backend/dispatch"]
mod sound {
    use super::{Arc, AtomicUsize, Relaxed, Saw, Value};

    mod cell;

    mod atomic {
        pub(super) use loom::sync::atomic::{AtomicPtr, Ordering};
    }

    races!();
}

#[path = "../src/backend/dispatch"]
mod unordered {
    use super::{Arc, AtomicUsize, Relaxed, Saw, Value};

    mod cell;

    mod atomic {
        pub(super) use loom::sync::atomic::AtomicPtr;

        /// All orderings are `Relaxed`.
        pub(super) struct Ordering;

        #[expect(non_upper_case_globals, reason = "the names of the real ones")]
        impl Ordering {
            pub(super) const Acquire: loom::sync::atomic::Ordering = loom::sync::atomic::Ordering::Relaxed;
            pub(super) const AcqRel: loom::sync::atomic::Ordering = loom::sync::atomic::Ordering::Relaxed;
        }
    }

    races!();
}

#[test]
fn every_interleaving_has_one_winner() {
    let executions = sound::run();
    println!("{executions} interleavings");
    assert!(executions > 20);
}

#[test]
#[should_panic(expected = "Causality violation")]
fn a_cell_without_order_is_found() {
    unordered::run();
}
