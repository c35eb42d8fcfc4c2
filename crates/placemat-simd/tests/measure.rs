//! The measuring kernels: each length, by each backend that this machine supports and by emulated vectors, compared
//! with the sum over all units.
//!
//! A lane counts units independently of the others, so there are few cases: every value of a unit in every lane;
//! texts of every length at every alignment; and runs of the maximum count, long enough for 8-bit lanes to be reset
//! several times. `cargo xtask mutate` shows by edits of the kernels that this can fail.
//! Emulators run it in rows for kernels.

#![expect(clippy::cast_possible_truncation, reason = "numbers are cut to units on purpose")]

mod here;

use here::backends_here;
use placemat_conformance::{
    convert::{Place, Unit},
    is_thinned,
    random::Random,
};
use placemat_core::{
    Measuring, Tally,
    convert::{
        Latin1, Utf8, Utf16, Utf32,
        portable::{Measured, Native, ValidateUnits},
    },
};
use placemat_simd::{emulated::Emulated, measure};

/// The number of characters of UTF-8, and the lengths of text in another encoding.
#[derive(Clone, Copy)]
struct Lengths {
    name: &'static str,
    characters: fn(&[u8]) -> usize,
    utf8_as_utf16: fn(&[u8]) -> usize,
    utf16_as_utf8: fn(&[u16]) -> usize,
    utf32_as_utf8: fn(&[u32]) -> usize,
    latin1_as_utf8: fn(&[u8]) -> usize,
    utf16_valid: fn(&[u16]) -> usize,
    utf32_valid: fn(&[u32]) -> usize,
    /// Packed.
    tally: fn(&[u8]) -> usize,
}

/// Both numbers in one, to compare them like the lengths.
fn packed(tally: Tally) -> usize {
    tally.characters << 8 | usize::from(tally.largest)
}

/// The sum over all units: the definition, for invalid units too.
const UNITS: Lengths = Lengths {
    name: "unit by unit",
    characters: |units| units.iter().map(|unit| usize::from(!(0x80..0xC0).contains(unit))).sum(),
    utf8_as_utf16: |units| {
        let of = |unit: &u8| match unit {
            0x80..0xC0 => 0,
            0xF0.. => 2,
            _ => 1,
        };
        units.iter().map(of).sum()
    },
    utf16_as_utf8: |units| {
        let of = |unit: &u16| match unit {
            ..0x80 => 1,
            0x80..0x800 | 0xD800..0xE000 => 2,
            _ => 3,
        };
        units.iter().map(of).sum()
    },
    utf32_as_utf8: |units| {
        let of = |unit: &u32| match unit {
            ..0x80 | 0x8000_0000.. => 1,
            0x80..0x800 => 2,
            0x800..0x1_0000 => 3,
            _ => 4,
        };
        units.iter().map(of).sum()
    },
    latin1_as_utf8: |units| units.iter().map(|unit| 1 + usize::from(*unit >= 0x80)).sum(),
    utf16_valid: |units| {
        let characters = char::decode_utf16(units.iter().copied()).map_while(Result::ok);
        characters.map(char::len_utf16).sum()
    },
    utf32_valid: |units| units.iter().take_while(|unit| char::from_u32(**unit).is_some()).count(),
    tally: |bytes| {
        let largest = bytes.iter().copied().filter(|byte| *byte >= 0x80).max().unwrap_or(0);
        packed(Tally { characters: (UNITS.characters)(bytes), largest })
    },
};

fn portable<S: Native + Measured<D>, D: Native>(units: &[S::Unit]) -> usize {
    S::measure(units)
}

const PORTABLE: Lengths = Lengths {
    name: "portable",
    characters: portable::<Utf8, Utf32>,
    utf8_as_utf16: portable::<Utf8, Utf16>,
    utf16_as_utf8: portable::<Utf16, Utf8>,
    utf32_as_utf8: portable::<Utf32, Utf8>,
    latin1_as_utf8: portable::<Latin1, Utf8>,
    utf16_valid: Utf16::valid,
    utf32_valid: Utf32::valid,
    tally: |bytes| packed(Tally::of(bytes)),
};

const fn emulated<const LANES: usize>(name: &'static str) -> Lengths {
    Lengths {
        name,
        characters: |units| measure::characters(Emulated::<LANES>, units),
        utf8_as_utf16: |units| measure::utf8_as_utf16(Emulated::<LANES>, units),
        utf16_as_utf8: |units| measure::utf16_as_utf8(Emulated::<LANES>, units),
        utf32_as_utf8: |units| measure::utf32_as_utf8(Emulated::<LANES>, units),
        latin1_as_utf8: |units| measure::latin1_as_utf8(Emulated::<LANES>, units),
        utf16_valid: |units| measure::utf16_valid(Emulated::<LANES>, units),
        utf32_valid: |units| measure::utf32_valid(Emulated::<LANES>, units),
        tally: |bytes| packed(measure::tally(Emulated::<LANES>, bytes)),
    }
}

/// Adds safe functions for the kernels of a backend, if this machine supports it.
macro_rules! kernels {
    ($module:path, $Token:ident, $subjects:ident) => {{
        use $module as module;
        const MEASURING: Measuring = module::MEASURING;
        $subjects.extend(module::detect().is_ok().then_some(Lengths {
            name: module::INFO.name(),
            // SAFETY: for this one and the others, `detect` has found the CPU features.
            characters: |units| unsafe { MEASURING.characters().unwrap()(units) },
            // SAFETY: as above.
            utf8_as_utf16: |units| unsafe { MEASURING.utf8_as_utf16().unwrap()(units) },
            // SAFETY: as above.
            utf16_as_utf8: |units| unsafe { MEASURING.utf16_as_utf8().unwrap()(units) },
            // SAFETY: as above.
            utf32_as_utf8: |units| unsafe { MEASURING.utf32_as_utf8().unwrap()(units) },
            // SAFETY: as above.
            latin1_as_utf8: |units| unsafe { MEASURING.latin1_as_utf8().unwrap()(units) },
            // SAFETY: as above.
            utf16_valid: |units| unsafe { MEASURING.utf16_valid().unwrap()(units) },
            // SAFETY: as above.
            utf32_valid: |units| unsafe { MEASURING.utf32_valid().unwrap()(units) },
            // SAFETY: as above.
            tally: |bytes| packed(unsafe { MEASURING.tally().unwrap()(bytes) }),
        }));
    }};
}

/// All implementations on this machine.
fn subjects() -> Vec<Lengths> {
    let mut subjects = vec![PORTABLE, emulated::<16>("emulated, 16"), emulated::<64>("emulated, 64")];
    backends_here!(kernels, subjects);
    subjects
}

/// Bytes in a block of the kernels.
const BLOCK: usize = 64;

/// Compares all lengths of units that are made from these numbers.
fn compare(subject: &Lengths, numbers: impl Iterator<Item = u32> + Clone) -> Result<(), String> {
    let bytes: Vec<u8> = numbers.clone().map(|number| number as u8).collect();
    let units: Vec<u16> = numbers.clone().map(|number| number as u16).collect();
    let wide: Vec<u32> = numbers.collect();
    compare_units(subject, &bytes, &units, &wide)
}

/// Compares all lengths of these units.
fn compare_units(subject: &Lengths, bytes: &[u8], units: &[u16], wide: &[u32]) -> Result<(), String> {
    fn check<U>(
        what: &str,
        units: &[U],
        ours: fn(&[U]) -> usize,
        right: fn(&[U]) -> usize,
    ) -> Result<(), String> {
        match (ours(units), right(units)) {
            (ours, right) if ours == right => Ok(()),
            (ours, right) => Err(format!("{what} of {}: {ours}, not {right}", units.len())),
        }
    }
    check("characters", bytes, subject.characters, UNITS.characters)?;
    check("tally", bytes, subject.tally, UNITS.tally)?;
    check("UTF-8 as UTF-16", bytes, subject.utf8_as_utf16, UNITS.utf8_as_utf16)?;
    check("UTF-16 as UTF-8", units, subject.utf16_as_utf8, UNITS.utf16_as_utf8)?;
    check("UTF-32 as UTF-8", wide, subject.utf32_as_utf8, UNITS.utf32_as_utf8)?;
    check("Latin-1 as UTF-8", bytes, subject.latin1_as_utf8, UNITS.latin1_as_utf8)?;
    check("valid in UTF-16", units, subject.utf16_valid, UNITS.utf16_valid)?;
    check("valid in UTF-32", wide, subject.utf32_valid, UNITS.utf32_valid)
}

/// Numbers at which a length changes: as bytes, and as units of 16 and of 32 bits.
const EDGES: [u32; 14] =
    [0, 0x80, 0xC0, 0xE0, 0xF0, 0x100, 0x400, 0x800, 0x8000, 0xD800, 0xDC00, 0xE000, 0x1_0000, 0x8000_0000];

/// The edge, and the numbers before and after it.
fn near(edge: u32) -> [u32; 3] {
    [edge.wrapping_sub(1), edge, edge.wrapping_add(1)]
}

/// Each value among zeros in each lane, and in the rest after the last block; then all 16-bit values, in a row that
/// passes each lane.
fn every_value_in_every_lane(subject: &Lengths) -> Result<(), String> {
    // An unoptimised build takes a selection.
    let debug = is_thinned();
    for lane in (0..BLOCK + 9).step_by(if debug { 7 } else { 1 }) {
        for value in (0..0x100).chain(EDGES.into_iter().flat_map(near)) {
            compare(subject, (0..BLOCK + 9).map(|at| if at == lane { value } else { 0 }))
                .map_err(|error| format!("{value:x} in lane {lane}: {error}"))?;
        }
    }
    for first in (0..0x1_0000_u32).step_by(if debug { 127 } else { 1 }) {
        // An odd factor, so that neighbours in the row are in different classes.
        let row = (0..BLOCK as u32).map(|at| (first + at).wrapping_mul(0x6487) & 0xFFFF);
        compare(subject, row).map_err(|error| format!("the row of {first:x}: {error}"))?;
    }
    for first in (0..0x11_0000_u32).step_by(if debug { 0x403 } else { 61 }) {
        compare(subject, first..first + BLOCK as u32).map_err(|error| format!("{first:x}: {error}"))?;
    }
    Ok(())
}

/// Lengths from zero to several blocks, of all kinds of units.
fn every_length(subject: &Lengths) -> Result<(), String> {
    let mut random = Random(1);
    let mut units: Vec<u32> = (0..512).map(|_| random.pick(&near(random.clone().pick(&EDGES)))).collect();
    for len in 0..=units.len() {
        units.rotate_left(7);
        compare(subject, units[..len].iter().copied())?;
    }
    Ok(())
}

/// Each value among others at each place of each text of less than two blocks, where ends are counted by other code
/// than blocks.
fn every_place_of_short_texts(subject: &Lengths) -> Result<(), String> {
    let lengths = 0..BLOCK + 12;
    for len in lengths.step_by(if is_thinned() { 3 } else { 1 }) {
        for place in 0..len {
            for value in EDGES.into_iter().flat_map(near).chain([0x7F, 0xBF, 0xEF, 0xF4, 0xFF]) {
                for others in [0, 0x41, 0xBF, 0xFFFF] {
                    let units = (0..len).map(|at| if at == place { value } else { others });
                    compare(subject, units)
                        .map_err(|error| format!("{value:x} at {place} among {others:x}: {error}"))?;
                }
            }
        }
    }
    Ok(())
}

/// The maximum and the minimum count, for so long that lanes are reset several times, and at each number of blocks
/// before.
fn long_runs(subject: &Lengths) -> Result<(), String> {
    for value in [0, 0x41, 0x80, 0xBF, 0xFF, 0x7FF, 0xD800, 0xFFFF, 0x10_FFFF, u32::MAX] {
        let few = if is_thinned() { 1..12 } else { 1..140 };
        for blocks in few.chain([42, 43, 63, 64, 85, 86, 127, 128, 254, 255, 256, 257, 511, 600]) {
            compare(subject, std::iter::repeat_n(value, blocks * BLOCK + blocks % 3))
                .map_err(|error| format!("{blocks} blocks of {value:x}: {error}"))?;
        }
    }
    Ok(())
}

/// All of these, or the first failure.
fn all(subject: &Lengths) -> Result<(), String> {
    every_length(subject)?;
    every_value_in_every_lane(subject)?;
    every_place_of_short_texts(subject)?;
    long_runs(subject)
}

#[test]
fn every_backend_agrees() {
    for subject in subjects() {
        if let Err(error) = all(&subject) {
            panic!("{}: {error}", subject.name);
        }
        println!("{}", subject.name);
    }
}

/// Texts of this many units are read in aligned loads.
const LONG: usize = 256 * BLOCK;

/// Groups of blocks that are ASCII, and others, in each order: a tally skips the former.
#[test]
fn ascii_is_skipped_and_counted() {
    const GROUP: usize = 1024;
    for subject in subjects() {
        for order in 0..32_u32 {
            let mut bytes = [0x41; 5 * GROUP + 70];
            for group in (0..5).filter(|group| order >> group & 1 == 1) {
                let at = group * GROUP + usize::from(order as u8) * 33 % GROUP;
                bytes[at] = 0x80 + order as u8 * 4;
            }
            assert_eq!((subject.tally)(&bytes), (UNITS.tally)(&bytes), "{} {order:b}", subject.name);
        }
    }
}

/// The alignment of a text makes no difference.
#[test]
fn every_alignment() {
    let mut random = Random(2);
    let bytes: Vec<u8> = (0..LONG + 2 * BLOCK).map(|_| random.number() as u8).collect();
    let units: Vec<u16> = (0..LONG + 2 * BLOCK).map(|_| random.number() as u16).collect();
    let wide: Vec<u32> = (0..LONG + 2 * BLOCK).map(|_| random.number() as u32 >> random.below(32)).collect();
    for subject in subjects() {
        for from in 0..=BLOCK {
            let long = [-1, 0, 1, 40].map(|more| (from + LONG).saturating_add_signed(more));
            for to in (from..1024).step_by(if is_thinned() { 257 } else { 31 }).chain(long) {
                let found = compare_units(&subject, &bytes[from..to], &units[from..to], &wide[from..to]);
                assert_eq!(found, Ok(()), "{} from {from} to {to}", subject.name);
            }
        }
    }
}

/// Nothing outside of a text is read: it begins or ends at an inaccessible page, or is a separate allocation.
#[test]
fn short_texts_beside_unreadable_pages() {
    fn check<U: Unit>(place: &mut Place, units: &[u32], length: fn(&[U]) -> usize, right: fn(&[U]) -> usize) {
        // Five consecutive calls use the five layouts.
        for _ in 0..5 {
            let (ours, _) = place.run(units, 0, |units: &[U], _: &mut [u8]| (length(units), right(units)));
            assert_eq!(ours.0, ours.1, "of {} units", units.len());
        }
    }
    let mut random = Random(3);
    let bytes: Vec<u32> = (0..3 * BLOCK).map(|_| random.number() as u32 & 0xFF).collect();
    let units: Vec<u32> = (0..3 * BLOCK).map(|_| random.number() as u32 & 0xFFFF).collect();
    let wide: Vec<u32> = (0..3 * BLOCK).map(|_| random.number() as u32 >> random.below(32)).collect();
    let mut place = Place::new();
    assert!(!cfg!(unix) || place.is_guarded());
    for subject in subjects() {
        for len in 0..=bytes.len() {
            check(&mut place, &bytes[..len], subject.characters, UNITS.characters);
            check(&mut place, &bytes[..len], subject.tally, UNITS.tally);
            check(&mut place, &bytes[..len], subject.utf8_as_utf16, UNITS.utf8_as_utf16);
            check(&mut place, &bytes[..len], subject.latin1_as_utf8, UNITS.latin1_as_utf8);
            check(&mut place, &units[..len], subject.utf16_as_utf8, UNITS.utf16_as_utf8);
            check(&mut place, &wide[..len], subject.utf32_as_utf8, UNITS.utf32_as_utf8);
        }
    }
}

/// For valid text, the length equals the standard library's.
#[test]
fn text_has_the_length_of_its_conversion() {
    let characters: String = (0..=0x10_FFFF).step_by(257).filter_map(char::from_u32).collect();
    let units: Vec<u16> = characters.encode_utf16().collect();
    let wide: Vec<u32> = characters.chars().map(u32::from).collect();
    let latin: Vec<u8> = (0..=u8::MAX).collect();
    for subject in subjects() {
        assert_eq!((subject.characters)(characters.as_bytes()), wide.len(), "{}", subject.name);
        assert_eq!((subject.utf8_as_utf16)(characters.as_bytes()), units.len(), "{}", subject.name);
        assert_eq!((subject.utf16_as_utf8)(&units), characters.len(), "{}", subject.name);
        assert_eq!((subject.utf32_as_utf8)(&wide), characters.len(), "{}", subject.name);
        assert_eq!((subject.latin1_as_utf8)(&latin), 0x180, "{}", subject.name);
    }
    assert_eq!(placemat::utf16::len(&characters), units.len());
    assert_eq!(placemat::chars::count(&characters), wide.len());
    assert_eq!(placemat::latin1::utf8_len(&latin), 0x180);
}
