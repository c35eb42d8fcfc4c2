//! Decoders of this workspace behind the protocol: placemat with any backend, and the standard library.
//!
//! `reference` serves one over the protocol; `drive --backend` calls it in this process.

mod bytes;
mod convert;
mod older;
mod placemat;
mod standard;

use crate::protocol::{Hello, Op, Reply};
pub(crate) use bytes::{chunks, values};

/// A decoder that answers requests.
pub(crate) trait Decoder: Sync {
    /// Its introduction.
    fn hello(&self) -> Hello;

    /// Its answer to a frame with these bytes. A payload with an invalid layout for the operation gets the same
    /// answer as an operation that the decoder does not have.
    fn reply(&self, op: Op, payload: &[u8]) -> Reply;
}

/// The name of the standard library.
const STD: &str = "std";

/// The decoder with this name: `std`, or a backend that this machine supports. Without a name: the active backend.
///
/// # Errors
///
/// The name is unknown, or this machine does not support the backend.
pub(crate) fn by_name(name: Option<&str>) -> Result<Box<dyn Decoder>, String> {
    let entry = match name {
        Some(STD) => return Ok(Box::new(standard::Std)),
        Some(name) => ::placemat::backend::by_name(name).map_err(|error| error.to_string())?,
        None => ::placemat::backend::active().entry,
    };
    let handle = entry.get().map_err(|missing| format!("{}: {missing}", entry.name()))?;
    Ok(Box::new(placemat::Placemat(handle)))
}

/// The standard library, and every backend that this machine supports.
pub(crate) fn all() -> Vec<Box<dyn Decoder>> {
    let mut all: Vec<Box<dyn Decoder>> = vec![Box::new(standard::Std)];
    for handle in ::placemat::backend::all().iter().filter_map(|entry| entry.get().ok()) {
        all.push(Box::new(placemat::Placemat(handle)));
    }
    all
}
