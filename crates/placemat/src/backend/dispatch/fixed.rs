//! The choice as a constant: calls are direct, and there is nothing to settle.

use placemat_core::Scan;

use super::{Active, InstallError, Why, kernel};
use crate::backend::{Entry, by_name};

#[inline]
pub(super) fn scan(bytes: &[u8]) -> Scan {
    // A constant, so the call is direct. Some kernels are safe functions and some are not, but all are this.
    const SCAN: unsafe fn(&[u8]) -> Scan = kernel::scan;
    // SAFETY: the whole program is compiled for the processor features that the kernel needs, or it needs none.
    unsafe { SCAN(bytes) }
}

pub(super) fn active() -> Active {
    let entry = by_name(kernel::INFO.name()).expect("what the build fixes is compiled in");
    Active { entry, why: Why::FixedAtBuild }
}

pub(super) fn install(entry: &'static Entry) -> Result<(), InstallError> {
    let active = active().entry;
    if core::ptr::eq(entry, active) { Ok(()) } else { Err(InstallError::FixedAtBuild(active.name())) }
}
