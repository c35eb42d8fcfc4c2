//! Pieces that are validated apart.

use placemat::{ErrorKind, stream};
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyDict, PyType},
};

use crate::{error::Utf8Error, bytes::Bytes};

/// What is known of one piece of an input, wherever it was cut.
///
/// Summaries of neighbouring pieces are added in order, in any grouping. They can be pickled.
///
/// >>> (Summary.of(b"\xe2\x82") + Summary.of(b"\xac")).finish().characters
/// 1
#[pyclass(frozen, eq, module = "placemat")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Summary(stream::Summary);

#[pymethods]
impl Summary {
    /// The summary of no bytes.
    #[new]
    fn new() -> Self {
        Self(stream::Summary::default())
    }

    /// The summary of a piece.
    #[staticmethod]
    #[pyo3(signature = (piece, /))]
    fn of(py: Python<'_>, piece: Bytes) -> Self {
        Self(piece.with(py, stream::Summary::of))
    }

    /// The summary of this piece and the next one together.
    #[pyo3(signature = (next, /))]
    fn merge(&self, next: &Self) -> Self {
        Self(self.0.merge(next.0))
    }

    fn __add__(&self, next: &Self) -> Self {
        self.merge(next)
    }

    /// What there is to say if nothing comes before the piece and nothing after it.
    fn finish(&self) -> Totals {
        Totals(self.0.finish())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let wire = serde_json::to_vec(&self.0).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let load = PyType::new::<Self>(py).getattr("_load")?;
        Ok((load, (PyBytes::new(py, &wire),)))
    }

    /// Undoes pickling.
    #[staticmethod]
    fn _load(wire: &[u8]) -> PyResult<Self> {
        match serde_json::from_slice(wire) {
            Ok(summary) => Ok(Self(summary)),
            Err(error) => Err(PyValueError::new_err(format!("this is no summary: {error}"))),
        }
    }

    fn __repr__(&self) -> String {
        let totals = self.0.finish();
        format!("<Summary of {} bytes with {} errors>", totals.bytes, totals.errors)
    }
}

/// What there is to say about a whole input.
#[pyclass(frozen, eq, module = "placemat")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Totals(stream::Totals);

#[pymethods]
impl Totals {
    /// Bytes.
    #[getter]
    fn bytes(&self) -> u64 {
        self.0.bytes
    }

    /// Characters: valid sequences.
    #[getter]
    fn characters(&self) -> u64 {
        self.0.chars
    }

    /// U+000A.
    #[getter]
    fn line_feeds(&self) -> u64 {
        self.0.line_feeds
    }

    /// Ill-formed sequences.
    #[getter]
    fn errors(&self) -> u64 {
        self.0.errors
    }

    /// Ill-formed sequences of each kind, by its name.
    #[getter]
    fn errors_by_kind<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for (kind, count) in ErrorKind::ALL.into_iter().zip(self.0.errors_by_kind) {
            counts.set_item(kind.name(), count)?;
        }
        Ok(counts)
    }

    /// Bytes of ill-formed sequences.
    #[getter]
    fn invalid_bytes(&self) -> u64 {
        self.0.invalid_bytes
    }

    /// Lines with at least one error.
    #[getter]
    fn bad_lines(&self) -> u64 {
        self.0.bad_lines
    }

    /// The first errors in order, at most eight.
    #[getter]
    fn first_errors(&self) -> Vec<Utf8Error> {
        self.0.first_errors().map(Utf8Error::first).collect()
    }

    fn __repr__(&self) -> String {
        let stream::Totals { bytes, chars, line_feeds, errors, .. } = self.0;
        format!("Totals(bytes={bytes}, characters={chars}, line_feeds={line_feeds}, errors={errors})")
    }
}
