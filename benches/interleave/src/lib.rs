//! Compares functions by measuring them in interleaved rounds, on one core.
//!
//! Two measurements are comparable if they are moments apart. So every contender takes a turn in every round, in an
//! order that changes from round to round, and contenders are compared by the ratio of their times in one round: the
//! [`Ratio`] of two contenders is the median over all rounds, with a bootstrap interval.
//!
//! On a core with two hardware threads, another program, even one of another virtual machine, may take a share of the
//! execution units. [`Core`] measures that share around each round. A round in which the core was not quiet is set
//! aside, and another one is measured.
//!
//! ```
//! use std::{convert::Infallible, hint::black_box, time::Instant};
//!
//! use interleave::{Core, Ratio, Turn, measure};
//!
//! let contenders: [fn(&[u8]) -> bool; 2] = [
//!     <[u8]>::is_ascii,
//!     |bytes| bytes.iter().all(|byte| *byte < 0x80),
//! ];
//! let input = vec![b'a'; 1 << 14];
//! let measured = measure(&mut Core::probed(), contenders.len(), 31, |Turn { lane, .. }| {
//!     let start = Instant::now();
//!     black_box(contenders[lane](black_box(&input)));
//!     Ok::<_, Infallible>(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX))
//! });
//! let Ok(measured) = measured;
//! // Above 1 if the first contender is faster.
//! let ratio = Ratio::of(&measured.times[1], &measured.times[0]);
//! assert!(ratio.low <= ratio.median && ratio.median <= ratio.high);
//! assert_eq!(measured.times[0].len(), 31);
//! match measured.core.share() {
//!     None => println!("{:.2} [{:.2}, {:.2}]", ratio.median, ratio.low, ratio.high),
//!     Some(share) => println!("only {share:.2} of the core was free in the quietest rounds"),
//! }
//! ```
//!
//! What a turn does is up to its function, and decides what is measured. A second turn on the same input finds its
//! branches predicted, so give each turn an input of its own; warm up before reading the clock; and let the caller pin
//! the process to a core.
//!
//! - [`measure`] runs the rounds;
//! - [`Core`] detects whether the core was quiet, and [`Given`] reports it;
//! - [`Ratio`] compares two contenders; and
//! - [`Arena`] is memory that contenders in other processes can map, so that all read the same pages.

#![deny(unsafe_code)]

mod arena;
mod noise;
mod rounds;
mod stats;

pub use arena::Arena;
pub use noise::{Core, Given, QUIET, settle};
pub use rounds::{Measured, Turn, measure};
pub use stats::{Ratio, median, rounded};
