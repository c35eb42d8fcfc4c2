//! Measuring: how many characters text has, how many units it becomes, and how many are valid.
//!
//! What text counts is the sum of what each of its units counts by itself (see
//! [`Measured`](placemat_core::convert::portable::Measured)). So the lanes of a vector count independently,
//! without a state and wherever characters begin. A lane has eight bits; before it can overflow, the lanes
//! are summed and start again.
//!
//! | file | what is in it |
//! | --- | --- |
//! | [`Measure`] | what a backend adds to [`Simd`](crate::Simd): lanes that count |
//! | [`characters`], [`utf8_as_utf16`], ... | what the lanes count for each length |
//! | `driver` | the way through the text |
//! | [`utf16_valid`], ... | how much is valid; no lanes, but a compiler that uses vectors |

mod columns;
mod driver;
mod lanes;
mod validated;

pub use columns::{characters, latin1_as_utf8, utf8_as_utf16, utf16_as_utf8, utf32_as_utf8};
pub use lanes::Measure;
pub use validated::{utf16_valid, utf32_valid};

/// Declares what a backend puts into a registry for measuring, `MEASURING`: the kernels of its token,
/// compiled for its processor features.
///
/// ```text
/// placemat_simd::measuring! { Avx2 needs ["avx2"] }
/// ```
#[macro_export]
macro_rules! measuring {
    ($Token:ident needs $features:tt) => {
        $crate::measuring! { @kernels $Token $features
            characters u8
            utf8_as_utf16 u8
            utf16_as_utf8 u16
            utf32_as_utf8 u32
            latin1_as_utf8 u8
            utf16_valid u16
            utf32_valid u32
        }

        /// The measuring kernels, for a registry.
        pub const MEASURING: $crate::core::Measuring = $crate::core::Measuring::NONE
            .with_characters(characters)
            .with_utf8_as_utf16(utf8_as_utf16)
            .with_utf16_as_utf8(utf16_as_utf8)
            .with_utf32_as_utf8(utf32_as_utf8)
            .with_latin1_as_utf8(latin1_as_utf8)
            .with_utf16_valid(utf16_valid)
            .with_utf32_valid(utf32_valid);
    };
    (@kernels $Token:ident $features:tt $($kernel:ident $Unit:ty)+) => {
        $($crate::measuring! { @kernel $Token $features $kernel $Unit })+
    };
    (@kernel $Token:ident [$($feature:literal),+] $kernel:ident $Unit:ty) => {
        $(#[target_feature(enable = $feature)])+
        fn $kernel(units: &[$Unit]) -> usize {
            // Whatever runs this has the features.
            $crate::measure::$kernel($Token(()), units)
        }
    };
}
