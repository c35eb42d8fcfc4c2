//! Memory that JavaScript writes and reads between calls.

use core::cell::UnsafeCell;

/// An array in a static.
pub(crate) struct Buffer<T, const N: usize>(UnsafeCell<[T; N]>);

// SAFETY: an instance of this program has one thread: it is compiled without the feature `atomics`, so its
// memory cannot be shared.
unsafe impl<T, const N: usize> Sync for Buffer<T, N> {}

impl<T: Copy, const N: usize> Buffer<T, N> {
    pub(crate) const fn new(value: T) -> Self {
        Self(UnsafeCell::new([value; N]))
    }

    /// Its address, for JavaScript.
    pub(crate) fn address(&self) -> *mut T {
        self.0.get().cast()
    }

    /// Calls a function with the array. The function must not call this again for the same buffer.
    pub(crate) fn with<R>(&self, function: impl FnOnce(&mut [T; N]) -> R) -> R {
        // SAFETY: there is one thread; JavaScript, which also has the address, does not run during a call,
        // because this program imports nothing; and no function in lib.rs nests calls for the same buffer.
        function(unsafe { &mut *self.0.get() })
    }
}
