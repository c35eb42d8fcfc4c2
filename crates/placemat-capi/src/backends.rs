//! Lists and selects backends by name.

use std::ffi::{CStr, CString, c_char};
use std::{ptr, sync::OnceLock};

use placemat::backend::{self, InstallError};

use crate::bytes::slice;
use crate::error::{Error, Outcome};

/// Returns the name of the active backend. If none is active yet, selects the default one. Never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn placemat_active_backend() -> *const c_char {
    in_c(backend::active().entry.name()).as_ptr()
}

/// Returns the name of the backend with this index, in order of preference. NULL if there are not that many.
#[unsafe(no_mangle)]
pub extern "C" fn placemat_backend_name(index: usize) -> *const c_char {
    backend::all().get(index).map_or(ptr::null(), |entry| in_c(entry.name()).as_ptr())
}

/// Returns success if this machine can run the backend; otherwise `PLACEMAT_ERROR_NO_BACKEND` or
/// `PLACEMAT_ERROR_UNSUPPORTED`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_backend_supported(name: *const c_char) -> Error {
    // SAFETY: the caller guarantees what the top of the header requires.
    match unsafe { entry(name) } {
        Ok(entry) if entry.get().is_ok() => Error::Success,
        Ok(_) => Error::Unsupported,
        Err(error) => error,
    }
}

/// Makes this backend the active one. Call it before any other function: the first call selects the default
/// backend, and then this function returns `PLACEMAT_ERROR_ALREADY_ACTIVE` for every other one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_install_backend(name: *const c_char) -> Error {
    // SAFETY: the caller guarantees what the top of the header requires.
    let entry = match unsafe { entry(name) } {
        Ok(entry) => entry,
        Err(error) => return error,
    };
    match backend::install(entry) {
        Ok(()) => Error::Success,
        Err(InstallError::AlreadyActive(active) | InstallError::FixedAtBuild(active)) => {
            if active == entry.name() { Error::Success } else { Error::AlreadyActive }
        }
        Err(_) => Error::Unsupported,
    }
}

/// Like `placemat_validate_utf8_with_errors`, with this backend instead of the active one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_validate_utf8_with_backend(
    name: *const c_char, buf: *const c_char, len: usize,
) -> Outcome {
    // SAFETY: the caller guarantees what the top of the header requires.
    let handle = match unsafe { entry(name) }.map(backend::Entry::get) {
        Ok(Ok(handle)) => handle,
        Ok(Err(_)) => return Outcome::failed(Error::Unsupported),
        Err(error) => return Outcome::failed(error),
    };
    // SAFETY: the caller guarantees what the top of the header requires.
    match unsafe { slice(buf.cast::<u8>(), len) } {
        Ok(bytes) => match handle.validate(bytes) {
            Ok(()) => Outcome::success(bytes.len()),
            Err(error) => Outcome::malformed(error, bytes.len()),
        },
        Err(error) => Outcome::failed(error),
    }
}

/// Returns the version of the library, such as "0.1.0". Never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn placemat_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// # Safety
///
/// The name is NULL, or ends with a NUL.
unsafe fn entry(name: *const c_char) -> Result<&'static backend::Entry, Error> {
    if name.is_null() {
        return Err(Error::NullPointer);
    }
    // SAFETY: it is not null, and the caller guarantees the terminating NUL.
    let name = unsafe { CStr::from_ptr(name) };
    let name = name.to_str().map_err(|_| Error::NoBackend)?;
    backend::by_name(name).map_err(|_| Error::NoBackend)
}

/// Returns the name NUL-terminated.
fn in_c(name: &str) -> &'static CStr {
    static NAMES: OnceLock<Vec<CString>> = OnceLock::new();
    let names =
        NAMES.get_or_init(|| backend::all().iter().flat_map(|entry| CString::new(entry.name())).collect());
    names.iter().find(|known| known.to_bytes() == name.as_bytes()).map_or(c"", CString::as_c_str)
}
