//! A choice as one atomic pointer: null until it is made, then the address of the chosen value, with the
//! lowest bit set if the value was installed.
//!
//! `tests/loom.rs` also compiles this file, with loom's atomics.

use core::ptr;

use super::atomic::{AtomicPtr, Ordering};

/// One choice among values that live forever.
pub(super) struct Cell<T: 'static>(AtomicPtr<T>);

const INSTALLED: usize = 1;

impl<T> Cell<T> {
    const TAG_IS_FREE: () = assert!(align_of::<T>() > INSTALLED, "the lowest bit of an address must be free");

    /// Creates a cell from a null pointer: nothing is chosen yet.
    pub(super) const fn over(null: AtomicPtr<T>) -> Self {
        let () = Self::TAG_IS_FREE;
        Self(null)
    }

    /// Returns the chosen value and whether it was installed. If nothing is chosen yet, stores the result of
    /// `choose`, unless another thread stores first.
    #[inline]
    pub(super) fn get_or_choose(&self, choose: impl FnOnce() -> &'static T) -> (&'static T, bool) {
        // Acquire: makes a value that was created at run time visible before its address is used.
        let mut chosen = self.0.load(Ordering::Acquire);
        if chosen.is_null() {
            chosen = self.settle(choose);
        }
        (value_of(chosen), chosen.addr() & INSTALLED != 0)
    }

    /// Out of line, because the hot path would otherwise have to save registers for it.
    #[cold]
    #[inline(never)]
    fn settle(&self, choose: impl FnOnce() -> &'static T) -> *mut T {
        let first = ptr::from_ref(choose()).cast_mut();
        self.exchange(first).unwrap_or_else(|chosen| chosen)
    }

    /// Chooses `value`. The error is the value that was chosen before.
    pub(super) fn install(&self, value: &'static T) -> Result<(), &'static T> {
        let tagged = ptr::from_ref(value).cast_mut().map_addr(|addr| addr | INSTALLED);
        match self.exchange(tagged) {
            Ok(_) => Ok(()),
            Err(chosen) => Err(value_of(chosen)),
        }
    }

    /// Stores `chosen` if the cell is empty. The error is the current pointer.
    fn exchange(&self, chosen: *mut T) -> Result<*mut T, *mut T> {
        self.0.compare_exchange(ptr::null_mut(), chosen, Ordering::AcqRel, Ordering::Acquire).map(|_| chosen)
    }
}

/// The value behind a non-null pointer from the cell.
#[inline]
fn value_of<T>(chosen: *mut T) -> &'static T {
    // SAFETY: only `get_or_choose` and `install` write to the cell, and both write the address of a `&'static
    // T`, whose tag bit is cleared here.
    unsafe { &*chosen.map_addr(|addr| addr & !INSTALLED) }
}
