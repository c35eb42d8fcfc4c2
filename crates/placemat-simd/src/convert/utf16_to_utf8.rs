//! From UTF-16 to UTF-8: what a backend does with a block of units, and the way through the text.
//!
//! A unit becomes one to three bytes by itself. Half of a pair becomes two: the high one the first two of
//! the character, the low one the last two, for which it needs two bits of the unit before it. So lanes need
//! no state here either; they look at one unit on either side.

use placemat_core::{
    convert::{
        Encoding, Progress, Utf8, Utf16,
        portable::{self, short_ascii},
    },
    utf16::{is_high, is_low},
};

use super::lossy::replace_all;
use crate::{Operation, Token, to_line};

mod table;
pub mod words;

pub use table::{EIGHTS, FOURS};
pub use words::Words;

/// Units of a block, all of which are converted in the same way.
pub const UNITS: usize = 128;

/// Units that are converted together where there is no block, at most.
pub const PART_UNITS: usize = 32;

/// A block, and a unit before and after it.
pub type Units = [u16; 1 + UNITS + 1];

/// Room for what a block becomes, three bytes a unit, and for what is stored after that.
pub type Dst = [u8; 3 * UNITS + 144];

/// What kind of units a block has, if none is a surrogate. A block also belongs to all larger classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// All are below 80: one byte each.
    Ascii,
    /// All are below 800: up to two bytes each.
    Two,
    /// Up to three bytes each.
    Three,
}

/// What conversion from UTF-16 needs of a backend.
pub trait Utf16ToUtf8: Token {
    /// So few units are converted character by character, without vectors.
    const SCALAR_MAX_LEN: usize = 0;
    /// So many are if the first one is half of a pair: four pairs in a row are converted together there.
    const SCALAR_MAX_PAIRS: usize = 0;

    /// From so many units on, blocks begin where lines of the cache do. Where vectors are narrow, that does not pay.
    const ALIGN_MIN_LEN: usize = usize::MAX;

    /// The smallest class of the block; `None` where a unit is a surrogate.
    fn class(self, units: &[u16; UNITS]) -> Option<Class>;

    /// Writes what the units of a block become, and says how many bytes that is. `class` is true of the
    /// block. The rest of the destination may be overwritten.
    fn encode(self, units: &[u16; UNITS], class: Class, dst: &mut Dst) -> usize;

    /// The same without a class, which it finds by itself; `None` where a unit is a surrogate.
    #[inline(always)]
    fn encode_plain(self, units: &[u16; UNITS], dst: &mut Dst) -> Option<usize> {
        Some(match self.class(units)? {
            Class::Ascii => self.encode(units, Class::Ascii, dst),
            Class::Two => self.encode(units, Class::Two, dst),
            Class::Three => self.encode(units, Class::Three, dst),
        })
    }

    /// The same for any block; `None` where half of a pair is missing in it or right beside it.
    fn encode_pairs(self, units: &Units, dst: &mut Dst) -> Option<usize>;

    /// Converts up to [`PART_UNITS`] units of `source` from `at` on: where there are not enough for a block, or where
    /// there may not be room for what a block becomes. It says how many units, and how many bytes they are.
    /// `None` at the end of the source; and, at most [`PART_UNITS`] units early, before a surrogate without its other
    /// half, or for lack of room.
    ///
    /// A part may end between the halves of a pair; then so does `at` for the next.
    #[inline(always)]
    fn part(self, source: &[u16], at: usize, dst: &mut [u8]) -> Option<Progress> {
        characters(source, at, dst)
    }

    /// [`utf16_to_utf8_replaced`](super::utf16_to_utf8_replaced).
    #[inline(always)]
    fn replaced(self, source: &[u16], dst: &mut [u8]) -> Progress {
        replace_all(self, source, dst)
    }
}

/// Implements [`Utf16ToUtf8`] for a backend by its [`Words`], and perhaps what it [`Narrows`](super::Narrows).
#[macro_export]
macro_rules! utf16_to_utf8_by_words {
    ($Token:ident $(and $narrows:ident)?) => {
        impl $crate::convert::Utf16ToUtf8 for $Token {
            const SCALAR_MAX_LEN: usize = 8;
            const SCALAR_MAX_PAIRS: usize = 64;

            #[inline(always)]
            fn class(self, units: &[u16; $crate::convert::UNITS]) -> Option<$crate::convert::Class> {
                $crate::convert::words::class(self, units)
            }

            #[inline(always)]
            fn encode(
                self,
                units: &[u16; $crate::convert::UNITS],
                class: $crate::convert::Class,
                dst: &mut $crate::convert::Dst,
            ) -> usize {
                $crate::convert::words::encode(self, units, class, dst)
            }

            #[inline(always)]
            fn encode_pairs(
                self,
                units: &$crate::convert::Units,
                dst: &mut $crate::convert::Dst,
            ) -> Option<usize> {
                $crate::convert::words::encode_pairs(self, units, dst)
            }

            #[inline(always)]
            fn part(
                self,
                source: &[u16],
                at: usize,
                dst: &mut [u8],
            ) -> Option<$crate::core::convert::Progress> {
                $crate::convert::words::part(self, source, at, dst)
            }

            $(
                #[inline(always)]
                fn replaced(self, source: &[u16], dst: &mut [u8]) -> $crate::core::convert::Progress {
                    $crate::convert::$narrows(self, source, dst)
                }
            )?
        }
    };
}

/// [`Utf16ToUtf8::part`], character by character.
#[inline(never)]
fn characters(source: &[u16], at: usize, dst: &mut [u8]) -> Option<Progress> {
    let mut done = Progress::default();
    while done.read < PART_UNITS
        && let Ok((character, end)) = Utf16::decode(source, at + done.read)
        && let Ok(bytes) = Utf8::encode(character, &mut dst[done.written..])
    {
        done = Progress { read: end - at, written: done.written + bytes };
    }
    (done.read > 0).then_some(done)
}

/// Converts UTF-16 to UTF-8, by the contract of [`Progress`].
///
/// To be called from a function that is compiled for the processor features of `kernel`.
#[inline(always)]
pub fn utf16_to_utf8<K: Utf16ToUtf8>(kernel: K, source: &[u16], dst: &mut [u8]) -> Progress {
    let begins_with_pair = || source.first().is_some_and(|unit| is_high(*unit));
    if K::SCALAR_MAX_LEN > 0
        && (source.len() <= K::SCALAR_MAX_LEN || source.len() <= K::SCALAR_MAX_PAIRS && begins_with_pair())
    {
        return portable::to_few::<Utf16>(source, dst);
    }
    if K::SCALAR_MAX_LEN > 0 { kernel.vectorize(LongText { source, dst }) } else { more(kernel, source, dst) }
}

/// [`more`] as a function of its own, so that a few units do not pay for what it saves and restores.
struct LongText<'a> {
    source: &'a [u16],
    dst: &'a mut [u8],
}

impl<K: Utf16ToUtf8> Operation<K> for LongText<'_> {
    type Output = Progress;

    #[inline(always)]
    fn run(self, kernel: K) -> Progress {
        more(kernel, self.source, self.dst)
    }
}

#[inline(always)]
fn more<K: Utf16ToUtf8>(kernel: K, source: &[u16], dst: &mut [u8]) -> Progress {
    if short_ascii::<Utf16, Utf8>(source, dst) {
        return Progress { read: source.len(), written: source.len() };
    }
    utf16_to_utf8_long(kernel, source, dst)
}

/// The same without a path of its own for short texts that are ASCII.
#[inline(always)]
pub fn utf16_to_utf8_long<K: Utf16ToUtf8>(kernel: K, source: &[u16], dst: &mut [u8]) -> Progress {
    let mut at = Progress::default();
    // What is before the first line by itself, so that blocks begin where lines do.
    if source.len() >= K::ALIGN_MIN_LEN
        && let Some(part) = kernel.part(&source[..to_line(source)], 0, dst)
    {
        at = part;
    }
    // A block that could not be converted is converted in parts, and not tried again after each of them.
    let mut next = 0;
    loop {
        let (units, bytes) = (source.len() - at.read, dst.len() - at.written);
        if at.read >= next && units >= UNITS && bytes >= size_of::<Dst>() {
            at = whole_characters(source, kernel.vectorize(Blocks { source, dst, at }));
            next = at.read + UNITS;
        }
        match kernel.part(source, at.read, &mut dst[at.written..]) {
            Some(part) => at += part,
            None => return whole_characters(source, at),
        }
    }
}

/// Converts as many blocks as there are, and as there is room for. Compiled by itself, so that short texts do
/// not pay for it.
struct Blocks<'a> {
    source: &'a [u16],
    dst: &'a mut [u8],
    at: Progress,
}

impl<K: Utf16ToUtf8> Operation<K> for Blocks<'_> {
    type Output = Progress;

    #[inline(always)]
    fn run(self, kernel: K) -> Progress {
        let Self { source, dst, mut at } = self;
        while let (Some(units), Some(dst)) =
            (source[at.read..].first_chunk(), dst[at.written..].first_chunk_mut())
        {
            let written = match kernel.encode_plain(units, dst) {
                Some(written) => written,
                None => {
                    let Some(before) = at.read.checked_sub(1) else { break };
                    let Some(units) = source[before..].first_chunk() else { break };
                    let Some(written) = kernel.encode_pairs(units, dst) else { break };
                    written
                }
            };
            at += Progress { read: UNITS, written };
        }
        at
    }
}

/// Where the units before `at.read` have converted to, without the first half of a pair.
#[inline(always)]
fn whole_characters(source: &[u16], at: Progress) -> Progress {
    let Progress { read, written } = at;
    match (read.checked_sub(1).and_then(|last| source.get(last)), source.get(read)) {
        // The first two bytes of the character are written.
        (Some(high), Some(low)) if is_high(*high) && is_low(*low) => {
            Progress { read: read - 1, written: written - 2 }
        }
        _ => at,
    }
}
