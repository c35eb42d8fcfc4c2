//! The tables of functions that a backend registers, one per family of operations.

/// Defines a table of kernels, with a setter and a getter for each column.
macro_rules! kernels {
    ($(#[$meta:meta])* $Table:ident; $($column:ident, $with:ident: $Kernel:ty, $what:literal;)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Table {
            $($column: Option<$Kernel>,)*
        }

        impl $Table {
            /// No kernels: everything is done by portable code.
            pub const NONE: Self = Self { $($column: None,)* };

            $(
                #[doc = concat!("Adds the kernel ", $what, ".")]
                #[must_use]
                pub const fn $with(self, kernel: $Kernel) -> Self {
                    Self { $column: Some(kernel), ..self }
                }

                #[doc = concat!("Returns the kernel ", $what, ". Call it only if the machine has the backend's CPU \
                                 features.")]
                #[must_use]
                #[inline]
                pub const fn $column(self) -> Option<$Kernel> {
                    self.$column
                }
            )*
        }
    };
}

mod measuring;

pub use measuring::{LineStartsFn, MeasureFn, Measuring, SeekFn, TallyFn};

use core::mem::MaybeUninit;

use crate::{Context, Items, Scan, convert::Progress};

/// The validation functions, which every backend has.
///
/// A table is plain data and safe to create. Its functions are unsafe to call: they may need CPU features
/// that only the backend's detection can establish.
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
    copy: Option<CopyFn>,
}

/// A function that copies text; see [`Validation::with_copy`].
pub type CopyFn = unsafe fn(&[u8], &mut [MaybeUninit<u8>]) -> usize;

impl Validation {
    /// Creates the table of a backend whose [`Backend::scan`](crate::Backend::scan) is this function. The function may
    /// be compiled for the backend's CPU features: a direct call costs less than one through a method.
    #[must_use]
    pub const fn new(scan: unsafe fn(&[u8]) -> Scan) -> Self {
        Self { scan, items: Items::of, copy: None }
    }

    /// Adds a function that is faster than [`Items::of`] and agrees with it.
    ///
    /// An item must begin at the first of the 64 bytes. The three bytes before them may be loaded, but do not
    /// affect the result.
    #[must_use]
    pub const fn with_items(self, items: unsafe fn(&Context) -> Items) -> Self {
        Self { items, ..self }
    }

    /// Adds a function that copies text up to the first error.
    ///
    /// Its input begins with three bytes that are not copied: the end of valid text, possibly inside a sequence. It
    /// copies the bytes after them in whole blocks of 64, as many as fit into the destination, up to the first block
    /// with a byte that cannot follow those before it, and returns the number of bytes copied. It may leave out the
    /// last blocks. The caller must check a sequence that the end of the last block cuts off, including an invalid
    /// lead byte there.
    #[must_use]
    pub const fn with_copy(self, copy: CopyFn) -> Self {
        Self { copy: Some(copy), ..self }
    }

    /// The function that validates bytes, as [`Backend::scan`](crate::Backend::scan) specifies. Call it only if
    /// the machine has the backend's CPU features.
    #[must_use]
    #[inline]
    pub const fn scan(self) -> unsafe fn(&[u8]) -> Scan {
        self.scan
    }

    /// The function that copies text; see [`with_copy`](Self::with_copy). Call it only if the machine has the
    /// backend's CPU features.
    #[must_use]
    #[inline]
    pub const fn copy(self) -> Option<CopyFn> {
        self.copy
    }

    /// The function that computes the items of 64 bytes; see [`with_items`](Self::with_items). Call it only
    /// if the machine has the backend's CPU features.
    #[must_use]
    #[inline]
    pub const fn items(self) -> unsafe fn(&Context) -> Items {
        self.items
    }
}

/// A conversion kernel, as [`Progress`] specifies.
pub type ConvertFn<S, D> = unsafe fn(&[S], &mut [D]) -> Progress;

/// A kernel that replaces each invalid sequence by U+FFFD, for text with frequent errors.
///
/// Its source begins with [`BEFORE`](Conversion::BEFORE) units that precede the text: it may read them, but does not
/// convert them. The text begins at the boundary of a character or an invalid sequence. In the [`Progress`],
/// `read` counts units of the text and ends at such a boundary; `dst[..written]` is exactly their conversion. The
/// kernel may stop anywhere, and should after a while without errors.
pub type ReplaceFn<S, D> = unsafe fn(&[S], &mut [D]) -> Progress;

kernels! {
    /// The conversion kernels: UTF-8 to and from UTF-16, UTF-32 and Latin-1, in native units.
    ///
    /// Any of them may be missing; the portable conversion is then used.
    ///
    /// ```
    /// use placemat_core::{Conversion, Progress};
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
    Conversion;

    utf8_to_utf16, with_utf8_to_utf16: ConvertFn<u8, u16>, "from UTF-8 to UTF-16";
    utf16_to_utf8, with_utf16_to_utf8: ConvertFn<u16, u8>, "from UTF-16 to UTF-8";
    utf8_to_utf32, with_utf8_to_utf32: ConvertFn<u8, u32>, "from UTF-8 to UTF-32";
    utf32_to_utf8, with_utf32_to_utf8: ConvertFn<u32, u8>, "from UTF-32 to UTF-8";
    utf8_to_latin1, with_utf8_to_latin1: ConvertFn<u8, u8>, "from UTF-8 to Latin-1";
    latin1_to_utf8, with_latin1_to_utf8: ConvertFn<u8, u8>, "from Latin-1 to UTF-8";
    utf16_to_utf32, with_utf16_to_utf32: ConvertFn<u16, u32>, "from UTF-16 to UTF-32";
    utf32_to_utf16, with_utf32_to_utf16: ConvertFn<u32, u16>, "from UTF-32 to UTF-16";
    utf16_to_latin1, with_utf16_to_latin1: ConvertFn<u16, u8>, "from UTF-16 to Latin-1";
    latin1_to_utf16, with_latin1_to_utf16: ConvertFn<u8, u16>, "from Latin-1 to UTF-16";
    utf32_to_latin1, with_utf32_to_latin1: ConvertFn<u32, u8>, "from UTF-32 to Latin-1";
    latin1_to_utf32, with_latin1_to_utf32: ConvertFn<u8, u32>, "from Latin-1 to UTF-32";
    utf16_to_utf16, with_utf16_to_utf16: ConvertFn<u16, u16>, "that copies valid UTF-16";
    utf32_to_utf32, with_utf32_to_utf32: ConvertFn<u32, u32>, "that copies valid UTF-32";
    utf16le_to_utf16be, with_utf16le_to_utf16be: ConvertFn<u8, u8>, "from UTF-16LE to UTF-16BE";
    utf16be_to_utf16le, with_utf16be_to_utf16le: ConvertFn<u8, u8>, "from UTF-16BE to UTF-16LE";
    utf32le_to_utf32be, with_utf32le_to_utf32be: ConvertFn<u8, u8>, "from UTF-32LE to UTF-32BE";
    utf32be_to_utf32le, with_utf32be_to_utf32le: ConvertFn<u8, u8>, "from UTF-32BE to UTF-32LE";
    utf8_to_utf16_lossy, with_utf8_to_utf16_lossy: ReplaceFn<u8, u16>, "from UTF-8 to UTF-16, lossy";
    utf16_to_utf8_lossy, with_utf16_to_utf8_lossy: ReplaceFn<u16, u8>, "from UTF-16 to UTF-8, lossy";
}

impl Conversion {
    /// Number of units before the text in the source of a [`ReplaceFn`] kernel.
    pub const BEFORE: usize = 3;
}
