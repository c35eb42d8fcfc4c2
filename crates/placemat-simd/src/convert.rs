//! Conversion: all characters of a frame at once.
//!
//! Lane y of a block sees the byte `s[y]` as b1, the three before it as b2, b3 and b4, and the one after it as b0. If
//! b0 is not a continuation byte, a character ends at y, and the lane *writes* its unit. So lanes carry no state, and
//! the driver can cut the text into blocks anywhere, even inside a character. The units of the lanes that write are
//! then compressed, as by `vpcompressw`.
//!
//! | item | contents |
//! | --- | --- |
//! | [`Convert`] | what a backend adds to [`Kernel`](crate::validate::Kernel) and [`Words`] |
//! | [`units_of_three`] | the unit that a lane writes |
//! | [`SHUFFLE_TABLE`] | compression by a table of shuffles |
//! | [`utf8_to_utf16`] | the driver: chunks, and single blocks at both ends |
//! | [`short`](fn@short) | short texts |
//! | [`utf8_to_utf16_replaced`], [`utf16_to_utf8_replaced`] | lossy conversion of text with many errors |
//! | [`utf16_to_utf8`] | the opposite direction |
//! | [`latin1_to_utf8`], [`utf8_to_latin1`] | to and from Latin-1 |
//! | [`utf8_to_utf32`], [`utf32_to_utf8`] | to and from UTF-32 |
//! | [`ConvertDirect`], [`utf16_to_utf32`], ... | without UTF-8: portable code that the compiler vectorises, or kernels |

mod ascii;
mod backend;
mod blocks;
mod chunk;
mod direct;
mod driver;
mod frame;
mod lanes;
mod latin1;
mod latin1_narrow;
mod lossy;
mod replace;
mod replace_lanes;
mod replace_places;
mod route;
mod shape;
mod short;
mod shuffle;
mod shuffle_table;
mod shuffles;
mod sparse;
mod thresholds;
mod utf16_four;
mod utf16_narrow;
mod utf16_overlap;
mod utf16_rows;
mod utf16_sparse;
mod utf16_to_utf8;
mod utf32;
mod utf32_fused;
mod utf32_narrow;
mod words;

pub use backend::{Convert, ConvertLatin1, ConvertUtf32, FromUtf16, ToUtf16};
pub use blocks::{
    BEFORE, BlockDst, Class, Decoded, Dst, Four, Frame, Known, Latin1Frame, PART_UNITS, SPARE, UNITS, Units,
    Utf32Dst,
};
pub use direct::{
    ConvertDirect, latin1_to_utf16, latin1_to_utf32, utf16_to_latin1, utf16_to_utf16, utf16_to_utf32,
    utf16be_to_utf16le, utf16le_to_utf16be, utf32_to_latin1, utf32_to_utf16, utf32_to_utf32,
    utf32be_to_utf32le, utf32le_to_utf32be,
};
pub use driver::{utf8_to_utf16, utf8_to_utf16_long};
pub use frame::{vectors, whole, whole_characters};
pub use lanes::{Lanes, units_of_three};
pub use latin1::{latin1_to_utf8, utf8_to_latin1};
pub use lossy::utf16_to_utf8_replaced;
pub use replace::utf8_to_utf16_replaced;
pub use replace_lanes::replace_by_lanes;
pub use replace_places::utf16_to_utf8_lossy;
pub use route::Route;
pub use short::short;
pub use shuffle_table::{SHUFFLE_TABLE, interleave};
pub use thresholds::Thresholds;
pub use utf16_rows::{EIGHTS, FOURS};
pub use utf16_to_utf8::{utf16_to_utf8, utf16_to_utf8_long};
pub use utf32::{utf8_to_utf32, utf8_to_utf32_long, utf32_to_utf8, utf32_to_utf8_long};
pub use utf32_fused::utf32_fused;
pub use utf32_narrow::encode_by_words;
pub use words::{Sixteen, Words, store_shuffled};

/// Declares `CONVERSION`, a backend's conversion kernels for a registry, compiled for the CPU features of its token.
///
/// `after short` names a module of the backend whose functions have the signatures of the kernels. They convert short
/// texts and return `None` for others. The kernel itself is then a separate function, so that short texts do not pay
/// for the registers that it saves.
///
/// ```text
/// placemat_simd::converting! { Avx2 needs ["avx2"] }
/// ```
#[macro_export]
macro_rules! converting {
    ($Token:ident needs $features:tt $(after $short:ident)?) => {
        /// The conversion kernels, for a registry.
        pub const CONVERSION: $crate::core::Conversion =
            kernels::text::with(kernels::latin1::with(kernels::units::with($crate::core::Conversion::NONE)));

        /// The kernels. The modules exist for the same reason as `validation`: a program links only the constants it
        /// needs. They are few, since rustc makes at most sixteen object files of a crate, and joins the smallest ones.
        mod kernels {
            $crate::converting! { @module text $Token $features
                with_utf8_to_utf16 [$($short utf8_to_utf16_long)?] utf8_to_utf16(u8, u16) [],
                with_utf8_to_utf16_lossy [] utf8_to_utf16_replaced(u8, u16) [],
                with_utf16_to_utf8 [$($short utf16_to_utf8_long)?] utf16_to_utf8(u16, u8) [],
                with_utf16_to_utf8_lossy [] utf16_to_utf8_replaced(u16, u8) [],
            }
            $crate::converting! { @module latin1 $Token $features
                with_utf8_to_latin1 [$($short utf8_to_latin1)?] utf8_to_latin1(u8, u8) [],
                with_latin1_to_utf8 [$($short latin1_to_utf8)?] latin1_to_utf8(u8, u8) [],
            }
            $crate::converting! { @module units $Token $features
                with_utf8_to_utf32 [$($short utf8_to_utf32_long)?] utf8_to_utf32(u8, u32)
                    [|piece| $crate::validate::scan($Token(()), piece),],
                with_utf32_to_utf8 [$($short utf32_to_utf8_long)?] utf32_to_utf8(u32, u8) [],
                with_utf16_to_utf32 [$($short utf16_to_utf32)?] utf16_to_utf32(u16, u32) [],
                with_utf32_to_utf16 [$($short utf32_to_utf16)?] utf32_to_utf16(u32, u16) [],
                with_utf16_to_latin1 [$($short utf16_to_latin1)?] utf16_to_latin1(u16, u8) [],
                with_latin1_to_utf16 [$($short latin1_to_utf16)?] latin1_to_utf16(u8, u16) [],
                with_utf32_to_latin1 [$($short utf32_to_latin1)?] utf32_to_latin1(u32, u8) [],
                with_latin1_to_utf32 [$($short latin1_to_utf32)?] latin1_to_utf32(u8, u32) [],
                with_utf16_to_utf16 [] utf16_to_utf16(u16, u16) [],
                with_utf32_to_utf32 [] utf32_to_utf32(u32, u32) [],
                with_utf16le_to_utf16be [$($short utf16le_to_utf16be)?] utf16le_to_utf16be(u8, u8) [],
                with_utf16be_to_utf16le [$($short utf16be_to_utf16le)?] utf16be_to_utf16le(u8, u8) [],
                with_utf32le_to_utf32be [] utf32le_to_utf32be(u8, u8) [],
                with_utf32be_to_utf32le [] utf32be_to_utf32le(u8, u8) [],
            }
        }
    };
    (@module $module:ident $Token:ident $features:tt
        $($with:ident $short:tt $kernel:ident($S:ty, $D:ty) $validate:tt,)+) => {
        pub(super) mod $module {
            use super::super::*;

            pub(in super::super) const fn with(row: $crate::core::Conversion) -> $crate::core::Conversion {
                row$(.$with($kernel))+
            }

            $($crate::converting! { @kernel $Token $features $short $kernel($S, $D) $validate })+
        }
    };
    (@kernel $Token:ident [$($feature:literal),+] [] $kernel:ident($S:ty, $D:ty) [$($validate:tt)*]) => {
        $(#[target_feature(enable = $feature)])+
        pub(in super::super) fn $kernel(source: &[$S], dst: &mut [$D]) -> $crate::core::convert::Progress {
            // Callers have checked that the CPU has the features.
            $crate::convert::$kernel($Token(()), $($validate)* source, dst)
        }
    };
    (@kernel $Token:ident [$($feature:literal),+] [$short:ident $long:ident]
        $kernel:ident($S:ty, $D:ty) [$($validate:tt)*]) => {
        $(#[target_feature(enable = $feature)])+
        pub(in super::super) fn $kernel(source: &[$S], dst: &mut [$D]) -> $crate::core::convert::Progress {
            #[inline(never)]
            $(#[target_feature(enable = $feature)])+
            fn long(source: &[$S], dst: &mut [$D]) -> $crate::core::convert::Progress {
                // As above.
                $crate::convert::$long($Token(()), $($validate)* source, dst)
            }
            match $short::$kernel($Token(()), source, dst) {
                Some(done) => done,
                None => {
                    $short::before_tail_call($Token(()));
                    long(source, dst)
                }
            }
        }
    };
}
