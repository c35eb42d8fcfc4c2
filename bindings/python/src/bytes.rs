//! The bytes of a Python object.

use core::{ffi::c_char, slice};

use pyo3::{
    exceptions::PyBufferError,
    ffi,
    prelude::*,
    types::{PyBytes, PyMemoryView},
};

/// A C-contiguous buffer of any type. (PyO3's own types refuse a buffer that has no shape or no strides.)
pub(crate) struct Bytes {
    /// In a box because its pointers may lead into itself.
    buffer: Box<ffi::Py_buffer>,
    /// Whether no code of Python can change them. A buffer that is read-only may show bytes that others write.
    constant: bool,
}

/// From so many bytes on it pays to release the interpreter's lock.
const LONG: usize = 16 * 1024;

impl Bytes {
    /// What `validate` makes of the bytes: without the interpreter's lock if there are many and they are
    /// constant.
    pub(crate) fn with<T: Send>(&self, py: Python<'_>, validate: impl Fn(&[u8]) -> T + Send + Sync) -> T {
        let (start, len) = (self.buffer.buf.cast::<u8>().cast_const(), self.buffer.len.unsigned_abs());
        if len == 0 {
            return validate(&[]);
        }
        // SAFETY: the buffer is contiguous, and is held as long as `self` lives. Other threads do not write to
        // it: it is constant, or they wait for the interpreter's lock. (Extensions that write without the lock
        // to what Python can see break its rules; its own codecs rely on them too.)
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
        // SAFETY: the object is alive, the buffer may be written to, and the interpreter's lock is held.
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
