//! Blocks: what kernels read and write at once.

use placemat_core::Classes;

use crate::BLOCK;

/// How many preceding bytes a lane looks at.
pub const BEFORE: usize = 3;

/// How many units the destination must have beyond those of the lanes, so that stores of eight units need no bounds
/// checks.
pub const SPARE: usize = 8;

/// A block, the three bytes before it and the one after it.
pub type Frame = [u8; BEFORE + BLOCK + 1];

/// The destination of a block of UTF-8.
pub type BlockDst = [u16; BLOCK + SPARE];

/// Whether a block may contain four-byte characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Four {
    /// Never: no lane sees one.
    Never,
    /// Rarely: a branch may pay off.
    Rarely,
    /// Often: a branch that changes from vector to vector would cost more than it saves.
    Often,
}

/// What is known of the bytes of a block with errors, one bit per byte.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The class of each byte by itself.
    pub classes: Classes,
    /// The bytes of whole characters.
    pub valid: u64,
    /// The first bytes of invalid items. Their other bytes are in neither set.
    pub invalid: u64,
}

/// Units of UTF-16 in a block, all of which are converted in the same way.
pub const UNITS: usize = 128;

/// The maximum number of units converted together where there is no block.
pub const PART_UNITS: usize = 32;

/// A block of UTF-16 and the units before and after it.
pub type Units = [u16; 1 + UNITS + 1];

/// The destination of a block of UTF-16: three bytes per unit, and space for what is stored after that.
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

/// The destination of a block of UTF-32: four bytes per unit, and space for what is stored after that.
pub type Utf32Dst = [u8; 4 * BLOCK + 64];

/// A block of UTF-8 that becomes Latin-1, and the byte before it.
pub type Latin1Frame = [u8; 1 + BLOCK];

/// The result of decoding a block to Latin-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// One bit per byte of the block, the first byte in bit 0: set if the byte cannot follow the one before it in
    /// UTF-8 that has only characters of Latin-1. If the bit of a byte to convert is set, the output must not be
    /// used. (A zero after a lead byte sets its bit as well, but is written anyway.)
    pub wrong: u64,
    /// How many bytes were written.
    pub written: usize,
}

impl Decoded {
    /// Computes `wrong` from which bytes are 80 or above, which are continuation bytes, which are C2 or C3, and from
    /// the byte before the block.
    #[inline(always)]
    #[must_use]
    pub fn new(above_ascii: u64, continuations: u64, leads: u64, before: u8, written: usize) -> Self {
        let due = leads << 1 | u64::from(is_latin1_lead(before));
        Self { wrong: (above_ascii ^ (continuations | leads)) | (continuations ^ due), written }
    }
}

/// Whether a byte leads a character of Latin-1.
#[inline(always)]
pub(super) const fn is_latin1_lead(byte: u8) -> bool {
    matches!(byte, 0xC2 | 0xC3)
}
