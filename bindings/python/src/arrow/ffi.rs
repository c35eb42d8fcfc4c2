//! The structures of the specification.

use core::ffi::{c_char, c_int, c_void};
use core::mem;

/// A structure that can be moved out of a capsule.
pub(super) trait Structure: Sized {
    /// One that is already released.
    fn empty() -> Self;

    fn is_released(&self) -> bool;
}

/// Defines structures; the last two fields are the same in all.
macro_rules! structures {
    ($($(#[$about:meta])* $name:ident { $($field:ident: $type:ty,)* })*) => {$(
        $(#[$about])*
        #[repr(C)]
        pub(crate) struct $name {
            $(pub(super) $field: $type,)*
            pub(super) release: Option<unsafe extern "C" fn(*mut $name)>,
            pub(super) private_data: *mut c_void,
        }

        impl Structure for $name {
            fn empty() -> Self {
                // SAFETY: numbers, pointers and optional functions may be zero.
                unsafe { mem::zeroed() }
            }

            fn is_released(&self) -> bool {
                self.release.is_none()
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: it is ours and has not been released; `release` is its producer's function.
                    unsafe { release(self) };
                }
            }
        }
    )*};
}

structures! {
    /// The type of a column.
    Schema {
        format: *const c_char,
        name: *const c_char,
        metadata: *const c_char,
        flags: i64,
        n_children: i64,
        children: *mut *mut Schema,
        dictionary: *mut Schema,
    }

    /// The data of a column.
    Array {
        length: i64,
        null_count: i64,
        offset: i64,
        n_buffers: i64,
        n_children: i64,
        buffers: *mut *const c_void,
        children: *mut *mut Array,
        dictionary: *mut Array,
    }

    /// A sequence of arrays with the same schema.
    Stream {
        get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
        get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
        get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    }
}

// SAFETY: the specification allows consumers to use and release the structures on any thread.
unsafe impl Send for Schema {}
// SAFETY: as above.
unsafe impl Send for Array {}
// SAFETY: as above; nothing in it changes while it is read.
unsafe impl Sync for Array {}
