//! Conversion: the characters of whole windows at once.
//!
//! Lane y of a block sees the octet `s[y]` and the three before it as b1, b2, b3, b4, and the one after it as
//! b0. If b0 is no continuation, a character ends at y, and the lane *writes* it. So lanes need no state,
//! and the driver can cut the text into blocks anywhere, even inside a character. Then the units of the lanes
//! that write are moved together, in order.
//!
//! | file | what is in it |
//! | --- | --- |
//! | [`Compact`] | what a backend adds to [`Kernel`](crate::validate::Kernel): units moved together |
//! | [`units`] | what a lane writes |
//! | [`Rows`] | units moved together by shuffles that are looked up |
//! | [`utf8_to_utf16`] | the way through the text: chunks, and blocks at its edges |
//! | [`short`](fn@short) | short texts |
//! | [`utf8_to_utf16_replaced`], [`utf16_to_utf8_replaced`] | text with many errors |
//! | [`Shorten`], [`utf16_to_utf8`] | the other direction |
//! | [`Latin1Kernel`], [`latin1_to_utf8`], [`utf8_to_latin1`] | to and from Latin-1 |
//! | [`Utf32Kernel`], [`utf8_to_utf32`], [`utf32_to_utf8`] | to and from UTF-32 |
//! | [`Shuffle`] | what a backend of sixteen lanes adds to [`Narrow`](crate::Narrow) for these |

mod ascii;
mod block;
mod chunk;
mod compact;
mod driver;
mod frame;
mod lanes;
mod latin1;
mod latin1_narrow;
mod mend;
mod mend_places;
mod replace;
mod replace_lanes;
mod rows;
mod shape;
mod short;
mod shorten;
mod shuffle;
mod sparse;
mod utf32;
mod utf32_fused;
mod utf32_narrow;

pub use block::Four;
pub use compact::Compact;
pub use driver::{utf8_to_utf16, whole_characters};
pub use frame::vectors;
pub use lanes::{Lanes, units, units_of_three};
pub use latin1::{Decoded, Latin1Kernel, Pairs, latin1_to_utf8, utf8_to_latin1};
pub use latin1_narrow::latin1_by_rows;
pub use mend::utf16_to_utf8_replaced;
pub use mend_places::{Narrows, utf16_to_utf8_mended};
pub use replace::{BlockRoom, Known, utf8_to_utf16_replaced};
pub use replace_lanes::{ReplaceLanes, replace_by_lanes};
pub use rows::{ROWS, Rows, compact_by_rows};
pub use short::short;
pub use shorten::{
    Class, EIGHTS, FOURS, Room, SOME, Shorten, UNITS, Units, Words, utf16_to_utf8, utf16_to_utf8_long, words,
};
pub use shuffle::Shuffle;
pub use utf32::{Utf32Kernel, Utf32Room, utf8_to_utf32, utf32_to_utf8, whole};
pub use utf32_fused::utf32_fused;
pub use utf32_narrow::{NarrowUtf32, utf32_by_words};

use crate::BLOCK;

/// How many octets before an octet its lane looks at.
pub const BEFORE: usize = 3;

/// How many units of room there must be beyond the lanes, so that stores of eight units need not be checked
/// one by one.
pub const SPARE: usize = 8;

/// A block, the three octets before it and the one after it.
pub type Window = [u8; BEFORE + BLOCK + 1];
