//! placemat for C and C++. The documentation is in the header, `include/placemat.h`, which cbindgen generates
//! from this source.
//!
//! Panics cannot unwind into C: an `extern "C"` function that panics aborts the process. None of these panics.

#![allow(clippy::missing_safety_doc, reason = "the top of the header says what all pointers must be")]
#![allow(unreachable_pub, reason = "C reaches what has a name of its own, and the types that it names")]

mod backends;
mod batch;
mod bytes;
mod columns;
mod convert;
mod error;
mod lengths;
mod pairs;
mod position;
mod stream;
mod summary;
mod validate;
