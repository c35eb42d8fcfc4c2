//! Arrow's C data interface, as far as columns of bytes need it.
//!
//! A producer passes a structure in a capsule, with a function that releases it. The consumer moves the
//! structure out, sets the function in the capsule to null, and calls its own copy when it is done.

mod export;
mod ffi;
mod import;
mod layout;

pub(crate) use export::{booleans, strings};
pub(crate) use ffi::{Array, Schema};
pub(crate) use import::{Chunk, Outside, Rows, import};
