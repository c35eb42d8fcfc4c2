//! The octets of a Python object.

use core::slice;

use pyo3::{
    buffer::PyUntypedBuffer,
    exceptions::PyBufferError,
    prelude::*,
    types::{PyBytes, PyMemoryView},
};

/// A contiguous buffer. (Untyped: Arrow's own buffers say that they are of signed octets.)
pub(crate) struct Octets {
    buffer: PyUntypedBuffer,
    /// Whether no code of Python can change them. A buffer that is read-only may show octets that others write.
    constant: bool,
}

/// From so many octets on it pays to release the interpreter's lock.
const LONG: usize = 16 * 1024;

impl Octets {
    /// What `judge` makes of the octets: without the interpreter's lock if there are many and they are
    /// constant.
    pub(crate) fn with<T: Send>(&self, py: Python<'_>, judge: impl Fn(&[u8]) -> T + Send + Sync) -> T {
        let (start, len) = (self.buffer.buf_ptr().cast::<u8>().cast_const(), self.buffer.len_bytes());
        if len == 0 {
            return judge(&[]);
        }
        // SAFETY: the buffer is contiguous, and is held as long as `self` lives. Other threads do not write to
        // it: it is constant, or they wait for the interpreter's lock. (Extensions that write without the lock
        // to what Python can see break its rules; its own codecs rely on them too.)
        let octets = unsafe { slice::from_raw_parts(start, len) };
        if len >= LONG && self.constant { py.detach(|| judge(octets)) } else { judge(octets) }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Octets {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let buffer = PyUntypedBuffer::get(&object)?;
        if !buffer.is_c_contiguous() {
            return Err(PyBufferError::new_err(
                "the buffer is not contiguous; pass a copy, such as bytes(buffer)",
            ));
        }
        let is_bytes = |object: &Bound<'_, PyAny>| object.is_exact_instance_of::<PyBytes>();
        let constant = is_bytes(&object)
            || object.is_exact_instance_of::<PyMemoryView>() && is_bytes(&object.getattr("obj")?);
        Ok(Self { buffer, constant })
    }
}
