//! placemat's vectorised kernel, written once: **steps** that judge octets lane by lane, over a small trait of
//! vector operations, and one **driver** that walks a slice.
//!
//! The check of an octet depends on it and on the three before it, and on nothing else. So a kernel needs no state:
//! it loads four vectors, b0 at p, b1 at p-1, b2 at p-2, b3 at p-3, and every lane of them is a *window* of four
//! octets that can be judged on its own.
//!
//! | room | what is in it |
//! | --- | --- |
//! | [`Simd`] | a dozen lanewise operations on a token: what a processor has to offer |
//! | [`Step`], [`steps`] | the verdict on windows, in three modes: full, 3-octet, 2-octet |
//! | [`Kernel`], [`scan`], [`short`] | the driver: head, chunks, ASCII blocks, modes, redo, tail |
//! | [`verdicts`], [`guard`] | the steps on windows of a test's choosing, for the certificate |
//! | [`emulated`] | `Simd` over plain arrays, so that all of this can be tested on every host |
//!
//! A backend implements [`Simd`] for its token, says in [`Kernel`] which steps it uses, and calls [`scan`] from one
//! function that is compiled for its processor features. Everything here is `#[inline(always)]`, so that it becomes
//! part of that function and is compiled for its features as well; a call in between would lose them.
//!
//! ```
//! use placemat_core::Scan;
//! use placemat_simd::{emulated::Emulated, scan};
//!
//! let text = "\u{1F37D} ".repeat(1000);
//! assert_eq!(scan(Emulated::<16>, text.as_bytes()), Scan::Clean);
//! ```

#![no_std]
#![forbid(unsafe_code)]

mod driver;
pub mod emulated;
mod kernel;
mod simd;
mod step;
pub mod steps;
mod windows;

pub use driver::{complete, long, scan, short};
pub use kernel::{Kernel, Mode};
pub use simd::{BLOCK, GROUP, Group, Narrow, REACH, STRETCH, Simd, Window};
pub use step::Step;
pub use windows::{guard, verdicts};
