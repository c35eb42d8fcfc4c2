//! Summaries of pieces that are validated separately.

use placemat::{Utf8ErrorKind, stream};
use pyo3::types::{PyBytes, PyDict, PyType};
use pyo3::{exceptions::PyValueError, prelude::*};

use crate::{bytes::Bytes, error::Utf8Error};

/// A summary of one piece of an input, which may be split anywhere.
///
/// Add the summaries of adjacent pieces in order, in any grouping. They can be pickled.
///
/// >>> (Summary.of(b"\xe2\x82") + Summary.of(b"\xac")).finish().characters
/// 1
#[pyclass(frozen, eq, module = "placemat")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Summary(stream::Summary);

#[pymethods]
impl Summary {
    /// Creates the summary of the empty piece.
    #[new]
    fn new() -> Self {
        Self(stream::Summary::default())
    }

    /// Return the summary of a piece.
    #[staticmethod]
    #[pyo3(signature = (piece, /))]
    fn of(py: Python<'_>, piece: Bytes) -> Self {
        Self(piece.with(py, stream::Summary::of))
    }

    /// Return the summary of this piece followed by `next`.
    #[pyo3(signature = (next, /))]
    fn merge(&self, next: &Self) -> Self {
        Self(self.0.merge(next.0))
    }

    fn __add__(&self, next: &Self) -> Self {
        self.merge(next)
    }

    /// Return the totals, given that no bytes come before or after the piece.
    fn finish(&self) -> Totals {
        Totals(self.0.finish())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let wire = serde_json::to_vec(&self.0).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let load = PyType::new::<Self>(py).getattr("_load")?;
        Ok((load, (PyBytes::new(py, &wire),)))
    }

    /// Unpickles a summary.
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

/// The totals of a whole input.
#[pyclass(frozen, eq, module = "placemat")]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Totals(stream::Totals);

#[pymethods]
impl Totals {
    /// Length in bytes.
    #[getter]
    fn bytes(&self) -> u64 {
        self.0.bytes
    }

    /// Number of characters (valid sequences).
    #[getter]
    fn characters(&self) -> u64 {
        self.0.chars
    }

    /// Number of U+000A.
    #[getter]
    fn line_feeds(&self) -> u64 {
        self.0.line_feeds
    }

    /// Number of invalid sequences.
    #[getter]
    fn errors(&self) -> u64 {
        self.0.errors
    }

    /// Number of invalid sequences of each kind, by name.
    #[getter]
    fn errors_by_kind<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for (kind, count) in Utf8ErrorKind::ALL.into_iter().zip(self.0.errors_by_kind) {
            counts.set_item(kind.name(), count)?;
        }
        Ok(counts)
    }

    /// Total length of invalid sequences in bytes.
    #[getter]
    fn invalid_bytes(&self) -> u64 {
        self.0.invalid_bytes
    }

    /// Number of lines with at least one error.
    #[getter]
    fn bad_lines(&self) -> u64 {
        self.0.bad_lines
    }

    /// The first errors, in order, at most eight.
    #[getter]
    fn first_errors(&self) -> Vec<Utf8Error> {
        self.0.first_errors().map(Utf8Error::first).collect()
    }

    fn __repr__(&self) -> String {
        let stream::Totals { bytes, chars, line_feeds, errors, .. } = self.0;
        format!("Totals(bytes={bytes}, characters={chars}, line_feeds={line_feeds}, errors={errors})")
    }
}
