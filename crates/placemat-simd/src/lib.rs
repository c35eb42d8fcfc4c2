//! placemat's SIMD kernels, written once: validation **steps** over a small trait of vector operations, and one
//! **driver**, the loop that feeds them every byte of a slice.
//!
//! Whether a byte is valid depends only on it and the three bytes before it. So a kernel carries no state: it loads
//! four vectors, b0 at p, b1 at p-1, b2 at p-2 and b3 at p-3, and each lane holds a *window* of four bytes that can
//! be validated on its own.
//!
//! | module | contents |
//! | --- | --- |
//! | [`Simd`] | some thirty vector operations, implemented for a token |
//! | [`Token`], [`token!`] | the proof that the CPU has the instructions, and code that all backends share |
//! | [`validate`] | validation: the steps, in three modes, and the driver |
//! | [`convert`] | conversion to and from UTF-16, UTF-32 and Latin-1: the lane kernels and the drivers |
//! | [`measure`] | lengths: the counting kernels and the driver |
//! | [`emulated`] | `Simd` over plain arrays, to test all of this on every host |
//!
//! A backend declares its token with [`token!`], implements [`Simd`] for it, and selects its steps in
//! [`validate::Kernel`]. Everything here is `#[inline(always)]`: it has to be inlined into the one function that is
//! compiled for the CPU features, because a call in between would lose them.
//!
//! ```
//! use placemat_core::Scan;
//! use placemat_simd::{emulated::Emulated, validate};
//!
//! let text = "\u{1F37D} ".repeat(1000);
//! assert_eq!(validate::scan(Emulated::<16>, text.as_bytes()), Scan::Clean);
//! ```

#![no_std]
#![forbid(unsafe_code)]

pub mod convert;
mod counts;
pub mod emulated;
mod line;
pub mod measure;
mod operations;
mod patience;
mod simd;
mod token;
mod unit;
pub mod validate;

pub use simd::{BLOCK, REACH, Simd, Window};
pub use token::{Conversion, Operation, Token};
pub use unit::Unit;

use line::to_line;
use patience::Patience;

/// For the expansion of [`token!`].
#[doc(hidden)]
pub use placemat_core as core;
