//! Borrows the bytes of a Python object.

use core::{ffi::c_char, slice};

use pyo3::types::{PyBytes, PyMemoryView};
use pyo3::{exceptions::PyBufferError, ffi, prelude::*};

/// A C-contiguous buffer of any type. (PyO3's own types reject a buffer without shape or strides.)
pub(crate) struct Bytes {
    /// Boxed, because its pointers may point into itself.
    buffer: Box<ffi::Py_buffer>,
    /// Whether no Python code can change the bytes. A read-only buffer may show bytes that others write.
    constant: bool,
}

/// From this many bytes on, releasing the interpreter's lock is worthwhile.
const LONG: usize = 16 * 1024;

impl Bytes {
    /// Calls `validate` with the bytes, without the interpreter's lock if there are many and they are constant.
    pub(crate) fn with<T: Send>(&self, py: Python<'_>, validate: impl Fn(&[u8]) -> T + Send + Sync) -> T {
        let (start, len) = (self.buffer.buf.cast::<u8>().cast_const(), self.buffer.len.unsigned_abs());
        if len == 0 {
            return validate(&[]);
        }
        // SAFETY: the buffer is contiguous, and is held during the lifetime of `self`. Other threads do not
        // write to it: it is constant, or they wait for the interpreter's lock. (Extensions that write without
        // the lock to memory that Python exposes break its rules; its own codecs rely on them too.)
        let bytes = unsafe { slice::from_raw_parts(start, len) };
        if len >= LONG && self.constant { py.detach(|| validate(bytes)) } else { validate(bytes) }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Bytes {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let is_bytes = |object: &Bound<'_, PyAny>| object.is_exact_instance_of::<PyBytes>();
        let constant = is_bytes(&object)
            || object.is_exact_instance_of::<PyMemoryView>() && is_bytes(&object.getattr("obj")?);
        let mut buffer = Box::new(ffi::Py_buffer::new());
        // SAFETY: the object is alive, the buffer is writable, and the interpreter's lock is held.
        if unsafe { ffi::PyObject_GetBuffer(object.as_ptr(), &raw mut *buffer, ffi::PyBUF_FULL_RO) } != 0 {
            return Err(PyErr::fetch(object.py()));
        }
        let bytes = Self { buffer, constant };
        // SAFETY: `PyObject_GetBuffer` has filled the buffer.
        if unsafe { ffi::PyBuffer_IsContiguous(&raw const *bytes.buffer, b'C' as c_char) } == 0 {
            return Err(PyBufferError::new_err(
                "the buffer is not contiguous; pass a copy, such as bytes(buffer)",
            ));
        }
        Ok(bytes)
    }
}

impl Drop for Bytes {
    fn drop(&mut self) {
        // SAFETY: `PyObject_GetBuffer` has filled the buffer, and the interpreter's lock is held.
        Python::attach(|_| unsafe { ffi::PyBuffer_Release(&raw mut *self.buffer) });
    }
}
