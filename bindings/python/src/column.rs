//! Validates and repairs columns of bytes.

use core::ffi::CStr;

use pyo3::exceptions::{PyIndexError, PyMemoryError, PyValueError};
use pyo3::{IntoPyObjectExt, prelude::*, types::PyCapsule};

use crate::arrow::{Array, Chunk, Problem, Rows, Schema, Texts, booleans, import};
use crate::error::Utf8Error;
use crate::text::{first_error, replacement_named};

/// An invalid row of a column.
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
    Texts(Texts),
}

#[pymethods]
impl Column {
    fn __len__(&self) -> usize {
        match &self.0 {
            Values::Verdicts(rows) => rows.len(),
            Values::Texts(rows) => rows.len(),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        const SHOWN: usize = 3;
        let mut shown = Vec::new();
        for row in 0..self.__len__().min(SHOWN) {
            let text = self.__getitem__(py, row.cast_signed())?.repr()?.to_string();
            let is_long = text.chars().nth(40).is_some();
            shown.push(if is_long { text.chars().take(37).collect::<String>() + "..." } else { text });
        }
        if self.__len__() > SHOWN {
            shown.push("...".to_owned());
        }
        let kind = if matches!(self.0, Values::Verdicts(_)) { "booleans" } else { "text" };
        Ok(format!("<placemat.Column of {kind}, length {}: [{}]>", self.__len__(), shown.join(", ")))
    }

    fn __getitem__<'py>(&self, py: Python<'py>, row: isize) -> PyResult<Bound<'py, PyAny>> {
        // Negative indices count from the end.
        let row = usize::try_from(row).unwrap_or_else(|_| self.__len__().wrapping_add_signed(row));
        let outside = || PyIndexError::new_err("the column has fewer rows");
        match &self.0 {
            Values::Verdicts(rows) => rows.get(row).ok_or_else(outside)?.into_bound_py_any(py),
            Values::Texts(rows) => rows.get(row).ok_or_else(outside)?.into_bound_py_any(py),
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
            Values::Texts(rows) => rows.export(),
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
    let mut verdicts = Vec::new();
    verdicts.try_reserve_exact(len(&chunks)).map_err(|_| Problem::Memory)?;
    py.detach(|| {
        each(&chunks, |before, chunk, rows| {
            verdicts.extend((0..chunk.len()).map(|row| chunk.is_valid(row).then_some(true)));
            invalid(chunk, rows, |row, _| {
                verdicts[before + row] = Some(false);
                true
            })
        })
    })?;
    Ok(Column(Values::Verdicts(verdicts)))
}

/// Return the first row that is not valid UTF-8, or None. Null rows are skipped.
#[pyfunction]
#[pyo3(signature = (array, /))]
pub(crate) fn validate_array(py: Python<'_>, array: &Bound<'_, PyAny>) -> PyResult<Option<RowError>> {
    Ok(row_errors(py, array, 1)?.pop())
}

/// Return a list of all rows that are not valid UTF-8, in order, each with its first error. Null rows are skipped.
#[pyfunction]
#[pyo3(signature = (array, /))]
pub(crate) fn errors_array(py: Python<'_>, array: &Bound<'_, PyAny>) -> PyResult<Vec<RowError>> {
    row_errors(py, array, usize::MAX)
}

/// The first invalid rows, up to `most`.
fn row_errors(py: Python<'_>, array: &Bound<'_, PyAny>, most: usize) -> PyResult<Vec<RowError>> {
    let chunks = import(array)?;
    let mut found = Vec::new();
    py.detach(|| {
        each(&chunks, |before, chunk, rows| {
            if found.len() == most {
                return Ok(());
            }
            invalid(chunk, rows, |row, bytes| {
                found.extend(first_error(bytes).map(|error| RowError { row: before + row, error }));
                found.len() < most
            })
        })
    })?;
    Ok(found)
}

/// Return the column as text, with U+FFFD in place of each invalid sequence. Null rows stay null.
///
/// `replacement` is as for `repair`.
#[pyfunction]
#[pyo3(signature = (array, /, *, replacement = "maximal-subpart"))]
pub(crate) fn repair_array(py: Python<'_>, array: &Bound<'_, PyAny>, replacement: &str) -> PyResult<Column> {
    let replacement = replacement_named(replacement)?;
    texts(py, array, |texts, bytes| {
        texts.push(Some(placemat::from_utf8_lossy_with(bytes, replacement).as_bytes()))
    })
}

/// Return the column as text, with null in place of each row that is not valid UTF-8. Null rows stay null.
#[pyfunction]
#[pyo3(signature = (array, /))]
pub(crate) fn nullify_array(py: Python<'_>, array: &Bound<'_, PyAny>) -> PyResult<Column> {
    texts(py, array, |texts, _| texts.push(None))
}

/// The rows as text; `replace` pushes a row for each invalid one.
fn texts(
    py: Python<'_>,
    array: &Bound<'_, PyAny>,
    replace: impl Fn(&mut Texts, &[u8]) -> Result<(), Problem> + Sync,
) -> PyResult<Column> {
    let chunks = import(array)?;
    let mut texts = Texts::new(len(&chunks))?;
    py.detach(|| {
        each(&chunks, |_, chunk, rows| {
            let (mut next, mut copied) = (0, Ok(()));
            let unchanged = |texts: &mut Texts, mut unchanged: core::ops::Range<usize>| {
                unchanged
                    .try_for_each(|row| texts.push(chunk.is_valid(row).then(|| rows.row(row)).transpose()?))
            };
            invalid(chunk, rows, |row, bytes| {
                copied = unchanged(&mut texts, next..row).and_then(|()| replace(&mut texts, bytes));
                next = row + 1;
                copied.is_ok()
            })?;
            copied.and_then(|()| unchanged(&mut texts, next..chunk.len()))
        })
    })?;
    Ok(Column(Values::Texts(texts)))
}

/// The number of rows, which a producer only claims.
fn len(chunks: &[Chunk]) -> usize {
    chunks.iter().map(Chunk::len).fold(0, usize::saturating_add)
}

/// Calls `with` with the number of rows before each chunk, the chunk and its rows.
fn each(
    chunks: &[Chunk],
    mut with: impl FnMut(usize, &Chunk, Rows<'_>) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let mut before = 0;
    for chunk in chunks {
        chunk.with_rows(|rows| with(before, chunk, rows)).map_err(|problem| problem.after(before))?;
        before += chunk.len();
    }
    Ok(())
}

/// Calls `with` with each row that is not null and not valid UTF-8, in order, until it returns `false`.
fn invalid(chunk: &Chunk, rows: Rows<'_>, mut with: impl FnMut(usize, &[u8]) -> bool) -> Result<(), Problem> {
    let mut result = Ok(());
    rows.each_suspect(|row| match rows.row(row) {
        _ if !chunk.is_valid(row) => true,
        Ok(bytes) => placemat::is_utf8(bytes) || with(row, bytes),
        Err(problem) => {
            result = Err(problem);
            false
        }
    });
    result
}

impl From<Problem> for PyErr {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Outside(row) => {
                PyValueError::new_err(format!("row {row} is not inside the array's buffers"))
            }
            Problem::Memory => PyMemoryError::new_err("not enough memory for so many rows"),
        }
    }
}
