//! The conversions whose drivers are audited, and the limits for each of them.

use std::fmt::{Debug, UpperHex};

use placemat_core::convert::{
    Latin1, Progress, Utf8, Utf16, Utf32,
    portable::{from_utf8, to_utf8},
};
use placemat_simd::{
    BLOCK,
    convert::{
        BEFORE, PART_UNITS, UNITS, latin1_to_utf8, utf8_to_latin1, utf8_to_utf16, utf8_to_utf16_long,
        utf8_to_utf32, utf8_to_utf32_long, utf16_to_utf8, utf32_to_utf8, utf32_to_utf8_long,
    },
};

use crate::{latin1, utf8, utf16, utf32};

/// The maximum number of valid units that may be left over.
pub(crate) const NEAR: usize = BLOCK + 4;

/// Bytes that are validated and converted in one pass, before the accumulator is checked.
pub(crate) const CHUNK: usize = 16 * BLOCK;

/// An encoding, as the standard library implements it.
pub(crate) trait Form {
    type Unit: 'static + Copy + Default + PartialEq + Into<u32> + UpperHex + Debug;

    /// The valid prefix of the units.
    fn valid(units: &[Self::Unit]) -> String;

    /// Appends a character. Returns whether the encoding has it.
    fn put(character: char, units: &mut Vec<Self::Unit>) -> bool;
}

impl Form for Utf8 {
    type Unit = u8;

    fn valid(units: &[u8]) -> String {
        units.utf8_chunks().next().map_or("", |chunk| chunk.valid()).to_owned()
    }

    fn put(character: char, units: &mut Vec<u8>) -> bool {
        units.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        true
    }
}

impl Form for Utf16 {
    type Unit = u16;

    fn valid(units: &[u16]) -> String {
        char::decode_utf16(units.iter().copied()).map_while(Result::ok).collect()
    }

    fn put(character: char, units: &mut Vec<u16>) -> bool {
        units.extend_from_slice(character.encode_utf16(&mut [0; 2]));
        true
    }
}

impl Form for Utf32 {
    type Unit = u32;

    fn valid(units: &[u32]) -> String {
        units.iter().map_while(|unit| char::from_u32(*unit)).collect()
    }

    fn put(character: char, units: &mut Vec<u32>) -> bool {
        units.push(character.into());
        true
    }
}

impl Form for Latin1 {
    type Unit = u8;

    fn valid(units: &[u8]) -> String {
        units.iter().copied().map(char::from).collect()
    }

    fn put(character: char, units: &mut Vec<u8>) -> bool {
        u8::try_from(character).map(|unit| units.push(unit)).is_ok()
    }
}

/// A unit of the source encoding, and one of the target encoding.
pub(crate) type From<C> = <<C as Conversion>::From as Form>::Unit;
pub(crate) type To<C> = <<C as Conversion>::To as Form>::Unit;

pub(crate) type Driver<C> = fn(&[From<C>], &mut [To<C>]) -> Progress;

pub(crate) trait Conversion: Sized {
    type From: Form;
    type To: Form;

    /// The driver, with hostile kernels.
    const DRIVERS: &[Driver<Self>];
    /// The conversion without a kernel.
    const PORTABLE: Driver<Self>;
    /// A valid character or several first, then sequences that are invalid or have no character in the target.
    const TELLING: &[&[From<Self>]];
    /// The maximum number of target units per source unit.
    const GROWTH: usize;
    /// The maximum number of bytes of a character in UTF-8.
    const LONGEST: usize = 4;
    /// Shorter texts need no kernel.
    const SHORT: usize = 0;
    /// The step between the lengths that are tried.
    const STEP: usize = 1;
    /// The maximum number of units that may be converted needlessly because of an error.
    const WASTE: usize = BLOCK;

    /// The maximum number of units that may be converted again without an error.
    fn may_repeat(_source: &[From<Self>]) -> usize {
        0
    }

    /// The maximum number of `len` units that may be checked needlessly without an error.
    fn may_look(_len: usize) -> usize {
        0
    }
}

const INVALID: [&[u8]; 10] = [
    b"\xF0\x9F\x8D\xBD",
    b"\xFF",
    b"\x80",
    b"\xC3",
    b"\xC0\x80",
    b"\xE2\x82",
    b"\xF0\x9F\x8D",
    b"\xED\xA0\x80",
    b"\xF4\x90\x80\x80",
    b"\xF0\x9F\x8D\xBD\xF0\x9F\x8D\xBD\x80",
];

pub(crate) struct Utf8ToUtf16;

impl Conversion for Utf8ToUtf16 {
    type From = Utf8;
    type To = Utf16;

    const DRIVERS: &[Driver<Self>] = &[
        |source, dst| utf8_to_utf16(utf16::Hostile::<16>, source, dst),
        |source, dst| utf8_to_utf16(utf16::Hostile::<32>, source, dst),
        |source, dst| utf8_to_utf16_long(utf16::Hostile::<64>, source, dst),
    ];
    const PORTABLE: Driver<Self> = from_utf8::<Utf16>;
    const TELLING: &[&[u8]] = &INVALID;
    const GROWTH: usize = 1;
    const SHORT: usize = NEAR;
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
    type From = Utf16;
    type To = Utf8;

    const DRIVERS: &[Driver<Self>] = &[|source, dst| utf16_to_utf8(utf8::Hostile, source, dst)];
    const PORTABLE: Driver<Self> = to_utf8::<Utf16>;
    const TELLING: &[&[u16]] =
        &[&[0xD83C, 0xDF7D], &[0xD83C], &[0xDF7D], &[0xDF7D, 0xD83C], &[0xD83C, 0xDF7D, 0xDF7D]];
    const GROWTH: usize = 3;
    const STEP: usize = 7;

    /// The surrogate at the end of a block or part.
    fn may_repeat(source: &[u16]) -> usize {
        3 * (source.len() / UNITS + source.len() / PART_UNITS + 1)
    }
}

pub(crate) struct Utf8ToUtf32;

impl Conversion for Utf8ToUtf32 {
    type From = Utf8;
    type To = Utf32;

    const DRIVERS: &[Driver<Self>] = &[
        |source, dst| utf8_to_utf32(utf32::Hostile::<16>, utf32::validate, source, dst),
        |source, dst| utf8_to_utf32_long(utf32::Hostile::<32>, utf32::validate, source, dst),
        |source, dst| utf8_to_utf32_long(utf32::Hostile::<64>, utf32::validate, source, dst),
        |source, dst| utf8_to_utf32(utf32::Parts, utf32::validate, source, dst),
    ];
    const PORTABLE: Driver<Self> = from_utf8::<Utf32>;
    const TELLING: &[&[u8]] = &INVALID;
    const GROWTH: usize = 1;
    const SHORT: usize = NEAR;
    const WASTE: usize = 2 * CHUNK + BLOCK;

    /// Where converting in one pass ends, the driver goes back to the start of a character.
    fn may_repeat(_: &[u8]) -> usize {
        BEFORE
    }
}

pub(crate) struct Utf32ToUtf8;

impl Conversion for Utf32ToUtf8 {
    type From = Utf32;
    type To = Utf8;

    const DRIVERS: &[Driver<Self>] = &[
        |source, dst| utf32_to_utf8(utf32::Hostile::<16>, source, dst),
        |source, dst| utf32_to_utf8_long(utf32::Hostile::<32>, source, dst),
        |source, dst| utf32_to_utf8(utf32::Parts, source, dst),
    ];
    const PORTABLE: Driver<Self> = to_utf8::<Utf32>;
    const TELLING: &[&[u32]] = &[&[0x1_F37D], &[0xD800], &[0xDFFF], &[0x11_0000], &[u32::MAX]];
    const GROWTH: usize = 4;
    const SHORT: usize = 5;
}

pub(crate) struct Utf8ToLatin1;

impl Conversion for Utf8ToLatin1 {
    type From = Utf8;
    type To = Latin1;

    const DRIVERS: &[Driver<Self>] = &[
        |source, dst| utf8_to_latin1(latin1::Hostile::<false, false>, source, dst),
        |source, dst| utf8_to_latin1(latin1::Hostile::<true, false>, source, dst),
        |source, dst| utf8_to_latin1(latin1::Hostile::<true, true>, source, dst),
    ];
    const PORTABLE: Driver<Self> = from_utf8::<Latin1>;
    const TELLING: &[&[u8]] = &[
        b"\xC3\xBF",
        b"\xFF",
        b"\x80",
        b"\xC3",
        b"\xC2\xC3\xBF",
        b"\xC1\x80",
        b"\xC4\x80",
        b"\xE2\x82\xAC",
        b"\xF0\x9F\x8D\xBD",
        b"\xC3\xBF\xBF",
    ];
    const GROWTH: usize = 1;
    const LONGEST: usize = 2;

    /// The driver looks for ASCII runs after a run, and once per stretch.
    fn may_look(len: usize) -> usize {
        2 * len / 5 + 8 * BLOCK
    }
}

pub(crate) struct Latin1ToUtf8;

impl Conversion for Latin1ToUtf8 {
    type From = Latin1;
    type To = Utf8;

    const DRIVERS: &[Driver<Self>] = &[
        |source, dst| latin1_to_utf8(latin1::Hostile::<false, false>, source, dst),
        |source, dst| latin1_to_utf8(latin1::Hostile::<true, false>, source, dst),
        |source, dst| latin1_to_utf8(latin1::Hostile::<true, true>, source, dst),
    ];
    const PORTABLE: Driver<Self> = to_utf8::<Latin1>;
    const TELLING: &[&[u8]] = &[b"\xFF"];
    const GROWTH: usize = 2;
    const LONGEST: usize = 2;

    fn may_look(len: usize) -> usize {
        Utf8ToLatin1::may_look(len)
    }
}
