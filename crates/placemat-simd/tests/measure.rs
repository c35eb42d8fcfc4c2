//! The measuring kernels: each length, by each backend that this machine supports and by emulated vectors, compared
//! with the sum over all units.
//!
//! A lane counts units independently of the others, so there are few cases: every value of a unit in every lane;
//! texts of every length at every alignment; and runs of the maximum count, long enough for 8-bit lanes to be reset
//! several times. `cargo xtask mutate` shows by edits of the kernels that this can fail.
//! Emulators run it in rows for kernels.

#![expect(clippy::cast_possible_truncation, reason = "numbers are cut to units on purpose")]

mod here;

use std::{fmt::Arguments, ops::Range};

use here::supported;
use itertools::iproduct;
use placemat_conformance::{convert::Place, in_parallel, is_thinned, random::Random, text::CHARACTERS};
use placemat_core::convert::portable::{self, Direct, LineEnds, Measured, Native, ValidateUnits};
use placemat_core::convert::{Latin1, Utf8, Utf16, Utf32};
use placemat_core::{LineStartsFn, Measuring, SeekFn, Tally};
use placemat_simd::{emulated::Emulated, measure};

/// Defines the lengths: the units and the result of each, the portable function, and the definition: a sum over all
/// units, for invalid ones too.
macro_rules! lengths {
    ($($length:ident: fn($unit:ty) -> $result:ty, $portable:expr, $definition:expr;)*) => {
        /// The functions of an implementation.
        struct Lengths {
            name: &'static str,
            $($length: Box<dyn Fn(&[$unit]) -> $result>,)*
        }

        impl Lengths {
            fn emulated<const LANES: usize>(name: &'static str) -> Self {
                Self { name, $($length: Box::new(|units| measure::$length(Emulated::<LANES>, units)),)* }
            }

            /// The kernels of a backend, and portable code in place of those that it lacks.
            ///
            /// # Safety
            ///
            /// The machine must have the CPU features of the backend.
            unsafe fn of(name: &'static str, kernels: Measuring) -> Self {
                Self { name, $($length: match kernels.$length() {
                    // SAFETY: the caller has found the CPU features.
                    Some(kernel) => Box::new(move |units| unsafe { kernel(units) }),
                    None => Box::new($portable),
                },)* }
            }
        }

        /// Compares all lengths of parts of these units, each cut to its width.
        fn compare_parts(
            subjects: &[Lengths], what: Arguments<'_>, units: &[u32],
            parts: impl Iterator<Item = Range<usize>> + Clone,
        ) {
            $({
                let definition: fn(&[$unit]) -> $result = $definition;
                let units: Vec<$unit> = units.iter().map(|unit| *unit as $unit).collect();
                for part in parts.clone() {
                    let part = &units[part];
                    let right = definition(part);
                    for subject in subjects {
                        let (name, len) = (subject.name, part.len());
                        assert_eq!((subject.$length)(part), right, "{name}: {} of {len}, {what}", stringify!($length));
                    }
                }
            })*
        }

        /// The same beside unreadable pages. Five consecutive calls use the five layouts.
        fn compare_in(place: &mut Place, subjects: &[Lengths], units: &[u32]) {
            $({
                let definition: fn(&[$unit]) -> $result = $definition;
                let units: Vec<u32> = units.iter().map(|unit| u32::from(*unit as $unit)).collect();
                for (subject, _) in iproduct!(subjects, 0..5) {
                    let both = |units: &[$unit], _: &mut [u8]| ((subject.$length)(units), definition(units));
                    let ((ours, right), _) = place.run(&units, 0, both);
                    assert_eq!(ours, right, "{}: {} of {} units", subject.name, stringify!($length), units.len());
                }
            })*
        }
    };
}

lengths! {
    characters: fn(u8) -> usize, sum_of::<Utf8, Utf32>, |units: &[u8]| {
        units.iter().map(|unit| usize::from(!(0x80..0xC0).contains(unit))).sum()
    };
    tally: fn(u8) -> Tally, Tally::of, |units: &[u8]| {
        let characters = units.iter().filter(|unit| !(0x80..0xC0).contains(*unit)).count();
        let largest = units.iter().copied().filter(|byte| *byte >= 0x80).max().unwrap_or(0);
        Tally { characters, largest }
    };
    utf8_as_utf16: fn(u8) -> usize, sum_of::<Utf8, Utf16>, |units: &[u8]| {
        let of = |unit: &u8| match unit {
            0x80..0xC0 => 0,
            0xF0.. => 2,
            _ => 1,
        };
        units.iter().map(of).sum()
    };
    utf16_as_utf8: fn(u16) -> usize, sum_of::<Utf16, Utf8>, |units: &[u16]| {
        let of = |unit: &u16| match unit {
            ..0x80 => 1,
            0x80..0x800 | 0xD800..0xE000 => 2,
            _ => 3,
        };
        units.iter().map(of).sum()
    };
    utf16_as_utf32: fn(u16) -> usize, |units: &[u16]| Utf16::len_in::<Utf32>(units), |units: &[u16]| {
        units.iter().filter(|unit| !(0xDC00..0xE000).contains(*unit)).count()
    };
    utf32_as_utf8: fn(u32) -> usize, sum_of::<Utf32, Utf8>, |units: &[u32]| {
        let of = |unit: &u32| match unit {
            ..0x80 | 0x8000_0000.. => 1,
            0x80..0x800 => 2,
            0x800..0x1_0000 => 3,
            _ => 4,
        };
        units.iter().map(of).sum()
    };
    latin1_as_utf8: fn(u8) -> usize, sum_of::<Latin1, Utf8>, |units: &[u8]| {
        units.iter().map(|unit| 1 + usize::from(*unit >= 0x80)).sum()
    };
    utf16_valid: fn(u16) -> usize, Utf16::valid, |units: &[u16]| {
        let characters = char::decode_utf16(units.iter().copied()).map_while(Result::ok);
        characters.map(char::len_utf16).sum()
    };
    utf32_valid: fn(u32) -> usize, Utf32::valid, |units: &[u32]| {
        units.iter().take_while(|unit| char::from_u32(**unit).is_some()).count()
    };
    utf8_latin1: fn(u8) -> usize, |bytes: &[u8]| portable::up_to(bytes, 0xC3), |units: &[u8]| before(units, |unit| unit > 0xC3);
    utf16_ascii: fn(u16) -> usize, |units: &[u16]| portable::up_to(units, 0x7F), |units: &[u16]| before(units, |unit| unit > 0x7F);
    utf16_latin1: fn(u16) -> usize, |units: &[u16]| portable::up_to(units, 0xFF), |units: &[u16]| before(units, |unit| unit > 0xFF);
    utf8_before_rtl: fn(u8) -> usize, portable::utf8_before_rtl, |bytes: &[u8]| {
        let three = |at: usize| (at..at + 3).fold(0, |all, at| all << 8 | u32::from(*bytes.get(at).unwrap_or(&0)));
        let is_rtl = |at: &usize| RTL.iter().any(|(_, bytes)| bytes.contains(&three(*at)));
        (0..bytes.len()).find(is_rtl).unwrap_or(bytes.len())
    };
    utf16_before_rtl: fn(u16) -> usize, portable::utf16_before_rtl, |units: &[u16]| {
        before(units, |unit| RTL.iter().any(|(units, _)| units.contains(&unit)))
    };
    line_feeds: fn(u8) -> usize, portable::line_feeds, |units: &[u8]| ends(units, |end| matches!(end, [.., b'\n']));
    line_ends: fn(u8) -> usize, portable::line_ends, |units: &[u8]| ends(units, is_line_end);
    unicode_line_ends: fn(u8) -> usize, portable::unicode_line_ends, |units: &[u8]| {
        ends(units, |end| {
            let others = [&b"\x0B"[..], b"\x0C", b"\xC2\x85", b"\xE2\x80\xA8", b"\xE2\x80\xA9"];
            is_line_end(end) || others.iter().any(|other| end.ends_with(other))
        })
    };
}

/// The right-to-left characters, as the first units of UTF-16 and as the first three bytes of UTF-8.
const RTL: [(Range<u16>, Range<u32>); 9] = [
    (0x0590..0x0900, 0xD6_90_00..0xE0_A4_00),
    (0x200F..0x2010, 0xE2_80_8F..0xE2_80_90),
    (0x202B..0x202C, 0xE2_80_AB..0xE2_80_AC),
    (0x202E..0x202F, 0xE2_80_AE..0xE2_80_AF),
    (0x2067..0x2068, 0xE2_81_A7..0xE2_81_A8),
    (0xFB1D..0xFE00, 0xEF_AC_9D..0xEF_B8_00),
    (0xFE70..0xFEFF, 0xEF_B9_B0..0xEF_BB_BF),
    (0xD802..0xD804, 0xF0_90_A0..0xF0_91_00),
    (0xD83A..0xD83C, 0xF0_9E_A0..0xF0_9F_00),
];

/// The number of units before the first such one.
fn before<U: Copy>(units: &[U], is: impl Fn(U) -> bool) -> usize {
    units.iter().take_while(|unit| !is(**unit)).count()
}

/// The number of places before which there is such an end.
fn ends(units: &[u8], is_end: impl Fn(&[u8]) -> bool) -> usize {
    (1..=units.len()).filter(|at| is_end(&units[..*at])).count()
}

fn is_line_end(end: &[u8]) -> bool {
    end.ends_with(b"\r") || end.ends_with(b"\n") && !end.ends_with(b"\r\n")
}

fn sum_of<S: Native + Measured<D>, D: Native>(units: &[S::Unit]) -> usize {
    S::measure(units)
}

/// All implementations on this machine.
fn subjects() -> Vec<Lengths> {
    let mut subjects = vec![Lengths::emulated::<16>("emulated, 16"), Lengths::emulated::<64>("emulated, 64")];
    // SAFETY: there is no kernel.
    subjects.push(unsafe { Lengths::of("portable", Measuring::NONE) });
    // SAFETY: the machine supports them.
    subjects.extend(
        supported!(MEASURING: Measuring)
            .into_iter()
            .map(|(name, kernels)| unsafe { Lengths::of(name, kernels) }),
    );
    subjects
}

/// Bytes in a block of the kernels.
const BLOCK: usize = 64;

/// Compares all lengths of these numbers as units.
fn compare(subjects: &[Lengths], what: Arguments<'_>, numbers: impl Iterator<Item = u32>) {
    let units: Vec<u32> = numbers.collect();
    compare_parts(subjects, what, &units, std::iter::once(0..units.len()));
}

/// Numbers at which a length changes: as bytes, and as units of 16 and of 32 bits.
const EDGES: [u32; 16] = [
    0, 0x0B, 0x0D, 0x80, 0xC0, 0xE0, 0xF0, 0x100, 0x400, 0x800, 0x8000, 0xD800, 0xDC00, 0xE000, 0x1_0000,
    0x8000_0000,
];

/// The edge, and the numbers before and after it.
fn near(edge: u32) -> [u32; 3] {
    [edge.wrapping_sub(1), edge, edge.wrapping_add(1)]
}

/// Each value among zeros in each lane, and in the rest after the last block; then all 16-bit values, in a row that
/// passes each lane.
#[test]
fn every_value_in_every_lane() {
    let subjects = subjects();
    // An unoptimised build takes a selection.
    let [lanes, values, far] = if is_thinned() { [7, 127, 0x403] } else { [1, 1, 61] };
    for lane in (0..BLOCK + 9).step_by(lanes) {
        for value in (0..0x100).chain(EDGES.into_iter().flat_map(near)) {
            let units = (0..BLOCK + 9).map(|at| if at == lane { value } else { 0 });
            compare(&subjects, format_args!("{value:x} in lane {lane}"), units);
        }
    }
    for first in (0..0x1_0000_u32).step_by(values) {
        // An odd factor, so that neighbours in the row are in different classes.
        let row = (0..BLOCK as u32).map(|at| (first + at).wrapping_mul(0x6487) & 0xFFFF);
        compare(&subjects, format_args!("the row of {first:x}"), row);
    }
    for first in (0..0x11_0000_u32).step_by(far) {
        compare(&subjects, format_args!("{first:x}"), first..first + BLOCK as u32);
    }
}

/// Lengths from zero to several blocks, of all kinds of units.
#[test]
fn every_length() {
    let subjects = subjects();
    let mut random = Random(1);
    let mut units: Vec<u32> = (0..512).map(|_| random.pick(&near(random.clone().pick(&EDGES)))).collect();
    for len in 0..=units.len() {
        units.rotate_left(7);
        compare(&subjects, format_args!("random edges"), units[..len].iter().copied());
    }
}

/// Each value among others at each place of each text of less than two blocks, where ends are counted by other code
/// than blocks.
#[test]
fn every_place_of_short_texts() {
    let step = if is_thinned() { 3 } else { 1 };
    in_parallel((BLOCK + 12).div_ceil(step), |nth| {
        let (subjects, len) = (subjects(), nth * step);
        let values = EDGES.into_iter().flat_map(near).chain([0x7F, 0xBF, 0xEF, 0xF4, 0xFF]);
        for (place, value, others) in iproduct!(0..len, values, [0, 0x41, 0xBF, 0xFFFF]) {
            let units = (0..len).map(|at| if at == place { value } else { others });
            compare(&subjects, format_args!("{value:x} at {place} among {others:x}"), units);
        }
    });
}

/// The maximum and the minimum count, for so long that lanes are reset several times, and at each number of blocks
/// before.
#[test]
fn long_runs() {
    let subjects = subjects();
    for value in [0, 0x41, 0x80, 0xBF, 0xFF, 0x7FF, 0xD800, 0xFFFF, 0x10_FFFF, u32::MAX] {
        let few = if is_thinned() { 1..12 } else { 1..140 };
        for blocks in few.chain([42, 43, 63, 64, 85, 86, 127, 128, 254, 255, 256, 257, 511, 600]) {
            let units = std::iter::repeat_n(value, blocks * BLOCK + blocks % 3);
            compare(&subjects, format_args!("{blocks} blocks of {value:x}"), units);
        }
    }
}

/// The first and last right-to-left characters, and those beside them, at every place of some blocks.
#[test]
fn right_to_left_at_every_place() {
    let subjects = subjects();
    for (units, bytes) in &RTL {
        let units = [units.start, units.end].into_iter().flat_map(|unit| near(unit.into()));
        let bytes = [bytes.start, bytes.end].into_iter().flat_map(near).map(u32::to_be_bytes);
        let sequences = units.map(|unit| vec![unit]);
        for sequence in
            sequences.chain(bytes.map(|bytes| bytes[1..].iter().copied().map(u32::from).collect()))
        {
            for at in (0..2 * BLOCK + 9).step_by(if is_thinned() { 9 } else { 1 }) {
                let text = [vec![0x41; at], sequence.clone(), vec![0x41; at % 5]].concat();
                compare(&subjects, format_args!("{sequence:x?} at {at}"), text.into_iter());
            }
        }
    }
}

/// Texts of this many units are read in aligned loads.
const LONG: usize = 256 * BLOCK;

/// Groups of blocks that are ASCII, and others, in each order: a tally skips the former.
#[test]
fn ascii_is_skipped_and_counted() {
    const GROUP: usize = 1024;
    for order in 0..32_u32 {
        let mut bytes = [0x41; 5 * GROUP + 70];
        for group in (0..5).filter(|group| order >> group & 1 == 1) {
            bytes[group * GROUP + order as usize * 33 % GROUP] = 0x80 + order * 4;
        }
        compare(&subjects(), format_args!("{order:b}"), bytes.into_iter());
    }
}

/// Random numbers of every magnitude.
fn numbers(random: &mut Random, count: usize) -> Vec<u32> {
    (0..count).map(|_| random.number() as u32 >> random.below(48).saturating_sub(16)).collect()
}

/// The alignment of a text makes no difference.
#[test]
fn every_alignment() {
    let units = numbers(&mut Random(2), LONG + 2 * BLOCK);
    for from in 0..=BLOCK {
        let long = [-1, 0, 1, 40].map(|more| (from + LONG).saturating_add_signed(more));
        let ends = (from..1024).step_by(if is_thinned() { 257 } else { 31 }).chain(long);
        compare_parts(&subjects(), format_args!("from {from}"), &units, ends.map(|to| from..to));
    }
}

/// Nothing outside of a text is read: it begins or ends at an inaccessible page, or is a separate allocation.
#[test]
fn short_texts_beside_unreadable_pages() {
    let units = numbers(&mut Random(3), 3 * BLOCK);
    let mut place = Place::default();
    assert!(!cfg!(unix) || place.is_guarded());
    let subjects = subjects();
    (0..=units.len()).for_each(|len| compare_in(&mut place, &subjects, &units[..len]));
}

/// The same for the starts of lines, compared with those that portable code finds.
#[test]
fn line_starts_beside_unreadable_pages() {
    let (mut random, mut place) = (Random(4), Place::default());
    let kinds =
        [&[0x41][..], &[0x0A], &[0x0D], &[0x0D, 0x0A], &[0xC2, 0x85], &[0xE2, 0x80, 0xA8], &[0xE2, 0x80]];
    let units: Vec<u32> = (0..2 * BLOCK).flat_map(|_| random.pick(&kinds)).copied().collect();
    let bytes: Vec<u8> = units.iter().map(|unit| *unit as u8).collect();
    let kinds = [LineEnds::Lf, LineEnds::LfCr, LineEnds::Unicode];
    let mut kernels: Vec<LineStartsFn> = vec![
        |text, ends, skip, dst| measure::line_starts(Emulated::<16>, text, ends, skip, dst),
        |text, ends, skip, dst| measure::line_starts(Emulated::<64>, text, ends, skip, dst),
    ];
    kernels.extend(
        supported!(MEASURING: Measuring).into_iter().filter_map(|(_, kernels)| kernels.line_starts()),
    );
    // Five consecutive calls use the five layouts, and there are six of each length.
    for (kernel, len, ends, skip) in iproduct!(kernels, 0..units.len(), kinds, [0, 7]) {
        let starts = |text: &[u8], _: &mut [u8]| {
            let mut dst = [0; 9];
            // SAFETY: the machine supports the backend.
            (unsafe { kernel(text, ends, skip, &mut dst) }, dst)
        };
        let (ours, _) = place.run(&units[..len], 0, starts);
        let mut dst = [0; 9];
        let right = (portable::line_starts(&bytes[..len], ends, skip, &mut dst), dst);
        assert_eq!(ours, right, "{len} {ends:?} {skip}");
    }
}

/// The same for where a number of characters or units ends, compared with a loop: ASCII with some others, characters of every
/// length, and pairs.
#[test]
fn seeks_beside_unreadable_pages() {
    let mut kernels: Vec<[Option<SeekFn>; 2]> = vec![
        [Some(|text, skip| measure::seek_characters(Emulated::<16>, text, skip)), None],
        [None, Some(|text, skip| measure::seek_utf16(Emulated::<64>, text, skip))],
    ];
    let supported = supported!(MEASURING: Measuring).into_iter();
    kernels.extend(supported.map(|(_, kernels)| [kernels.seek_characters(), kernels.seek_utf16()]));
    let (mut random, mut place) = (Random(5), Place::default());
    let edges = ["a", "a", "a", "\u{80}", "\u{7FF}", "\u{FFFD}", "\u{10FFFF}"];
    let texts = [&edges[..], &CHARACTERS, &["\u{1F37D}"], &["a", "\u{1F37D}"]];
    for (len, parts) in iproduct!((BLOCK..600).step_by(if is_thinned() { 37 } else { 3 }), texts) {
        let mut text = String::new();
        while text.len() < len {
            text += random.pick(parts);
        }
        let bytes: Vec<u32> = text.bytes().map(u32::from).collect();
        for (skip, (kernels, nth)) in iproduct!(0..=len + 1, iproduct!(&kernels, 0..2)) {
            let Some(kernel) = kernels[nth] else { continue };
            let (mut at, mut left) = (0, skip);
            for character in text.chars() {
                let units = [1, character.len_utf16()][nth];
                if units > left {
                    break;
                }
                (at, left) = (at + character.len_utf8(), left - units);
            }
            // SAFETY: the machine supports the backend.
            let seek = |text: &[u8], _: &mut [u8]| unsafe { kernel(text, skip) };
            assert_eq!(place.run(&bytes, 0, seek).0, (at, left), "{skip} in {text:?}");
        }
    }
}
