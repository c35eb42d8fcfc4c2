//! The bookkeeping of conversion from UTF-16: that the driver relies on nothing but what kernels promise,
//! converts each unit once where nothing is wrong, and never splits a pair.
//!
//! It runs over a kernel that does wrongly whatever it is allowed to: it fills the rest of a room with rubbish,
//! has larger classes than are needed, and converts parts of a few units, each time of another length, which
//! may end inside a pair.

use std::cell::Cell;

use placemat_core::convert::Progress;
use placemat_simd::{
    Token,
    convert::{Class, Room, SOME, Shorten, UNITS, Units, utf16_to_utf8, utf16_to_utf8_replaced},
    emulated::Emulated,
};

thread_local! {
    /// How many units were converted.
    static CONVERTED: Cell<usize> = const { Cell::new(0) };
}

#[derive(Clone, Copy)]
struct Hostile;

const PLAIN: Emulated<16> = Emulated;
const RUBBISH: u8 = 0xFE;

impl Token for Hostile {}

fn count(units: usize) {
    CONVERTED.set(CONVERTED.get() + units);
}

impl Shorten for Hostile {
    fn class(self, units: &[u16; UNITS]) -> Option<Class> {
        // What is true of a block is true of all larger classes.
        PLAIN.class(units).map(|class| if units[0].is_multiple_of(3) { Class::Three } else { class })
    }

    fn shorten(self, units: &[u16; UNITS], class: Class, room: &mut Room) -> usize {
        assert!(PLAIN.class(units).is_some_and(|least| least <= class), "{class:?} is not true of the block");
        let written = PLAIN.shorten(units, class, room);
        room[written..].fill(RUBBISH);
        count(UNITS);
        written
    }

    fn shorten_pairs(self, units: &Units, room: &mut Room) -> Option<usize> {
        let written = PLAIN.shorten_pairs(units, room);
        room[written.unwrap_or(0)..].fill(RUBBISH);
        count(written.map_or(0, |_| UNITS));
        written
    }

    fn part(self, source: &[u16], at: usize, room: &mut [u8]) -> Option<Progress> {
        // As if the source ended there; but not inside a pair, of which that would make a lone half.
        let mut end = source.len().min(at + 1 + at % SOME);
        if end < source.len() && source[end - 1] & 0xFC00 == 0xD800 {
            end += 1;
        }
        let part = PLAIN.part(&source[..end], at, room);
        room[part.map_or(0, |part| part.written)..].fill(RUBBISH);
        count(part.map_or(0, |part| part.read));
        part
    }
}

/// What is well formed at the start of the units.
fn good(units: &[u16]) -> (usize, String) {
    let (mut read, mut text) = (0, String::new());
    for character in char::decode_utf16(units.iter().copied()).map_while(Result::ok) {
        read += character.len_utf16();
        text.push(character);
    }
    (read, text)
}

/// Converts by the hostile kernel, and checks all that can be said of a call; how many units it converted.
fn audit(source: &[u16], room: usize) -> usize {
    let (sound, text) = good(source);
    let mut octets = vec![0; room];
    CONVERTED.set(0);
    let Progress { read, written } = utf16_to_utf8(Hostile, source, &mut octets);
    let what = || {
        format!("room for {room}, {read} of {} read: {:x?}", source.len(), &source[..source.len().min(90)])
    };
    assert!(read <= sound && written <= room, "{}", what());
    assert_eq!(good(&source[..read]).0, read, "a pair is split: {}", what());
    let expected = String::from_utf16(&source[..read]).expect("it is well formed");
    assert_eq!(octets[..written], *expected.as_bytes(), "{}", what());
    assert!(text.starts_with(&expected));
    let near = SOME + 4;
    assert!(sound - read < near || room - written < 3 * near, "stops needlessly: {}", what());
    CONVERTED.get()
}

const FILLERS: [&str; 5] = ["a", "\u{E9}", "\u{20AC}", "\u{1F37D}", "words, \u{E9}, \u{20AC} and \u{1F37D} "];

/// So many units of this sort, or one less.
fn filler(of: &str, len: usize) -> Vec<u16> {
    let units: Vec<u16> = of.encode_utf16().cycle().take(len).collect();
    let (whole, _) = good(&units);
    units[..whole].to_vec()
}

/// In debug builds, and in emulators, a part of the runs.
fn is_brief() -> bool {
    cfg!(debug_assertions) || std::env::var_os("PLACEMAT_EXTENT").is_some_and(|extent| extent == "borders")
}

/// Lone halves and pairs at each place: both are cut by the ends of parts and blocks.
#[test]
fn errors_and_pairs_at_every_place() {
    const TELLING: [&[u16]; 5] =
        [&[0xD83C], &[0xDF7D], &[0xD83C, 0xDF7D], &[0xDF7D, 0xD83C], &[0xD83C, 0xDF7D, 0xDF7D]];
    let mut calls = 0;
    for place in (0..2 * UNITS + 140).step_by(if is_brief() { 5 } else { 1 }) {
        for (nth, of) in FILLERS.iter().enumerate() {
            let before = filler(of, place);
            for telling in TELLING {
                let after = filler(FILLERS[(place + nth) % 5], [0, 70, 300][place % 3]);
                let source = [&before[..], telling, &after].concat();
                for room in [3 * source.len() + 400, 3 * source.len(), before.len()] {
                    audit(&source, room);
                    calls += 1;
                }
            }
        }
    }
    println!("{calls} runs of the driver were audited");
    assert!(calls > 5_000);
}

#[test]
fn rooms_of_every_size() {
    let mut calls = 0;
    for of in FILLERS {
        let source = filler(of, 2 * UNITS + 50);
        for room in (0..3 * source.len() + 200).step_by(if is_brief() { 7 } else { 1 }) {
            audit(&source, room);
            calls += 1;
        }
    }
    println!("{calls} runs of the driver were audited");
    assert!(calls > 500);
}

/// With room for all of it, no unit is converted twice, but the half of a pair with which a block ends.
#[test]
fn each_unit_is_converted_once() {
    for len in (1..3_000).step_by(if is_brief() { 97 } else { 7 }) {
        for of in FILLERS {
            let source = filler(of, len);
            let converted = audit(&source, 3 * source.len() + 400);
            let again = source.len() / UNITS + source.len() / SOME + 1;
            // Short texts of ASCII need no kernel.
            let is_short = converted == 0 && len <= 256 && source.iter().all(|unit| *unit < 0x80);
            assert!(
                is_short || (source.len()..=source.len() + again).contains(&converted),
                "{converted}, {len} of {of}"
            );
        }
    }
}

/// Text with lone halves at each place, each of which becomes U+FFFD.
#[test]
fn replaced_text_is_right_in_every_octet() {
    for place in (0..660).step_by(if is_brief() { 7 } else { 1 }) {
        for of in FILLERS {
            let source = [&[0x61; 3], &filler(of, place)[..], &[0xDF7D, 0xD83C], &filler(of, 600)].concat();
            let mut octets = vec![0; 3 * source.len() + 400];
            let Progress { read, written } = utf16_to_utf8_replaced(Hostile, &source, &mut octets);
            let expected = String::from_utf16_lossy(&source[3..3 + read]);
            assert_eq!(octets[..written], *expected.as_bytes(), "{place}, {of}");
            assert!(read + 80 > source.len() || read >= 512 - 1, "it stops early: {read} of {place}, {of}");
        }
    }
}
