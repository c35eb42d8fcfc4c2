//! Validates and repairs complete bytes.

use placemat::{Replacement, chunks, stream};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyBytes};

use crate::{bytes::Bytes, error::Utf8Error};

/// Return whether the bytes are valid UTF-8.
///
/// >>> is_utf8(b"caf\xc3\xa9"), is_utf8(b"caf\xe9")
/// (True, False)
#[pyfunction]
#[pyo3(signature = (data, /))]
pub(crate) fn is_utf8(py: Python<'_>, data: Bytes) -> bool {
    data.with(py, placemat::is_utf8)
}

/// Return the first error, or None if the bytes are valid UTF-8.
///
/// >>> validate(b"caf\xc3\xa9")
/// >>> validate(b"ab\nc\xc0\xaf").line
/// 2
#[pyfunction]
#[pyo3(signature = (data, /))]
pub(crate) fn validate(py: Python<'_>, data: Bytes) -> Option<Utf8Error> {
    data.with(py, first_error)
}

pub(crate) fn first_error(bytes: &[u8]) -> Option<Utf8Error> {
    let error = placemat::validate(bytes).err()?;
    // Only up to the end of the error, so that lines and columns are counted no further.
    let end = error.error_len().map_or(bytes.len(), |len| error.valid_up_to() + len);
    let first = stream::Summary::of(&bytes[..end]).finish().first_errors().next()?;
    // A sequence that the next byte interrupts looks truncated without that byte, so keep the original kind.
    Some(Utf8Error::first(stream::FirstError { kind: error.kind(), ..first }))
}

/// Return a list of all errors, in order.
///
/// >>> [error.offset for error in errors(b"\xff a \xfe")]
/// [0, 4]
#[pyfunction]
#[pyo3(signature = (data, /))]
pub(crate) fn errors(py: Python<'_>, data: Bytes) -> Vec<Utf8Error> {
    data.with(py, all_errors)
}

fn all_errors(bytes: &[u8]) -> Vec<Utf8Error> {
    let (mut offset, mut line, mut column) = (0, 1, 1);
    let mut found = Vec::new();
    for chunk in chunks(bytes) {
        let text = chunk.valid();
        offset += text.len() as u64;
        match text.rfind('\n') {
            Some(last) => {
                line += text.bytes().filter(|byte| *byte == b'\n').count() as u64;
                column = 1 + text[last + 1..].chars().count() as u64;
            }
            None => column += text.chars().count() as u64,
        }
        if let Some(error) = chunk.error() {
            found.push(Utf8Error::at(offset, error.len, error.kind, Some((line, column))));
            offset += error.len as u64;
            column += 1;
        }
    }
    found
}

/// Return the bytes with U+FFFD in place of each invalid sequence.
///
/// Equivalent to `data.decode("utf-8", "replace").encode()`, or, with another `replacement`, to other decoders:
/// "per-byte" (Go), "whole-sequence" (close to Perl) and "java".
///
/// >>> repair(b"caf\xe9")
/// b'caf\xef\xbf\xbd'
/// >>> repair(b"\xed\xa0\x80", replacement="java").decode()
/// '\ufffd'
#[pyfunction]
#[pyo3(signature = (data, /, *, replacement = "maximal-subpart"))]
pub(crate) fn repair<'py>(py: Python<'py>, data: Bytes, replacement: &str) -> PyResult<Bound<'py, PyBytes>> {
    let replacement = replacement_named(replacement)?;
    let text = data.with(py, |bytes| placemat::from_utf8_lossy_with(bytes, replacement).into_owned());
    Ok(PyBytes::new(py, text.as_bytes()))
}

pub(crate) fn replacement_named(name: &str) -> PyResult<Replacement> {
    Replacement::ALL.iter().copied().find(|known| known.name() == name).ok_or_else(|| {
        let names = Replacement::ALL.iter().map(|known| known.name()).collect::<Vec<_>>().join(", ");
        PyValueError::new_err(format!("replacement is one of {names}, not {name}"))
    })
}

/// Return the name of the active backend: the best one for this CPU.
#[pyfunction]
pub(crate) fn backend() -> &'static str {
    placemat::backend::active().entry.name()
}
