//! Errors as values.

use placemat::{Utf8ErrorKind, stream};
use pyo3::prelude::*;

/// The position, length and kind of an invalid sequence.
#[pyclass(frozen, eq, hash, module = "placemat", get_all)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Utf8Error {
    /// Its offset in bytes.
    offset: u64,
    /// Its length in bytes, 1 to 3; one U+FFFD replaces it.
    length: usize,
    kind: Kind,
    /// Its line, counted from 1; None in a stream.
    line: Option<u64>,
    /// Its position in the line, counted from 1 in characters; an invalid sequence counts as one. None in a stream.
    column: Option<u64>,
}

/// Appears in Python as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Kind(Utf8ErrorKind);

impl<'py> IntoPyObject<'py> for Kind {
    type Target = pyo3::types::PyString;
    type Output = Bound<'py, Self::Target>;
    type Error = core::convert::Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        self.0.name().into_pyobject(py)
    }
}

impl Utf8Error {
    pub(crate) fn at(offset: u64, length: usize, kind: Utf8ErrorKind, place: Option<(u64, u64)>) -> Self {
        let (line, column) = place.unzip();
        Self { offset, length, kind: Kind(kind), line, column }
    }

    pub(crate) fn in_stream(error: stream::StreamError) -> Self {
        Self::at(error.offset, error.len, error.kind, None)
    }

    pub(crate) fn first(error: stream::FirstError) -> Self {
        Self::at(error.offset, error.len, error.kind, Some((error.line, error.column)))
    }
}

#[pymethods]
impl Utf8Error {
    pub(crate) fn __repr__(&self) -> String {
        let shown = |number: Option<u64>| number.map_or("None".to_owned(), |number| number.to_string());
        let Self { offset, length, kind, line, column } = self;
        let (line, column, kind) = (shown(*line), shown(*column), kind.0.name());
        format!("Utf8Error(offset={offset}, length={length}, kind='{kind}', line={line}, column={column})")
    }

    fn __str__(&self) -> String {
        let place = match (self.line, self.column) {
            (Some(line), Some(column)) => format!(" (line {line}, column {column})"),
            _ => String::new(),
        };
        format!("byte {}: {}{place}", self.offset, self.kind.0)
    }
}
