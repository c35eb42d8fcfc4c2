//! The choice on targets without atomic pointers, where the build fixes the backend; never called.

use crate::backend::Entry;

/// A choice that cannot be made.
pub(super) struct Constant;

impl Constant {
    pub(super) fn get_or_choose(&self, choose: impl FnOnce() -> &'static Entry) -> (&'static Entry, bool) {
        (choose(), false)
    }

    pub(super) fn install(&self, entry: &'static Entry) -> Result<(), &'static Entry> {
        Err(entry)
    }
}
