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
//! | [`utf16_valid`], ... | prefixes: portable code that the compiler vectorises |

mod columns;
mod driver;
mod lanes;
mod lines;
mod tally;
mod vectorised;

pub use columns::{characters, latin1_as_utf8, line_feeds, utf8_as_utf16, utf16_as_utf8, utf32_as_utf8};
pub use lanes::Measure;
pub use lines::{line_ends, line_starts, unicode_line_ends};
pub use tally::tally;
pub use vectorised::{
    utf8_before_rtl, utf8_latin1, utf16_as_utf32, utf16_ascii, utf16_before_rtl, utf16_latin1, utf16_valid,
    utf32_valid,
};

/// Declares `MEASURING`, a backend's measuring kernels for a registry, compiled for the CPU features of its token.
///
/// ```text
/// placemat_simd::measuring! { Avx2 needs ["avx2"] }
/// ```
#[macro_export]
macro_rules! measuring {
    ($Token:ident needs $features:tt) => {
        $crate::measuring! { @kernels $Token $features
            with_characters characters(u8) -> usize,
            with_utf8_as_utf16 utf8_as_utf16(u8) -> usize,
            with_utf16_as_utf8 utf16_as_utf8(u16) -> usize,
            with_utf16_as_utf32 utf16_as_utf32(u16) -> usize,
            with_utf32_as_utf8 utf32_as_utf8(u32) -> usize,
            with_latin1_as_utf8 latin1_as_utf8(u8) -> usize,
            with_utf16_valid utf16_valid(u16) -> usize,
            with_utf32_valid utf32_valid(u32) -> usize,
            with_utf8_latin1 utf8_latin1(u8) -> usize,
            with_utf16_ascii utf16_ascii(u16) -> usize,
            with_utf16_latin1 utf16_latin1(u16) -> usize,
            with_utf8_before_rtl utf8_before_rtl(u8) -> usize,
            with_utf16_before_rtl utf16_before_rtl(u16) -> usize,
            with_line_feeds line_feeds(u8) -> usize,
            with_line_ends line_ends(u8) -> usize,
            with_unicode_line_ends unicode_line_ends(u8) -> usize,
            with_tally tally(u8) -> $crate::core::Tally,
        }
        $crate::measuring! { @line_starts $Token $features }
    };
    (@line_starts $Token:ident [$($feature:literal),+]) => {
        $(#[target_feature(enable = $feature)])+
        fn line_starts(
            bytes: &[u8],
            ends: $crate::core::convert::portable::LineEnds,
            skip: usize,
            dst: &mut [usize],
        ) -> usize {
            $crate::measure::line_starts($Token(()), bytes, ends, skip, dst)
        }
    };
    (@kernels $Token:ident $features:tt $($with:ident $kernel:ident($Unit:ty) -> $Out:ty,)+) => {
        /// The measuring kernels, for a registry.
        pub const MEASURING: $crate::core::Measuring =
            $crate::core::Measuring::NONE.with_line_starts(line_starts)$(.$with($kernel))+;

        $($crate::measuring! { @kernel $Token $features $kernel $Unit, $Out })+
    };
    (@kernel $Token:ident [$($feature:literal),+] $kernel:ident $Unit:ty, $Out:ty) => {
        $(#[target_feature(enable = $feature)])+
        fn $kernel(units: &[$Unit]) -> $Out {
            // Callers have checked that the CPU has the features.
            $crate::measure::$kernel($Token(()), units)
        }
    };
}
