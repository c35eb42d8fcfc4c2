//! Bytes that come in order, in chunks.

use placemat::stream;
use pyo3::prelude::*;

use crate::{error::Utf8Error, bytes::Bytes};

/// Validates bytes that come in chunks, cut anywhere.
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

    /// Goes on with a chunk: None, or the first error of the stream, as soon as it is one. After an error
    /// every call returns the same, until `finish`.
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

    /// Ends the stream: None, or its error. Then it starts anew.
    fn finish(&mut self) -> Option<Utf8Error> {
        self.0.finish().err().map(Utf8Error::in_stream)
    }

    /// Whether the stream is valid if it ends here.
    #[getter]
    fn is_complete(&self) -> bool {
        self.0.is_complete()
    }
}
