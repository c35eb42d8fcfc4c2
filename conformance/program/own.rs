//! Decoders of this workspace, as the protocol sees them: placemat with any backend, and the standard library.
//!
//! `reference` makes one answer over the protocol; `drive --backend` calls it in this process.

mod bytes;
mod convert;
mod older;
mod placemat;
mod standard;

use crate::protocol::{Hello, Op, Reply};
pub(crate) use bytes::{chunks, values};

/// Something that can be asked.
pub(crate) trait Decoder: Sync {
    /// How it introduces itself.
    fn hello(&self) -> Hello;

    /// Its answer to a frame with these bytes. A payload that is not laid out as the operation wants it gets
    /// the same answer as an operation that it does not have.
    fn reply(&self, op: Op, payload: &[u8]) -> Reply;
}

/// The name that stands for the standard library.
const STD: &str = "std";

/// The decoder with this name: `std`, or a backend that this machine can run. Without a name: the backend that
/// is active.
///
/// # Errors
///
/// There is none, or this machine cannot run it.
pub(crate) fn by_name(name: Option<&str>) -> Result<Box<dyn Decoder>, String> {
    let entry = match name {
        Some(STD) => return Ok(Box::new(standard::Std)),
        Some(name) => ::placemat::backend::by_name(name).map_err(|error| error.to_string())?,
        None => ::placemat::backend::active().entry,
    };
    let handle = entry.get().map_err(|missing| format!("{}: {missing}", entry.name()))?;
    Ok(Box::new(placemat::Placemat(handle)))
}

/// The standard library, and every backend that this machine can run.
pub(crate) fn all() -> Vec<Box<dyn Decoder>> {
    let mut all: Vec<Box<dyn Decoder>> = vec![Box::new(standard::Std)];
    for handle in ::placemat::backend::all().iter().filter_map(|entry| entry.get().ok()) {
        all.push(Box::new(placemat::Placemat(handle)));
    }
    all
}
