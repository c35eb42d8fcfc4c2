//! The parts of Arrow's C data interface that columns of bytes need.
//!
//! A producer passes a structure with a release function in a capsule. The consumer moves the structure out,
//! sets the release function in the capsule to null, and releases its own copy when it is done.

mod export;
mod ffi;
mod import;
mod layout;

pub(crate) use export::{Texts, booleans};
pub(crate) use ffi::{Array, Schema};
pub(crate) use import::{Chunk, Problem, Rows, import};
