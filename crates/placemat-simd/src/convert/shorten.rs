//! From UTF-16 to UTF-8: what a backend does with a block of units, and the way through the text.
//!
//! A unit becomes one to three octets by itself. Half of a pair becomes two: the high one the first two of
//! the character, the low one the last two, for which it needs two bits of the unit before it. So lanes need
//! no state here either; they look at one unit on either side.

use placemat_core::{
    convert::Progress,
    utf16::{is_high, is_low},
};

use crate::Token;

/// Units of a block.
pub const UNITS: usize = 32;

/// Blocks that are converted in one way, after one look at all of them.
const GROUP: usize = 4;

/// A block, and a unit before and after it.
pub type Units = [u16; 1 + UNITS + 1];

/// Room for what a block becomes, three octets a unit, and for a whole vector where the last of it begins.
pub type Room = [u8; 3 * UNITS + 64];

/// What the units of a block are. What is true of a block is so of a larger class as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// All are below 80.
    Ascii,
    /// All are below 800.
    Two,
    /// Anything.
    Any,
}

/// What conversion from UTF-16 needs of a backend.
pub trait Shorten: Token {
    /// The smallest class of a block.
    fn class(self, units: &[u16; UNITS]) -> Class;

    /// Writes what the units of a block become, and says how many octets that is; `None` where a unit is a
    /// surrogate without its other half. `class` is true of the block. The rest of the room may be
    /// overwritten.
    fn shorten(self, units: &Units, class: Class, room: &mut Room) -> Option<usize>;
}

/// Converts UTF-16 to UTF-8, by the contract of [`Progress`].
///
/// To be called from a function that is compiled for the processor features of `kernel`.
#[inline(always)]
pub fn utf16_to_utf8<K: Shorten>(kernel: K, source: &[u16], room: &mut [u8]) -> Progress {
    let mut at = Progress::default();
    while at.read < source.len() {
        let classes = classes(kernel, &source[at.read..]);
        let mut block = 0;
        while block < GROUP && at.read < source.len() {
            let read = UNITS.min(source.len() - at.read);
            let copy;
            let inside = at.read.checked_sub(1).and_then(|before| source[before..].first_chunk());
            let units = match inside {
                Some(units) => units,
                None => {
                    copy = padded(source, at.read);
                    &copy
                }
            };
            let left = &mut room[at.written..];
            let written = match left.first_chunk_mut() {
                // What is padded becomes octets as well, at the end, where they do not count.
                Some(room) => {
                    kernel.shorten(units, classes[block], room).map(|octets| octets - (UNITS - read))
                }
                None => {
                    let mut octets = [0; size_of::<Room>()];
                    let written = kernel
                        .shorten(units, classes[block], &mut octets)
                        .map(|octets| octets - (UNITS - read));
                    written.and_then(|written| {
                        left.get_mut(..written)?.copy_from_slice(&octets[..written]);
                        Some(written)
                    })
                }
            };
            let Some(written) = written else { return cut_short(source, at) };
            at += Progress { read, written };
            block += 1;
        }
    }
    at
}

/// What to take the blocks of a group for: each of them, if most are ASCII; else all for the same, so that
/// text that goes from script to script has no branch for each block.
#[inline(always)]
fn classes<K: Shorten>(kernel: K, source: &[u16]) -> [Class; GROUP] {
    let (blocks, _) = source.as_chunks::<UNITS>();
    // What is after the last whole block can be anything.
    let mut classes = [Class::Any; GROUP];
    let mut most = Class::Ascii;
    let mut ascii = 0;
    let mut block = 0;
    while block < GROUP {
        if block < blocks.len() {
            classes[block] = kernel.class(&blocks[block]);
        }
        if classes[block] > most {
            most = classes[block];
        }
        ascii += usize::from(classes[block] == Class::Ascii);
        block += 1;
    }
    if ascii + 1 >= GROUP { classes } else { [most; GROUP] }
}

/// The block at unit `at`, with zeros for what is not in the source.
#[inline(always)]
fn padded(source: &[u16], at: usize) -> Units {
    let mut units = [0; 1 + UNITS + 1];
    let before = at.min(1);
    let end = source.len().min(at + UNITS + 1);
    let inside = &source[at - before..end];
    units[1 - before..][..inside.len()].copy_from_slice(inside);
    units
}

/// Where the blocks before unit `at.read` have converted to, in whole characters.
#[cold]
fn cut_short(source: &[u16], at: Progress) -> Progress {
    let Progress { read, written } = at;
    let pair = read.checked_sub(1).map(|high| (source[high], source.get(read).copied().unwrap_or(0)));
    match pair {
        // The first two octets of the character are written.
        Some((high, low)) if is_high(high) && is_low(low) => {
            Progress { read: read - 1, written: written - 2 }
        }
        _ => at,
    }
}
