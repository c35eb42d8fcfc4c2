//! The registry by columns, so that a program links only the kernels of the operations that it uses.

use placemat_core::{Context, ConvertFn, Items, LineStartsFn, MeasureFn, ReplaceFn, SeekFn, TallyFn};

use super::registry::{CONVERSIONS, MEASURINGS, VALIDATIONS};

const COUNT: usize = VALIDATIONS.len();

/// One operation's kernels for all compiled-in backends, in registry order.
pub(crate) struct Column<K>(pub(super) [Option<K>; COUNT]);

// Constants, not statics: where the build fixes the backend, the compiler knows the kernel and calls it directly.
macro_rules! columns {
    ($($(#[$meta:meta])* $COLUMN:ident: $Kernel:ty = $TABLE:ident |$row:ident| $kernel:expr;)*) => {
        $(
            $(#[$meta])*
            pub(crate) const $COLUMN: &Column<$Kernel> = &Column({
                let mut kernels: [Option<$Kernel>; COUNT] = [None; COUNT];
                let mut at = 0;
                while at < COUNT {
                    let $row = $TABLE[at];
                    kernels[at] = $kernel;
                    at += 1;
                }
                kernels
            });
        )*
    };
}

columns! {
    ITEMS: unsafe fn(&Context) -> Items = VALIDATIONS |row| Some(row.items());
    COPY: placemat_core::CopyFn = VALIDATIONS |row| row.copy();

    UTF8_TO_UTF16: ConvertFn<u8, u16> = CONVERSIONS |row| row.utf8_to_utf16();
    UTF16_TO_UTF8: ConvertFn<u16, u8> = CONVERSIONS |row| row.utf16_to_utf8();
    UTF8_TO_UTF32: ConvertFn<u8, u32> = CONVERSIONS |row| row.utf8_to_utf32();
    UTF32_TO_UTF8: ConvertFn<u32, u8> = CONVERSIONS |row| row.utf32_to_utf8();
    UTF8_TO_LATIN1: ConvertFn<u8, u8> = CONVERSIONS |row| row.utf8_to_latin1();
    LATIN1_TO_UTF8: ConvertFn<u8, u8> = CONVERSIONS |row| row.latin1_to_utf8();
    UTF16_TO_UTF32: ConvertFn<u16, u32> = CONVERSIONS |row| row.utf16_to_utf32();
    UTF32_TO_UTF16: ConvertFn<u32, u16> = CONVERSIONS |row| row.utf32_to_utf16();
    UTF16_TO_LATIN1: ConvertFn<u16, u8> = CONVERSIONS |row| row.utf16_to_latin1();
    LATIN1_TO_UTF16: ConvertFn<u8, u16> = CONVERSIONS |row| row.latin1_to_utf16();
    UTF32_TO_LATIN1: ConvertFn<u32, u8> = CONVERSIONS |row| row.utf32_to_latin1();
    LATIN1_TO_UTF32: ConvertFn<u8, u32> = CONVERSIONS |row| row.latin1_to_utf32();
    UTF16_TO_UTF16: ConvertFn<u16, u16> = CONVERSIONS |row| row.utf16_to_utf16();
    UTF32_TO_UTF32: ConvertFn<u32, u32> = CONVERSIONS |row| row.utf32_to_utf32();
    UTF16LE_TO_UTF16BE: ConvertFn<u8, u8> = CONVERSIONS |row| row.utf16le_to_utf16be();
    UTF16BE_TO_UTF16LE: ConvertFn<u8, u8> = CONVERSIONS |row| row.utf16be_to_utf16le();
    UTF32LE_TO_UTF32BE: ConvertFn<u8, u8> = CONVERSIONS |row| row.utf32le_to_utf32be();
    UTF32BE_TO_UTF32LE: ConvertFn<u8, u8> = CONVERSIONS |row| row.utf32be_to_utf32le();
    UTF8_TO_UTF16_LOSSY: ReplaceFn<u8, u16> = CONVERSIONS |row| row.utf8_to_utf16_lossy();
    UTF16_TO_UTF8_LOSSY: ReplaceFn<u16, u8> = CONVERSIONS |row| row.utf16_to_utf8_lossy();
    /// `Some` for backends that have the kernels that replace.
    LOSSY: () = CONVERSIONS |row| if row.utf16_to_utf8_lossy().is_some() { Some(()) } else { None };

    CHARACTERS: MeasureFn<u8> = MEASURINGS |row| row.characters();
    UTF8_AS_UTF16: MeasureFn<u8> = MEASURINGS |row| row.utf8_as_utf16();
    UTF16_AS_UTF8: MeasureFn<u16> = MEASURINGS |row| row.utf16_as_utf8();
    UTF16_AS_UTF32: MeasureFn<u16> = MEASURINGS |row| row.utf16_as_utf32();
    UTF32_AS_UTF8: MeasureFn<u32> = MEASURINGS |row| row.utf32_as_utf8();
    LATIN1_AS_UTF8: MeasureFn<u8> = MEASURINGS |row| row.latin1_as_utf8();
    UTF16_VALID: MeasureFn<u16> = MEASURINGS |row| row.utf16_valid();
    UTF32_VALID: MeasureFn<u32> = MEASURINGS |row| row.utf32_valid();
    UTF8_LATIN1: MeasureFn<u8> = MEASURINGS |row| row.utf8_latin1();
    UTF16_ASCII: MeasureFn<u16> = MEASURINGS |row| row.utf16_ascii();
    UTF16_LATIN1: MeasureFn<u16> = MEASURINGS |row| row.utf16_latin1();
    UTF8_BEFORE_RTL: MeasureFn<u8> = MEASURINGS |row| row.utf8_before_rtl();
    UTF16_BEFORE_RTL: MeasureFn<u16> = MEASURINGS |row| row.utf16_before_rtl();
    LINE_FEEDS: MeasureFn<u8> = MEASURINGS |row| row.line_feeds();
    LINE_ENDS: MeasureFn<u8> = MEASURINGS |row| row.line_ends();
    UNICODE_LINE_ENDS: MeasureFn<u8> = MEASURINGS |row| row.unicode_line_ends();
    LINE_STARTS: LineStartsFn = MEASURINGS |row| row.line_starts();
    SEEK_CHARACTERS: SeekFn = MEASURINGS |row| row.seek_characters();
    SEEK_UTF16: SeekFn = MEASURINGS |row| row.seek_utf16();
    TALLY: TallyFn = MEASURINGS |row| row.tally();
}
