//! Portable code that the compiler vectorises for the CPU features of a backend. Each function must be called from one
//! that is compiled for the CPU features of `kernel`.

use placemat_core::convert::portable::{self, Direct, ValidateUnits};
use placemat_core::convert::{Utf16, Utf32};

use super::Measure;

macro_rules! vectorised {
    ($($(#[$doc:meta])* $name:ident($Unit:ty) = $portable:path $(, $largest:literal)?;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name<K: Measure>(kernel: K, units: &[$Unit]) -> usize {
            let _ = kernel;
            $portable(units $(, $largest)?)
        }
    )*};
}

vectorised! {
    /// The number of units that UTF-16 has in UTF-32.
    utf16_as_utf32(u16) = Utf16::len_in::<Utf32>;
    /// The number of UTF-16 units before the first error.
    utf16_valid(u16) = Utf16::valid;
    /// The number of UTF-32 units before the first error.
    utf32_valid(u32) = Utf32::valid;
    /// The number of bytes of UTF-8 before the first one above C3, which begins a character above U+00FF.
    utf8_latin1(u8) = portable::up_to, 0xC3;
    /// The number of UTF-16 units before the first one above 7F.
    utf16_ascii(u16) = portable::up_to, 0x7F;
    /// The number of UTF-16 units before the first one above FF.
    utf16_latin1(u16) = portable::up_to, 0xFF;
    /// The number of bytes of UTF-8 before the first right-to-left character.
    utf8_before_rtl(u8) = portable::utf8_before_rtl;
    /// The number of UTF-16 units before the first right-to-left character.
    utf16_before_rtl(u16) = portable::utf16_before_rtl;
}
