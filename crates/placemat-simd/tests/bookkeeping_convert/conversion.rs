//! The conversions whose drivers are audited, and the limits for each of them.

use placemat_conformance::convert::{Encoding, Unit};
use placemat_core::convert::portable::{from_utf8, to_utf8};
use placemat_core::convert::{Latin1, Progress, Utf16, Utf32};
use placemat_simd::BLOCK;
use placemat_simd::convert::{
    BEFORE, PART_UNITS, UNITS, latin1_to_utf8, utf8_to_latin1, utf8_to_utf16, utf8_to_utf16_long,
    utf8_to_utf32, utf8_to_utf32_long, utf16_to_utf8, utf32_to_utf8, utf32_to_utf8_long,
};

use crate::{latin1, utf8, utf16, utf32};

/// Bytes that are validated and converted in one pass, before the accumulator is checked.
pub(crate) const CHUNK: usize = 16 * BLOCK;

pub(crate) type Driver<C> = fn(&[<C as Conversion>::From], &mut [<C as Conversion>::To]) -> Progress;

/// A driver with a mistake.
pub(crate) type Mistaken<C> = dyn Fn(&[<C as Conversion>::From], &mut [<C as Conversion>::To]) -> Progress;

pub(crate) trait Conversion: Sized + 'static {
    /// A unit of the source encoding.
    type From: Unit + Into<u32>;
    /// A unit of the target encoding.
    type To: Unit;

    /// The encodings.
    const PAIR: (Encoding, Encoding);
    /// The driver, with hostile kernels.
    const DRIVERS: &[Driver<Self>];
    /// The conversion without a kernel.
    const PORTABLE: Driver<Self>;
    /// The maximum number of target units per source unit.
    const GROWTH: usize;
    /// Shorter texts need no kernel.
    const SHORT: usize = 0;
    /// The step between the lengths of valid text that are tried.
    const STEP: usize = 1;
    /// The maximum number of units that may be converted needlessly because of an error.
    const WASTE: usize = BLOCK;

    /// The maximum number of units that may be converted again without an error.
    fn may_repeat(_source: &[Self::From]) -> usize {
        0
    }

    /// The maximum number of `len` units that may be checked needlessly without an error.
    fn may_look(_len: usize) -> usize {
        0
    }
}

pub(crate) struct Utf8ToUtf16;

impl Conversion for Utf8ToUtf16 {
    type From = u8;
    type To = u16;

    const PAIR: (Encoding, Encoding) = (Encoding::Utf8, Encoding::Utf16);

    const DRIVERS: &[Driver<Self>] = &[
        |source, dst| utf8_to_utf16(utf16::Hostile::<16>, source, dst),
        |source, dst| utf8_to_utf16(utf16::Hostile::<32>, source, dst),
        |source, dst| utf8_to_utf16_long(utf16::Hostile::<64>, source, dst),
    ];
    const PORTABLE: Driver<Self> = from_utf8::<Utf16>;
    const GROWTH: usize = 1;
    const SHORT: usize = BLOCK + 4;
    const STEP: usize = 29;
    const WASTE: usize = 4 * CHUNK;

    /// ASCII blocks overlap in short text, and chunks with the first pairs after others are converted again.
    fn may_repeat(source: &[u8]) -> usize {
        match source {
            _ if source.iter().any(|byte| *byte >= 0xF0) => source.len() + CHUNK,
            _ if source.len() <= 4 * BLOCK => 4 * BLOCK,
            _ => 3 * BLOCK,
        }
    }
}

pub(crate) struct Utf16ToUtf8;

impl Conversion for Utf16ToUtf8 {
    type From = u16;
    type To = u8;

    const PAIR: (Encoding, Encoding) = (Encoding::Utf16, Encoding::Utf8);

    const DRIVERS: &[Driver<Self>] = &[|source, dst| utf16_to_utf8(utf8::Hostile, source, dst)];
    const PORTABLE: Driver<Self> = to_utf8::<Utf16>;
    const GROWTH: usize = 3;
    const STEP: usize = 7;

    /// The surrogate at the end of a block or part.
    fn may_repeat(source: &[u16]) -> usize {
        3 * (source.len() / UNITS + source.len() / PART_UNITS + 1)
    }
}

pub(crate) struct Utf8ToUtf32;

impl Conversion for Utf8ToUtf32 {
    type From = u8;
    type To = u32;

    const PAIR: (Encoding, Encoding) = (Encoding::Utf8, Encoding::Utf32);

    const DRIVERS: &[Driver<Self>] = &[
        |source, dst| utf8_to_utf32(utf32::Hostile::<16>, utf32::validate, source, dst),
        |source, dst| utf8_to_utf32_long(utf32::Hostile::<32>, utf32::validate, source, dst),
        |source, dst| utf8_to_utf32_long(utf32::Hostile::<64>, utf32::validate, source, dst),
        |source, dst| utf8_to_utf32(utf32::Parts, utf32::validate, source, dst),
    ];
    const PORTABLE: Driver<Self> = from_utf8::<Utf32>;
    const GROWTH: usize = 1;
    const SHORT: usize = BLOCK + 4;
    const WASTE: usize = 2 * CHUNK + BLOCK;

    /// Where converting in one pass ends, the driver goes back to the start of a character.
    fn may_repeat(_: &[u8]) -> usize {
        BEFORE
    }
}

pub(crate) struct Utf32ToUtf8;

impl Conversion for Utf32ToUtf8 {
    type From = u32;
    type To = u8;

    const PAIR: (Encoding, Encoding) = (Encoding::Utf32, Encoding::Utf8);

    const DRIVERS: &[Driver<Self>] = &[
        |source, dst| utf32_to_utf8(utf32::Hostile::<16>, source, dst),
        |source, dst| utf32_to_utf8_long(utf32::Hostile::<32>, source, dst),
        |source, dst| utf32_to_utf8(utf32::Parts, source, dst),
    ];
    const PORTABLE: Driver<Self> = to_utf8::<Utf32>;
    const GROWTH: usize = 4;
    const SHORT: usize = 5;
}

pub(crate) struct Utf8ToLatin1;

impl Conversion for Utf8ToLatin1 {
    type From = u8;
    type To = u8;

    const PAIR: (Encoding, Encoding) = (Encoding::Utf8, Encoding::Latin1);

    const DRIVERS: &[Driver<Self>] = &[
        |source, dst| utf8_to_latin1(latin1::Hostile::<false, false>, source, dst),
        |source, dst| utf8_to_latin1(latin1::Hostile::<true, false>, source, dst),
        |source, dst| utf8_to_latin1(latin1::Hostile::<true, true>, source, dst),
    ];
    const PORTABLE: Driver<Self> = from_utf8::<Latin1>;
    const GROWTH: usize = 1;
    /// A block, and a lead byte at the end of the block before it.
    const WASTE: usize = BLOCK + 1;

    /// The driver looks for ASCII runs after a run, and once per stretch.
    fn may_look(len: usize) -> usize {
        2 * len / 5 + 8 * BLOCK
    }
}

pub(crate) struct Latin1ToUtf8;

impl Conversion for Latin1ToUtf8 {
    type From = u8;
    type To = u8;

    const PAIR: (Encoding, Encoding) = (Encoding::Latin1, Encoding::Utf8);

    const DRIVERS: &[Driver<Self>] = &[
        |source, dst| latin1_to_utf8(latin1::Hostile::<false, false>, source, dst),
        |source, dst| latin1_to_utf8(latin1::Hostile::<true, false>, source, dst),
        |source, dst| latin1_to_utf8(latin1::Hostile::<true, true>, source, dst),
    ];
    const PORTABLE: Driver<Self> = to_utf8::<Latin1>;
    const GROWTH: usize = 2;

    fn may_look(len: usize) -> usize {
        Utf8ToLatin1::may_look(len)
    }
}
