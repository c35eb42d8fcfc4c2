//! The octets of a Python object.

use core::slice;

use pyo3::{buffer::PyUntypedBuffer, exceptions::PyBufferError, prelude::*};

/// A contiguous buffer. (Untyped: Arrow's own buffers say that they are of signed octets.)
pub(crate) struct Octets(PyUntypedBuffer);

/// From so many octets on it pays to release the interpreter's lock.
const LONG: usize = 16 * 1024;

impl Octets {
    /// What `judge` makes of the octets: without the interpreter's lock if there are many and no one can
    /// write to them.
    pub(crate) fn with<T: Send>(&self, py: Python<'_>, judge: impl Fn(&[u8]) -> T + Send + Sync) -> T {
        let (start, len) = (self.0.buf_ptr().cast::<u8>().cast_const(), self.0.len_bytes());
        if len == 0 {
            return judge(&[]);
        }
        // SAFETY: the buffer is contiguous, and is held as long as `self` lives. Other threads cannot write to
        // it: either none can, or they wait for the interpreter's lock.
        let octets = unsafe { slice::from_raw_parts(start, len) };
        if len >= LONG && self.0.readonly() { py.detach(|| judge(octets)) } else { judge(octets) }
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
        Ok(Self(buffer))
    }
}
