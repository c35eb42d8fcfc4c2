//! placemat's vectorised kernels, written once: **steps** that validate bytes lane by lane, over a small trait
//! of vector operations, and one **driver** that shows them every byte of a slice.
//!
//! The check of a byte depends on it and on the three before it, and on nothing else. So a kernel needs no
//! state: it loads four vectors, b0 at p, b1 at p-1, b2 at p-2, b3 at p-3, and every lane of them is a
//! *window* of four bytes that can be validated on its own.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`Simd`], [`Narrow`] | some twenty lanewise operations on a token: what a processor has to offer |
//! | [`Token`], [`token!`] | the proof that this machine has the instructions, and what backends have in common |
//! | [`validate`] | validation: the steps, in three modes, and the driver |
//! | [`convert`] | conversion to and from UTF-16, UTF-32 and Latin-1: what the lanes write, and the drivers |
//! | [`measure`] | measuring: what the lanes count, and the driver |
//! | [`emulated`] | `Simd` over plain arrays, so that all of this can be tested on every host |
//!
//! A backend declares its token by [`token!`], implements [`Simd`] for it, and says in [`validate::Kernel`]
//! which steps it uses. Everything here is `#[inline(always)]`, so that it becomes part of one function that
//! is compiled for the processor features, and is compiled for them as well; a call in between would lose
//! them.
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

// This is here and not beside the intrinsics, where it would be one error among a thousand. With Rust 1.88
// the build stops at this line, since inferred lengths came with Rust 1.89, as AVX-512 did.
#[cfg(all(target_arch = "x86_64", not(placemat_without = "avx512")))]
const _: () = {
    let _: [(); _] = []; // AVX-512 needs Rust 1.89. To build without it: --cfg 'placemat_without="avx512"'
};

pub mod convert;
mod counts;
pub mod emulated;
mod line;
pub mod measure;
mod simd;
mod token;
mod unit;
pub mod validate;

pub use simd::{BLOCK, Narrow, REACH, Simd, Window};
pub use token::{Operation, Token};
pub use unit::Unit;

use line::to_line;

/// What [`token!`] expands to names these.
#[doc(hidden)]
pub use placemat_core as core;
