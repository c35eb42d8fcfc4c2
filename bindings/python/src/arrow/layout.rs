//! How the rows of a column are laid out, by its schema; and tables of one column, which stand for the column.

use core::{ffi::CStr, mem};

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
};

use super::ffi::{Array, Schema};

/// How rows are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Offsets of 32 bits.
    Small,
    /// Offsets of 64 bits.
    Large,
    /// Views of sixteen bytes.
    Views,
}

/// What arrays of a schema are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) layout: Layout,
    /// Whether the rows are in the only column of a table.
    in_table: bool,
}

impl Shape {
    /// An error if the schema is of something other than rows of text or bytes.
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
        // SAFETY: the specification promises as many children as there are, each a schema.
        let child = unsafe { schema.children.as_ref().and_then(|child| child.as_ref()) };
        let child = child.ok_or_else(|| PyValueError::new_err("the Arrow schema lacks its child"))?;
        Ok(Self { layout: layout(child)?, in_table: true })
    }

    /// The array with the rows.
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
    // SAFETY: the specification promises as many children as there are, each an array that a consumer may move
    // out.
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
    // What the table leaves out of its beginning and end, it leaves out of its columns.
    column.offset = column.offset.checked_add(table.offset).ok_or_else(wrong)?;
    column.length = table.length;
    Ok(column)
}

fn format(schema: &Schema) -> PyResult<&[u8]> {
    if schema.format.is_null() {
        return Err(PyValueError::new_err("the Arrow schema has no format"));
    }
    // SAFETY: the specification promises a text that ends with a NUL.
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
