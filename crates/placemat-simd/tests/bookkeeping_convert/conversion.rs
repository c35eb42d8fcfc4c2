//! The conversions whose drivers are audited, and the limits for each of them.

use placemat_conformance::convert::{Encoding, Unit};
use placemat_core::convert::portable::{from_utf8, to_utf8};
use placemat_core::convert::{Latin1, Progress, Utf16, Utf32};
use placemat_simd::BLOCK;
use placemat_simd::convert::{
    BEFORE, PART_UNITS, UNITS, latin1_to_utf8, utf8_to_latin1, utf8_to_utf16, utf8_to_utf16_long,
    utf8_to_utf32, utf8_to_utf32_long, utf16_to_utf8, utf32_to_utf8, utf32_to_utf8_long,
};

use crate::spy::Spy;
use crate::{latin1, utf8, utf16, utf32};

/// Bytes that are validated and converted in one pass, before the accumulator is checked.
pub(crate) const CHUNK: usize = 16 * BLOCK;

pub(crate) type Driver<S, D> = fn(&[S], &mut [D]) -> Progress;

/// A conversion from units `S` to units `D`.
pub(crate) struct Conversion<S: 'static, D: 'static> {
    /// The encodings.
    pub(crate) pair: (Encoding, Encoding),
    /// The driver, with hostile kernels.
    pub(crate) drivers: &'static [Driver<S, D>],
    /// The conversion without a kernel.
    pub(crate) portable: Driver<S, D>,
    /// The maximum number of target units per source unit.
    pub(crate) growth: usize,
    /// Shorter texts need no kernel.
    pub(crate) short: usize,
    /// The step between the lengths of valid text that are tried.
    pub(crate) step: usize,
    /// The maximum number of units that may be converted needlessly because of an error.
    pub(crate) waste: usize,
    /// The maximum number of units that may be converted again without an error.
    pub(crate) may_repeat: fn(&[S]) -> usize,
    /// The maximum number of so many units that may be checked needlessly without an error.
    pub(crate) may_look: fn(usize) -> usize,
}

impl<S: Unit, D: Unit> Conversion<S, D> {
    const fn new(from: Encoding, to: Encoding, portable: Driver<S, D>) -> Self {
        let (may_repeat, may_look) = (|_: &[S]| 0, |_| 0);
        let (pair, waste) = ((from, to), BLOCK);
        Self { pair, drivers: &[], portable, growth: 1, short: 0, step: 1, waste, may_repeat, may_look }
    }
}

pub(crate) static UTF8_TO_UTF16: Conversion<u8, u16> = Conversion {
    drivers: &[
        |source, dst| utf8_to_utf16(Spy::<_, 16>(utf16::Hostile), source, dst),
        |source, dst| utf8_to_utf16(Spy::<_, 32>(utf16::Hostile), source, dst),
        |source, dst| utf8_to_utf16_long(Spy::<_, 64>(utf16::Hostile), source, dst),
    ],
    short: BLOCK + 4,
    step: 29,
    waste: 4 * CHUNK,
    // ASCII blocks overlap in short text, and chunks with the first pairs after others are converted again.
    may_repeat: |source| match source {
        _ if source.iter().any(|byte| *byte >= 0xF0) => source.len() + CHUNK,
        _ if source.len() <= 4 * BLOCK => 4 * BLOCK,
        _ => 3 * BLOCK,
    },
    ..Conversion::new(Encoding::Utf8, Encoding::Utf16, from_utf8::<Utf16>)
};

pub(crate) static UTF16_TO_UTF8: Conversion<u16, u8> = Conversion {
    drivers: &[|source, dst| utf16_to_utf8(Spy(utf8::Hostile), source, dst)],
    growth: 3,
    step: 7,
    // The surrogate at the end of a block or part.
    may_repeat: |source| 3 * (source.len() / UNITS + source.len() / PART_UNITS + 1),
    ..Conversion::new(Encoding::Utf16, Encoding::Utf8, to_utf8::<Utf16>)
};

pub(crate) static UTF8_TO_UTF32: Conversion<u8, u32> = Conversion {
    drivers: &[
        |source, dst| utf8_to_utf32(Spy::<_, 16>(utf32::Hostile::<false>), utf32::validate, source, dst),
        |source, dst| utf8_to_utf32_long(Spy::<_, 32>(utf32::Hostile::<false>), utf32::validate, source, dst),
        |source, dst| utf8_to_utf32_long(Spy::<_, 64>(utf32::Hostile::<false>), utf32::validate, source, dst),
        |source, dst| utf8_to_utf32(Spy::<_, 16>(utf32::Hostile::<true>), utf32::validate, source, dst),
    ],
    short: BLOCK + 4,
    waste: 2 * CHUNK + BLOCK,
    // Where converting in one pass ends, the driver goes back to the start of a character.
    may_repeat: |_| BEFORE,
    ..Conversion::new(Encoding::Utf8, Encoding::Utf32, from_utf8::<Utf32>)
};

pub(crate) static UTF32_TO_UTF8: Conversion<u32, u8> = Conversion {
    drivers: &[
        |source, dst| utf32_to_utf8(Spy::<_, 16>(utf32::Hostile::<false>), source, dst),
        |source, dst| utf32_to_utf8_long(Spy::<_, 32>(utf32::Hostile::<false>), source, dst),
        |source, dst| utf32_to_utf8(Spy::<_, 16>(utf32::Hostile::<true>), source, dst),
    ],
    growth: 4,
    short: 5,
    ..Conversion::new(Encoding::Utf32, Encoding::Utf8, to_utf8::<Utf32>)
};

pub(crate) static UTF8_TO_LATIN1: Conversion<u8, u8> = Conversion {
    drivers: &[
        |source, dst| utf8_to_latin1(Spy(latin1::Hostile::<false, false>), source, dst),
        |source, dst| utf8_to_latin1(Spy(latin1::Hostile::<true, false>), source, dst),
        |source, dst| utf8_to_latin1(Spy(latin1::Hostile::<true, true>), source, dst),
    ],
    // A block, and a lead byte at the end of the block before it.
    waste: BLOCK + 1,
    // The driver looks for ASCII runs after a run, and once per stretch.
    may_look: |len| 2 * len / 5 + 8 * BLOCK,
    ..Conversion::new(Encoding::Utf8, Encoding::Latin1, from_utf8::<Latin1>)
};

pub(crate) static LATIN1_TO_UTF8: Conversion<u8, u8> = Conversion {
    drivers: &[
        |source, dst| latin1_to_utf8(Spy(latin1::Hostile::<false, false>), source, dst),
        |source, dst| latin1_to_utf8(Spy(latin1::Hostile::<true, false>), source, dst),
        |source, dst| latin1_to_utf8(Spy(latin1::Hostile::<true, true>), source, dst),
    ],
    growth: 2,
    may_look: UTF8_TO_LATIN1.may_look,
    ..Conversion::new(Encoding::Latin1, Encoding::Utf8, to_utf8::<Latin1>)
};
