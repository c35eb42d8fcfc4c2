//! A choice as one atomic pointer: null until it is settled, then the address of what was chosen, with the
//! lowest bit set where it was installed.
//!
//! `tests/loom.rs` compiles this file once more, over the atomics of a model checker.

use core::ptr;

use super::atomic::{AtomicPtr, Ordering};

/// One choice among values that live for ever.
pub(super) struct Cell<T: 'static>(AtomicPtr<T>);

const INSTALLED: usize = 1;

impl<T> Cell<T> {
    const TAG_IS_FREE: () = assert!(align_of::<T>() > INSTALLED, "the lowest bit of an address must be free");

    /// A cell over a null pointer: nothing is settled.
    pub(super) const fn over(null: AtomicPtr<T>) -> Self {
        let () = Self::TAG_IS_FREE;
        Self(null)
    }

    /// What was chosen, and whether it was installed. If nothing was, this settles it: on what `choose` says,
    /// unless another thread is quicker.
    #[inline]
    pub(super) fn get_or_choose(&self, choose: impl FnOnce() -> &'static T) -> (&'static T, bool) {
        // Acquire: a value that was made at run time is visible before its address is.
        let mut chosen = self.0.load(Ordering::Acquire);
        if chosen.is_null() {
            chosen = self.settle(choose);
        }
        (value_of(chosen), chosen.addr() & INSTALLED != 0)
    }

    /// Apart from the way that every call takes, which would otherwise save registers for it.
    #[cold]
    #[inline(never)]
    fn settle(&self, choose: impl FnOnce() -> &'static T) -> *mut T {
        let first = ptr::from_ref(choose()).cast_mut();
        self.exchange(first).unwrap_or_else(|chosen| chosen)
    }

    /// Settles the choice on `value`. The error is what it was settled on before.
    pub(super) fn install(&self, value: &'static T) -> Result<(), &'static T> {
        let tagged = ptr::from_ref(value).cast_mut().map_addr(|addr| addr | INSTALLED);
        match self.exchange(tagged) {
            Ok(_) => Ok(()),
            Err(chosen) => Err(value_of(chosen)),
        }
    }

    /// Puts `chosen` into the cell if it is empty. The error is what is there.
    fn exchange(&self, chosen: *mut T) -> Result<*mut T, *mut T> {
        self.0.compare_exchange(ptr::null_mut(), chosen, Ordering::AcqRel, Ordering::Acquire).map(|_| chosen)
    }
}

/// The value at a non-null pointer of the cell.
#[inline]
fn value_of<T>(chosen: *mut T) -> &'static T {
    // SAFETY: only `get_or_choose` and `install` write to the cell, and both write the address of a `&'static
    // T`, of which the tag is taken off here.
    unsafe { &*chosen.map_addr(|addr| addr & !INSTALLED) }
}
