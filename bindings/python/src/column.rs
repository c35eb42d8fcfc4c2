//! Validates and repairs columns of bytes.

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

/// The first invalid row of a column.
#[pyclass(frozen, eq, module = "placemat", get_all)]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct RowError {
    /// The index of the row.
    row: usize,
    /// The first error in the row; positions are relative to the row.
    error: Utf8Error,
}

#[pymethods]
impl RowError {
    fn __repr__(&self) -> String {
        format!("RowError(row={}, error={})", self.row, self.error.__repr__())
    }
}

/// A column for pyarrow, polars, duckdb and others: it has `__arrow_c_array__`.
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

    /// Exports the column through Arrow's C data interface.
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

/// Creates a capsule that releases its contents, unless a consumer takes them.
fn capsule<'py, T: Send + 'static>(
    py: Python<'py>,
    value: T,
    name: &'static CStr,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, value, name)
}

/// Return a column of booleans: whether each row is valid UTF-8. Null rows stay null.
#[pyfunction]
#[pyo3(signature = (array, /))]
pub(crate) fn is_utf8_array(py: Python<'_>, array: &Bound<'_, PyAny>) -> PyResult<Column> {
    let chunks = import(array)?;
    let mut verdicts = Vec::with_capacity(chunks.iter().map(Chunk::len).sum());
    py.detach(|| {
        each(&chunks, |part| {
            match part {
                Part::Valid(there) => verdicts.extend(there.map(|there| there.then_some(true))),
                Part::Row(bytes) => verdicts.push(bytes.map(placemat::is_utf8)),
            }
            true
        })
    })
    .map_err(outside)?;
    Ok(Column(Values::Verdicts(verdicts)))
}

/// Return the first row that is not valid UTF-8, or None. Null rows are skipped.
#[pyfunction]
#[pyo3(signature = (array, /))]
pub(crate) fn validate_array(py: Python<'_>, array: &Bound<'_, PyAny>) -> PyResult<Option<RowError>> {
    let chunks = import(array)?;
    let (mut row, mut found) = (0, None);
    py.detach(|| {
        each(&chunks, |part| {
            match part {
                Part::Valid(there) => row += there.len(),
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

/// Return the column as text, with U+FFFD in place of each invalid sequence. Null rows stay null.
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
    /// Rows that are valid or null, with whether each is non-null.
    Valid(T),
    /// A row, or `None` if it is null.
    Row(Option<&'a [u8]>),
}

/// Rows that are validated together.
const TOGETHER: usize = 1024;

/// Calls `with` with one part after another, until it returns `false`.
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
                    if !with(Part::Valid(&mut (from..to).map(|row| chunk.is_valid(row)))) {
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
