//! The layout of a column's rows, from its schema; a table with one column is treated as that column.

use core::{ffi::CStr, mem};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::ffi::{Array, Schema, Structure as _};

/// The layout of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// 32-bit offsets.
    Small,
    /// 64-bit offsets.
    Large,
    /// 16-byte views.
    Views,
}

/// The shape of arrays of a schema.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) layout: Layout,
    /// Whether the rows are in the only column of a table.
    in_table: bool,
}

impl Shape {
    /// Returns an error if the rows are neither text nor bytes.
    pub(super) fn of(schema: &Schema) -> PyResult<Self> {
        if format(schema)? != b"+s" {
            return Ok(Self { layout: layout(schema)?, in_table: false });
        }
        if schema.n_children != 1 {
            return Err(PyTypeError::new_err(format!(
                "a table of {} columns; pass one of them",
                schema.n_children
            )));
        }
        // SAFETY: the specification guarantees `n_children` children, each a schema.
        let child = unsafe { schema.children.as_ref().and_then(|child| child.as_ref()) };
        let child = child.ok_or_else(|| PyValueError::new_err("the Arrow schema lacks its child"))?;
        Ok(Self { layout: layout(child)?, in_table: true })
    }

    /// Returns the array that contains the rows.
    pub(super) fn rows(self, array: Array) -> PyResult<Array> {
        if self.in_table { only_column(array) } else { Ok(array) }
    }
}

/// Moves the only column out of a table, and releases the rest.
fn only_column(table: Array) -> PyResult<Array> {
    let wrong = || PyValueError::new_err("the Arrow array is not laid out as its format says");
    if table.n_children != 1 || table.n_buffers != 1 || table.buffers.is_null() {
        return Err(wrong());
    }
    // SAFETY: there is one buffer.
    let validity = unsafe { *table.buffers };
    if table.null_count != 0 && !validity.is_null() {
        return Err(PyTypeError::new_err("a column of structures that may be null; pass its field"));
    }
    // SAFETY: the specification guarantees `n_children` children, each an array that a consumer may move out.
    let child = unsafe { table.children.as_ref().and_then(|child| child.as_mut()) };
    let mut column = mem::replace(child.ok_or_else(wrong)?, Array::empty());
    let end = table.offset.checked_add(table.length);
    let fits = table.offset >= 0
        && table.length >= 0
        && column.offset >= 0
        && end.is_some_and(|end| end <= column.length);
    if column.release.is_none() || !fits {
        return Err(wrong());
    }
    // A slice of the table is the same slice of its columns.
    column.offset = column.offset.checked_add(table.offset).ok_or_else(wrong)?;
    column.length = table.length;
    Ok(column)
}

fn format(schema: &Schema) -> PyResult<&[u8]> {
    if schema.format.is_null() {
        return Err(PyValueError::new_err("the Arrow schema has no format"));
    }
    // SAFETY: the specification guarantees a NUL-terminated string.
    Ok(unsafe { CStr::from_ptr(schema.format) }.to_bytes())
}

fn layout(schema: &Schema) -> PyResult<Layout> {
    let format = format(schema)?;
    if !schema.dictionary.is_null() {
        return Err(PyTypeError::new_err(
            "the column is dictionary-encoded; pass its dictionary, or decode it",
        ));
    }
    match format {
        b"u" | b"z" => Ok(Layout::Small),
        b"U" | b"Z" => Ok(Layout::Large),
        b"vu" | b"vz" => Ok(Layout::Views),
        _ => Err(PyTypeError::new_err(format!(
            "a column of Arrow's format '{}' has no text or bytes in its rows",
            String::from_utf8_lossy(format)
        ))),
    }
}
