//! Columns of bytes.

use core::ffi::CStr;

use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyIndexError, PyValueError},
    prelude::*,
    types::PyCapsule,
};

use crate::{
    arrow::{Array, Chunk, Outside, Rows, Schema, booleans, import, strings},
    error::Utf8Error,
    text::first_error,
};

/// The first row of a column in which something is wrong.
#[pyclass(frozen, eq, module = "placemat", get_all)]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct RowError {
    /// How many rows come before it.
    row: usize,
    /// Its first error; positions are within the row.
    error: Utf8Error,
}

#[pymethods]
impl RowError {
    fn __repr__(&self) -> String {
        format!("RowError(row={}, error={})", self.row, self.error.__repr__())
    }
}

/// A column that pyarrow, polars, duckdb and others take: it has `__arrow_c_array__`.
#[pyclass(frozen, sequence, module = "placemat")]
pub(crate) struct Column(Values);

enum Values {
    Verdicts(Vec<Option<bool>>),
    Texts(Vec<Option<Box<str>>>),
}

#[pymethods]
impl Column {
    fn __len__(&self) -> usize {
        match &self.0 {
            Values::Verdicts(rows) => rows.len(),
            Values::Texts(rows) => rows.len(),
        }
    }

    fn __getitem__<'py>(&self, py: Python<'py>, row: isize) -> PyResult<Bound<'py, PyAny>> {
        // Negative indices count from the end.
        let row = usize::try_from(row).unwrap_or_else(|_| self.__len__().wrapping_add_signed(row));
        let outside = || PyIndexError::new_err("the column has fewer rows");
        match &self.0 {
            Values::Verdicts(rows) => rows.get(row).ok_or_else(outside)?.into_bound_py_any(py),
            Values::Texts(rows) => rows.get(row).ok_or_else(outside)?.as_deref().into_bound_py_any(py),
        }
    }

    /// The column, by Arrow's C data interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // A consumer that wants another type casts.
        let _ = requested_schema;
        let (schema, array) = match &self.0 {
            Values::Verdicts(rows) => booleans(rows),
            Values::Texts(rows) => strings(rows),
        };
        Ok((capsule::<Schema>(py, schema, c"arrow_schema")?, capsule::<Array>(py, array, c"arrow_array")?))
    }
}

/// A capsule that releases what is in it, if no consumer has taken it.
fn capsule<'py, T: Send + 'static>(
    py: Python<'py>,
    value: T,
    name: &'static CStr,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, value, name)
}

/// Which rows are valid UTF-8: a column of booleans. Rows that are null stay so.
#[pyfunction]
#[pyo3(signature = (array, /))]
pub(crate) fn is_utf8_array(py: Python<'_>, array: &Bound<'_, PyAny>) -> PyResult<Column> {
    let chunks = import(array)?;
    let mut verdicts = Vec::with_capacity(chunks.iter().map(Chunk::len).sum());
    py.detach(|| {
        each(&chunks, |part| {
            match part {
                Part::Sound(there) => verdicts.extend(there.map(|there| there.then_some(true))),
                Part::Row(bytes) => verdicts.push(bytes.map(placemat::is_utf8)),
            }
            true
        })
    })
    .map_err(outside)?;
    Ok(Column(Values::Verdicts(verdicts)))
}

/// The first row that is not valid UTF-8, or None. Rows that are null are skipped.
#[pyfunction]
#[pyo3(signature = (array, /))]
pub(crate) fn validate_array(py: Python<'_>, array: &Bound<'_, PyAny>) -> PyResult<Option<RowError>> {
    let chunks = import(array)?;
    let (mut row, mut found) = (0, None);
    py.detach(|| {
        each(&chunks, |part| {
            match part {
                Part::Sound(there) => row += there.len(),
                Part::Row(bytes) => {
                    found = bytes.and_then(first_error).map(|error| RowError { row, error });
                    row += 1;
                }
            }
            found.is_none()
        })
    })
    .map_err(outside)?;
    Ok(found)
}

/// The column as text, with U+FFFD in place of each ill-formed sequence. Rows that are null stay so.
#[pyfunction]
#[pyo3(signature = (array, /))]
pub(crate) fn repair_array(py: Python<'_>, array: &Bound<'_, PyAny>) -> PyResult<Column> {
    let chunks = import(array)?;
    let mut texts: Vec<Option<Box<str>>> = Vec::with_capacity(chunks.iter().map(Chunk::len).sum());
    let repaired = py.detach(|| {
        chunks.iter().try_for_each(|chunk| {
            chunk.with_rows(|rows| {
                (0..chunk.len()).try_for_each(|row| {
                    let bytes = chunk.is_valid(row).then(|| rows.row(row)).transpose()?;
                    texts.push(bytes.map(|bytes| placemat::from_utf8_lossy(bytes).into()));
                    Ok(())
                })
            })
        })
    });
    repaired.map_err(outside)?;
    Ok(Column(Values::Texts(texts)))
}

/// A part of a column.
enum Part<'a, T> {
    /// Rows that are valid or null: which of them are there.
    Sound(T),
    /// A row, if it is there.
    Row(Option<&'a [u8]>),
}

/// Rows that are validated together.
const TOGETHER: usize = 1024;

/// Calls `with` with one part after the other, as long as it says so.
fn each(
    chunks: &[Chunk],
    mut with: impl FnMut(Part<'_, &mut dyn ExactSizeIterator<Item = bool>>) -> bool,
) -> Result<(), Outside> {
    for chunk in chunks {
        let goes_on = chunk.with_rows(|rows: Rows<'_>| {
            let mut from = 0;
            while from < chunk.len() {
                let to = chunk.len().min(from + TOGETHER);
                if rows.are_sound(from, to) {
                    if !with(Part::Sound(&mut (from..to).map(|row| chunk.is_valid(row)))) {
                        return Ok(false);
                    }
                } else {
                    for row in from..to {
                        let bytes = chunk.is_valid(row).then(|| rows.row(row)).transpose()?;
                        if !with(Part::Row(bytes)) {
                            return Ok(false);
                        }
                    }
                }
                from = to;
            }
            Ok(true)
        })?;
        if !goes_on {
            break;
        }
    }
    Ok(())
}

#[allow(clippy::needless_pass_by_value, reason = "for map_err")]
fn outside(_: Outside) -> PyErr {
    PyValueError::new_err("a row is not inside the array's buffers")
}
