//! placemat for C and C++. The documentation is the header, `include/placemat.h`, which cbindgen makes from
//! this source.
//!
//! A panic cannot cross into C: an `extern "C"` function that panics ends the process. None does.

#![allow(clippy::missing_safety_doc, reason = "the top of the header says what all pointers must be")]
#![allow(unreachable_pub, reason = "C reaches what has a name of its own, and the types that it names")]

mod backends;
mod batch;
mod bytes;
mod convert;
mod error;
mod lengths;
mod pairs;
mod stream;
mod summary;
mod validate;
