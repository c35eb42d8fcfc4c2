//! The choice as a constant: calls are direct, and there is nothing to settle.

use placemat_core::Scan;

use super::{Active, InstallError, Why};
use crate::backend::{Entry, by_name};

cfg_if::cfg_if! {
    if #[cfg(placemat_backend = "dfa")] {
        use placemat_dfa as fixed;
    } else {
        use placemat_scalar as fixed;
    }
}

#[inline]
pub(super) fn scan(bytes: &[u8]) -> Scan {
    fixed::scan(bytes)
}

pub(super) fn active() -> Active {
    let entry = by_name(fixed::INFO.name()).expect("what the build fixes is compiled in");
    Active { entry, why: Why::FixedAtBuild }
}

pub(super) fn install(entry: &'static Entry) -> Result<(), InstallError> {
    let active = active().entry;
    if core::ptr::eq(entry, active) { Ok(()) } else { Err(InstallError::FixedAtBuild(active.name())) }
}
