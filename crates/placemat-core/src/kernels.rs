//! What a backend offers a registry: for each family of operations one table of functions.

mod measuring;

pub use measuring::{Measure, Measuring};

use core::mem::MaybeUninit;

use crate::{Context, Items, Scan, convert::Progress};

/// The family that every backend has: validation.
///
/// A table is plain data, and making one is safe. Calling what is in it is not: the functions may be compiled
/// for processor features that only the backend's detection can promise.
///
/// ```
/// use placemat_core::{Scan, Validation};
///
/// fn scan(bytes: &[u8]) -> Scan {
///     match core::str::from_utf8(bytes) {
///         Ok(_) => Scan::Clean,
///         Err(error) => Scan::Suspect { from: error.valid_up_to() },
///     }
/// }
/// const VALIDATION: Validation = Validation::new(scan);
///
/// // SAFETY: `scan` needs no processor features.
/// assert_eq!(unsafe { VALIDATION.scan()(b"abc\xFF") }, Scan::Suspect { from: 3 });
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Validation {
    scan: unsafe fn(&[u8]) -> Scan,
    items: unsafe fn(&Context) -> Items,
    copy: Option<CopyText>,
}

/// A function that copies text; see [`Validation::with_copy`].
pub type CopyText = unsafe fn(&[u8], &mut [MaybeUninit<u8>]) -> usize;

impl Validation {
    /// The table of a backend whose [`Backend::scan`](crate::Backend::scan) is this function. It may be
    /// compiled for the backend's processor features: a direct call to such a function costs less than one
    /// through a method.
    #[must_use]
    pub const fn new(scan: unsafe fn(&[u8]) -> Scan) -> Self {
        Self { scan, items: Items::of, copy: None }
    }

    /// The same, and it has a function that is faster than [`Items::of`], and agrees with it.
    ///
    /// The first of the sixty-four bytes begins an item. The three before them are there to be loaded;
    /// nothing depends on them.
    #[must_use]
    pub const fn with_items(self, items: unsafe fn(&Context) -> Items) -> Self {
        Self { items, ..self }
    }

    /// The same, and it has a function that copies text up to where something is wrong.
    ///
    /// Its input begins with three bytes, which are the end of valid text, perhaps inside a sequence,
    /// and are not copied. Of those after them it copies whole blocks of 64 into the destination, as many as fit, up
    /// to the first block in which a byte cannot follow those before it, and returns how many bytes it has
    /// copied. It may leave out the last blocks. What the end of the last one leaves open, a bad lead there
    /// included, is left to the caller.
    #[must_use]
    pub const fn with_copy(self, copy: CopyText) -> Self {
        Self { copy: Some(copy), ..self }
    }

    /// Validates bytes, by the contract of [`Backend::scan`](crate::Backend::scan). To be called only where the
    /// machine has the processor features of the backend.
    #[must_use]
    #[inline]
    pub const fn scan(self) -> unsafe fn(&[u8]) -> Scan {
        self.scan
    }

    /// Copies text; see [`with_copy`](Self::with_copy). To be called only where the machine has the processor
    /// features of the backend.
    #[must_use]
    #[inline]
    pub const fn copy(self) -> Option<CopyText> {
        self.copy
    }

    /// The items of 64 bytes; see [`with_items`](Self::with_items). To be called only where the machine has
    /// the processor features of the backend.
    #[must_use]
    #[inline]
    pub const fn items(self) -> unsafe fn(&Context) -> Items {
        self.items
    }
}

/// A converting kernel, by the contract of [`Progress`].
pub type Convert<S, D> = unsafe fn(&[S], &mut [D]) -> Progress;

/// A kernel that converts with U+FFFD in place of each ill-formed sequence, for text in which these are frequent.
///
/// Its source begins with [`BEFORE`](Conversion::BEFORE) units that come before the text: they may be looked at, and are not
/// converted. The text begins where a character or an ill-formed sequence does. In the [`Progress`], `read`
/// counts units of the text, and ends where a character or an ill-formed sequence does; `dst[..written]` is
/// exactly their conversion. It may stop anywhere, and should where it has not met an error for a while.
pub type Replace<S, D> = unsafe fn(&[S], &mut [D]) -> Progress;

/// The family of conversions: UTF-8 to and from UTF-16, UTF-32 and Latin-1, in native units.
///
/// Every column may be missing; then the [portable conversion](crate::convert::portable) takes its place.
///
/// ```
/// use placemat_core::{Conversion, convert::Progress};
///
/// fn latin1_to_utf8(source: &[u8], dst: &mut [u8]) -> Progress {
///     let ascii = source.iter().zip(&*dst).take_while(|(byte, _)| byte.is_ascii()).count();
///     dst[..ascii].copy_from_slice(&source[..ascii]);
///     Progress { read: ascii, written: ascii }
/// }
/// const CONVERSION: Conversion = Conversion::NONE.with_latin1_to_utf8(latin1_to_utf8);
///
/// assert!(CONVERSION.latin1_to_utf8().is_some() && CONVERSION.utf8_to_latin1().is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Conversion {
    utf8_to_utf16: Option<Convert<u8, u16>>,
    utf16_to_utf8: Option<Convert<u16, u8>>,
    utf8_to_utf32: Option<Convert<u8, u32>>,
    utf32_to_utf8: Option<Convert<u32, u8>>,
    utf8_to_latin1: Option<Convert<u8, u8>>,
    latin1_to_utf8: Option<Convert<u8, u8>>,
    utf8_to_utf16_replaced: Option<Replace<u8, u16>>,
    utf16_to_utf8_replaced: Option<Replace<u16, u8>>,
}

impl Conversion {
    /// How many units before the text a [`Replace`] is given.
    pub const BEFORE: usize = 3;
}

/// A column of [`Conversion`]: what puts it in, and what asks for it.
macro_rules! columns {
    ($($column:ident, $with:ident: $Kernel:ty, $what:literal;)*) => {
        impl Conversion {
            /// No kernels: all conversions are the portable ones.
            pub const NONE: Self = Self { $($column: None,)* };

            $(
                #[doc = concat!("The same, with this kernel from ", $what, ".")]
                #[must_use]
                pub const fn $with(self, kernel: $Kernel) -> Self {
                    Self { $column: Some(kernel), ..self }
                }

                #[doc = concat!("The kernel from ", $what, ". To be called only where the machine has \
                                 the processor features of the backend.")]
                #[must_use]
                #[inline]
                pub const fn $column(self) -> Option<$Kernel> {
                    self.$column
                }
            )*
        }
    };
}

columns! {
    utf8_to_utf16, with_utf8_to_utf16: Convert<u8, u16>, "UTF-8 to UTF-16";
    utf16_to_utf8, with_utf16_to_utf8: Convert<u16, u8>, "UTF-16 to UTF-8";
    utf8_to_utf32, with_utf8_to_utf32: Convert<u8, u32>, "UTF-8 to UTF-32";
    utf32_to_utf8, with_utf32_to_utf8: Convert<u32, u8>, "UTF-32 to UTF-8";
    utf8_to_latin1, with_utf8_to_latin1: Convert<u8, u8>, "UTF-8 to Latin-1";
    latin1_to_utf8, with_latin1_to_utf8: Convert<u8, u8>, "Latin-1 to UTF-8";
    utf8_to_utf16_replaced, with_utf8_to_utf16_replaced: Replace<u8, u16>, "UTF-8 to UTF-16, which replaces";
    utf16_to_utf8_replaced, with_utf16_to_utf8_replaced: Replace<u16, u8>, "UTF-16 to UTF-8, which replaces";
}
