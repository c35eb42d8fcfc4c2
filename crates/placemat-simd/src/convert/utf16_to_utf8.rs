//! UTF-16 to UTF-8: block kernels and the driver.
//!
//! A unit becomes one to three bytes by itself. A surrogate becomes two bytes: the high one the first two of the
//! character, the low one the last two, for which it needs two bits of the unit before it. So lanes carry no state
//! here either; they look at one unit on either side.

use placemat_core::{
    convert::{
        Encoding, Progress, Utf8, Utf16,
        portable::{self, short_ascii},
    },
    utf16::{is_high, is_low},
};

use crate::{Operation, Token, to_line};

mod table;
pub mod words;

pub use table::{EIGHTS, FOURS};
pub use words::{Sixteen, Words, store_shuffled};

/// Units in a block, all of which are converted in the same way.
pub const UNITS: usize = 128;

/// The maximum number of units converted together where there is no block.
pub const PART_UNITS: usize = 32;

/// A block and the units before and after it.
pub type Units = [u16; 1 + UNITS + 1];

/// The destination of a block: three bytes per unit, and space for what is stored after that.
pub type Dst = [u8; 3 * UNITS + 144];

/// The kind of units in a block without surrogates. A block also belongs to all larger classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// All are below 80: one byte each.
    Ascii,
    /// All are below 800: up to two bytes each.
    Two,
    /// Up to three bytes each.
    Three,
}

/// What conversion from UTF-16 needs from a backend.
pub trait Utf16ToUtf8: Token {
    /// Up to this many units are converted character by character, without vectors.
    const SCALAR_MAX_LEN: usize = 0;
    /// The same if the first unit is half of a pair: the scalar code converts four pairs in a row together.
    const SCALAR_MAX_PAIRS: usize = 0;

    /// From this length on, blocks are aligned to cache lines. With narrow vectors, that does not pay off.
    const ALIGN_MIN_LEN: usize = usize::MAX;

    /// The smallest class of the block; `None` if it contains a surrogate.
    fn class(self, units: &[u16; UNITS]) -> Option<Class>;

    /// Encodes a block, which must belong to `class`, and returns the number of bytes. The rest of the destination
    /// may be overwritten.
    fn encode(self, units: &[u16; UNITS], class: Class, dst: &mut Dst) -> usize;

    /// [`encode`](Self::encode) without a known class; `None` if the block contains a surrogate.
    #[inline(always)]
    fn encode_plain(self, units: &[u16; UNITS], dst: &mut Dst) -> Option<usize> {
        Some(match self.class(units)? {
            Class::Ascii => self.encode(units, Class::Ascii, dst),
            Class::Two => self.encode(units, Class::Two, dst),
            Class::Three => self.encode(units, Class::Three, dst),
        })
    }

    /// The same for any block; `None` if half of a pair is missing in it or next to it.
    fn encode_pairs(self, units: &Units, dst: &mut Dst) -> Option<usize>;

    /// Converts up to [`PART_UNITS`] units of `source` from `at` on, if there are not enough for a block, or its
    /// output may not fit. Returns the numbers of units and of bytes. `None` at the end of the source; and, up to
    /// [`PART_UNITS`] units early, before an unpaired surrogate, or if the output does not fit.
    ///
    /// A part may end between the halves of a pair; then `at` of the next part lies there.
    #[inline(always)]
    fn part(self, source: &[u16], at: usize, dst: &mut [u8]) -> Option<Progress> {
        characters(source, at, dst)
    }

    /// The backend's own [`utf16_to_utf8_replaced`](super::utf16_to_utf8_replaced), if it has one.
    #[inline(always)]
    fn replaced(self, _source: &[u16], _dst: &mut [u8]) -> Option<Progress> {
        None
    }
}

/// Implements [`Utf16ToUtf8`] for a backend by its [`Words`].
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
                fn replaced(self, source: &[u16], dst: &mut [u8]) -> Option<$crate::core::convert::Progress> {
                    Some($crate::convert::$narrows(self, source, dst))
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
/// Must be called from a function that is compiled for the CPU features of `kernel`.
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

/// [`more`] as a separate function, so that a few units do not pay for the registers that it saves.
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

/// The same without a separate path for short ASCII texts.
#[inline(always)]
pub fn utf16_to_utf8_long<K: Utf16ToUtf8>(kernel: K, source: &[u16], dst: &mut [u8]) -> Progress {
    let mut at = Progress::default();
    // Convert what precedes the first cache line separately, so that blocks are aligned to lines.
    if source.len() >= K::ALIGN_MIN_LEN
        && let Some(part) = kernel.part(&source[..to_line(source)], 0, dst)
    {
        at = part;
    }
    // A block that could not be converted is converted in parts; do not retry it after each of them.
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

/// Converts blocks while there are any and their output fits. Compiled separately, so that short texts do not pay for
/// it.
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

/// How far whole characters are converted: `at` without a high surrogate at the end whose low one follows.
#[inline(always)]
fn whole_characters(source: &[u16], at: Progress) -> Progress {
    let Progress { read, written } = at;
    match (read.checked_sub(1).and_then(|last| source.get(last)), source.get(read)) {
        // The first two bytes of the character have been written.
        (Some(high), Some(low)) if is_high(*high) && is_low(*low) => {
            Progress { read: read - 1, written: written - 2 }
        }
        _ => at,
    }
}
