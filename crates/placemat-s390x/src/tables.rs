//! The tables of kernels: portable code, compiled for the facility. Conversions to and from UTF-8 gain by it where the
//! text is ASCII.

use placemat_core::convert::portable::{self, Direct, Measured, ValidateUnits};
use placemat_core::convert::{Latin1, Progress, Utf8, Utf16, Utf32};
use placemat_core::{Conversion, Measuring};

/// Defines a table. Each line has the setter of its kernel and what the kernel calls.
macro_rules! table {
    (
        $(#[$doc:meta])* $TABLE:ident: $Table:ident of $Result:ty;
        $($with:ident($source:ident: $S:ty $(, $dst:ident: $D:ty)?) = $portable:expr $(, $last:expr)?;)*
    ) => {
        $(#[$doc])*
        pub const $TABLE: $Table = {
            let table = $Table::NONE;
            $(
                #[target_feature(enable = "vector")]
                fn $with($source: &[$S] $(, $dst: &mut [$D])?) -> $Result {
                    $portable($source $(, $dst)? $(, $last)?)
                }
                let table = table.$with($with);
            )*
            table
        };
    };
}

table! {
    /// The backend's conversion kernels, for a registry.
    CONVERSION: Conversion of Progress;

    with_utf8_to_utf16(source: u8, dst: u16) = portable::from_utf8_inlined::<Utf16>;
    with_utf16_to_utf8(source: u16, dst: u8) = portable::to_utf8_inlined::<Utf16>;
    with_utf8_to_utf32(source: u8, dst: u32) = portable::from_utf8_inlined::<Utf32>;
    with_utf32_to_utf8(source: u32, dst: u8) = portable::to_utf8_inlined::<Utf32>;
    with_utf16_to_utf32(source: u16, dst: u32) = portable::direct::<Utf16, Utf32>;
    with_utf32_to_utf16(source: u32, dst: u16) = portable::direct::<Utf32, Utf16>;
    with_utf16_to_latin1(source: u16, dst: u8) = portable::direct::<Utf16, Latin1>;
    with_latin1_to_utf16(source: u8, dst: u16) = portable::direct::<Latin1, Utf16>;
    with_utf32_to_latin1(source: u32, dst: u8) = portable::direct::<Utf32, Latin1>;
    with_latin1_to_utf32(source: u8, dst: u32) = portable::direct::<Latin1, Utf32>;
    with_utf16_to_utf16(source: u16, dst: u16) = portable::direct::<Utf16, Utf16>;
    with_utf32_to_utf32(source: u32, dst: u32) = portable::direct::<Utf32, Utf32>;
    with_utf16le_to_utf16be(source: u8, dst: u8) = portable::swap_bytes::<Utf16, 2>, u16::from_le_bytes;
    with_utf16be_to_utf16le(source: u8, dst: u8) = portable::swap_bytes::<Utf16, 2>, u16::from_be_bytes;
    with_utf32le_to_utf32be(source: u8, dst: u8) = portable::swap_bytes::<Utf32, 4>, u32::from_le_bytes;
    with_utf32be_to_utf32le(source: u8, dst: u8) = portable::swap_bytes::<Utf32, 4>, u32::from_be_bytes;
}

table! {
    /// The backend's measuring kernels, for a registry.
    MEASURING: Measuring of usize;

    with_characters(source: u8) = <Utf8 as Measured<Utf32>>::measure;
    with_utf8_as_utf16(source: u8) = <Utf8 as Measured<Utf16>>::measure;
    with_utf16_as_utf8(source: u16) = Utf16::measure;
    with_utf16_as_utf32(source: u16) = Utf16::len_in::<Utf32>;
    with_utf32_as_utf8(source: u32) = Utf32::measure;
    with_latin1_as_utf8(source: u8) = Latin1::measure;
    with_utf16_valid(source: u16) = Utf16::valid;
    with_utf32_valid(source: u32) = Utf32::valid;
    with_utf8_latin1(source: u8) = portable::up_to, 0xC3;
    with_utf16_ascii(source: u16) = portable::up_to, 0x7F;
    with_utf16_latin1(source: u16) = portable::up_to, 0xFF;
    with_utf8_before_rtl(source: u8) = portable::utf8_before_rtl;
    with_utf16_before_rtl(source: u16) = portable::utf16_before_rtl;
}
