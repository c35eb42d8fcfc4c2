//! Measuring: the number of characters or units of a text in an encoding, and the length of its valid prefix.
//!
//! The length of a text is the sum of the lengths of its units (see
//! [`Measured`](placemat_core::convert::portable::Measured)). So the lanes of a vector count independently, without
//! state and regardless of character boundaries. Lanes are 8 bits wide; the driver sums and resets them before they
//! can overflow.
//!
//! | item | contents |
//! | --- | --- |
//! | [`Measure`] | what a backend adds to [`Simd`](crate::Simd): counting in lanes |
//! | [`characters`], [`utf8_as_utf16`], ... | what the lanes count for each length |
//! | `driver` | the loop over the text |
//! | [`tally`] | characters and the largest byte in one pass |
//! | [`line_ends`], [`line_starts`], ... | the ends of lines, as bits |
//! | [`seek_characters`], [`seek_utf16`] | where a number of characters or units ends |
//! | [`utf16_valid`], ... | prefixes: portable code that the compiler vectorises |

mod columns;
mod driver;
mod lanes;
mod lines;
mod seek;
mod tally;
mod vectorised;

pub use columns::{characters, latin1_as_utf8, line_feeds, utf8_as_utf16, utf16_as_utf8, utf32_as_utf8};
pub use lanes::Measure;
pub use lines::{line_ends, line_starts, unicode_line_ends};
pub use seek::{seek_characters, seek_utf16};
pub use tally::tally;
pub use vectorised::{
    utf8_before_rtl, utf8_latin1, utf16_as_utf32, utf16_ascii, utf16_before_rtl, utf16_latin1, utf16_valid,
    utf32_valid,
};

/// Declares `MEASURING`, a backend's measuring kernels for a registry, compiled for the CPU features of its token; those
/// that seek are named, where they are faster than to count and then to search word by word.
///
/// ```text
/// placemat_simd::measuring! { Avx2 needs ["avx2"] }
/// ```
#[macro_export]
macro_rules! measuring {
    ($Token:ident needs $features:tt $($with_seek:ident $seek:ident),*) => {
        $crate::measuring! { @kernels $Token $features
            with_characters characters(units: &[u8]) -> usize,
            with_utf8_as_utf16 utf8_as_utf16(units: &[u8]) -> usize,
            with_utf16_as_utf8 utf16_as_utf8(units: &[u16]) -> usize,
            with_utf16_as_utf32 utf16_as_utf32(units: &[u16]) -> usize,
            with_utf32_as_utf8 utf32_as_utf8(units: &[u32]) -> usize,
            with_latin1_as_utf8 latin1_as_utf8(units: &[u8]) -> usize,
            with_utf16_valid utf16_valid(units: &[u16]) -> usize,
            with_utf32_valid utf32_valid(units: &[u32]) -> usize,
            with_utf8_latin1 utf8_latin1(units: &[u8]) -> usize,
            with_utf16_ascii utf16_ascii(units: &[u16]) -> usize,
            with_utf16_latin1 utf16_latin1(units: &[u16]) -> usize,
            with_utf8_before_rtl utf8_before_rtl(units: &[u8]) -> usize,
            with_utf16_before_rtl utf16_before_rtl(units: &[u16]) -> usize,
            with_line_feeds line_feeds(units: &[u8]) -> usize,
            with_line_ends line_ends(units: &[u8]) -> usize,
            with_unicode_line_ends unicode_line_ends(units: &[u8]) -> usize,
            with_tally tally(units: &[u8]) -> $crate::core::Tally,
            with_line_starts line_starts(
                bytes: &[u8], ends: $crate::core::convert::portable::LineEnds, skip: usize, dst: &mut [usize]
            ) -> usize,
            $($with_seek $seek(bytes: &[u8], skip: usize) -> (usize, usize),)*
        }
    };
    (@kernels $Token:ident $features:tt $($with:ident $kernel:ident($($arg:ident: $Type:ty),+) -> $Out:ty,)+) => {
        /// The measuring kernels, for a registry.
        pub const MEASURING: $crate::core::Measuring = $crate::core::Measuring::NONE$(.$with($kernel))+;

        $($crate::measuring! { @kernel $Token $features $kernel($($arg: $Type),+) -> $Out })+
    };
    (@kernel $Token:ident [$($feature:literal),+] $kernel:ident($($arg:ident: $Type:ty),+) -> $Out:ty) => {
        $(#[target_feature(enable = $feature)])+
        fn $kernel($($arg: $Type),+) -> $Out {
            // Callers have checked that the CPU has the features.
            $crate::measure::$kernel($Token(()), $($arg),+)
        }
    };
}
