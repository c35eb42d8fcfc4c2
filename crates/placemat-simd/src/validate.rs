//! Validation: the steps, which validate windows, and the driver, which feeds them every byte.
//!
//! | item | contents |
//! | --- | --- |
//! | [`Step`], [`steps`] | validation of windows in three modes: full, 3-byte, 2-byte |
//! | [`Kernel`] | what the driver needs from a backend |
//! | [`copy`](fn@copy) | copies text up to the first error |
//! | [`items`] | where items begin in 64 bytes and which are invalid, to continue after an error |
//! | [`route`], [`Route`] | which way an input goes |
//! | [`scan`], [`short`], [`long`] | the ways: short inputs, a few blocks, runs, the driver |
//! | [`Blocks`] | block by block, inside a loop of the caller's |
//! | [`verdicts`], [`verdicts_of`], [`guard`] | the steps on arbitrary windows, for the certificate |

mod ascii;
mod blocks;
mod chunk;
mod copy;
mod density;
mod driver;
mod items;
mod kernel;
mod leads;
mod modes;
mod prefetch;
mod route;
mod run;
mod scan;
mod short;
mod span;
mod sparse;
mod step;
pub mod steps;
mod uncached;
mod verdicts;
mod window;

pub(crate) use ascii::or_block;
pub use blocks::Blocks;
pub use copy::copy;
pub(crate) use items::classes;
pub use items::items;
pub use kernel::{Kernel, Mode, PrefetchPolicy};
pub use route::{Route, route};
pub use scan::{long, scan};
pub(crate) use short::number;
pub use short::{short, suspect};
pub use step::Step;
pub use verdicts::{guard, verdicts, verdicts_of};
pub use window::{after, after_zeros, complete};
