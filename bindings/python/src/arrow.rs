//! Arrow's C data interface, as far as columns of octets need it.
//!
//! A producer hands over a structure in a capsule, with a function that frees what it refers to. Whoever takes
//! it sets that function in the capsule to null, and calls it when done.

mod export;
mod ffi;
mod import;

pub(crate) use export::{booleans, strings};
pub(crate) use ffi::{Array, Schema};
pub(crate) use import::{Chunk, Outside, Rows, import};
