//! Validates bytes that arrive in chunks.

use placemat::stream;
use pyo3::prelude::*;

use crate::{bytes::Bytes, error::Utf8Error};

/// Validates bytes that arrive in chunks, split anywhere.
///
/// >>> validator = Validator()
/// >>> validator.feed(b"\xe2\x82"), validator.feed(b"\xac"), validator.finish()
/// (None, None, None)
#[pyclass(module = "placemat")]
pub(crate) struct Validator(stream::Validator);

#[pymethods]
impl Validator {
    #[new]
    fn new() -> Self {
        Self(stream::Validator::new())
    }

    /// Process a chunk; return None, or the first error of the stream as soon as no further byte can change
    /// it. After an error, every call returns the same one until `finish`.
    #[pyo3(signature = (chunk, /))]
    fn feed(&mut self, py: Python<'_>, chunk: Bytes) -> Option<Utf8Error> {
        let before = &self.0;
        let (result, after) = chunk.with(py, |bytes| {
            let mut validator = before.clone();
            (validator.feed(bytes), validator)
        });
        self.0 = after;
        result.err().map(Utf8Error::in_stream)
    }

    /// End the stream; return None, or its error. Resets the validator for another stream.
    fn finish(&mut self) -> Option<Utf8Error> {
        self.0.finish().err().map(Utf8Error::in_stream)
    }

    /// Whether the stream is valid if it ends here.
    #[getter]
    fn is_complete(&self) -> bool {
        self.0.is_complete()
    }
}
