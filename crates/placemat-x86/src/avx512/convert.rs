//! The converting kernels.

mod judge;
mod latin1;
mod pairs;
mod utf16_to_utf8;
mod utf32;
mod utf8_to_utf16;

use placemat_core::Conversion;

use latin1::{latin1_to_utf8, utf8_to_latin1};
use utf8_to_utf16::{utf8_to_utf16, utf8_to_utf16_replaced};
use utf16_to_utf8::{utf16_to_utf8, utf16_to_utf8_replaced};
use utf32::{utf8_to_utf32, utf32_to_utf8};

/// The converting kernels, for a registry.
pub const CONVERSION: Conversion = Conversion::NONE
    .with_utf8_to_utf16(utf8_to_utf16)
    .with_utf16_to_utf8(utf16_to_utf8)
    .with_utf8_to_utf32(utf8_to_utf32)
    .with_utf32_to_utf8(utf32_to_utf8)
    .with_utf8_to_latin1(utf8_to_latin1)
    .with_latin1_to_utf8(latin1_to_utf8)
    .with_utf8_to_utf16_replaced(utf8_to_utf16_replaced)
    .with_utf16_to_utf8_replaced(utf16_to_utf8_replaced);
