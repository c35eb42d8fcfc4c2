//! The bookkeeping of conversion: that the driver relies on nothing but what kernels promise, converts each
//! octet once, and keeps nothing of what it throws away.
//!
//! Here it runs over a kernel that does wrongly whatever it is allowed to. Its lanes write rubbish where their
//! windows are not part of well-formed text; units that it may overwrite, it overwrites with rubbish; and
//! where blocks are not ASCII, so does what widens them. What comes out must still be right in every unit.
//! (No store can be outside of the room: the driver is safe code, and kernels are given slices.)

mod shell;

use std::cell::Cell;

use placemat_core::convert::Progress;
use placemat_simd::{
    convert::{Compact, Lanes, SPARE, utf8_to_utf16, utf8_to_utf16_replaced},
    emulated::Emulated,
};
use shell::{Hooks, Shell};

thread_local! {
    /// How many units were stored, beside rubbish.
    static STORED: Cell<usize> = const { Cell::new(0) };
}

#[derive(Clone, Copy)]
struct Hostile;

const RUBBISH: u16 = 0xDEAD;

/// Whether these octets can be a part of well-formed text, or of such text before a lead that no sequence can
/// have. Steps need not see such a lead before the octet after it, so lanes have to be right about it.
fn is_part_of_text(window: &[u8]) -> bool {
    if let [before @ .., 0xC0 | 0xC1 | 0xF5..] = window {
        // A sequence must not be cut off before it.
        let open = before
            .iter()
            .rev()
            .position(|octet| octet & 0xC0 != 0x80)
            .map_or(0, |tails| before.len() - 1 - tails);
        let lead = before[open];
        let len = if lead < 0x80 { 1 } else { lead.leading_ones() as usize };
        return is_part_of_text(before) && (lead & 0xC0 == 0x80 || open + len <= before.len());
    }
    let tails = window.iter().take_while(|octet| **octet & 0xC0 == 0x80).count();
    match std::str::from_utf8(&window[tails..]) {
        Ok(_) => tails < 4,
        Err(error) => tails < 4 && error.error_len().is_none(),
    }
}

fn spoil<const LANES: usize>(mut lanes: Lanes<[u8; LANES]>, b: &[[u8; LANES]]) -> Lanes<[u8; LANES]> {
    for lane in 0..LANES {
        let mut window: Vec<u8> = b.iter().map(|octets| octets[lane]).collect();
        window.reverse();
        if !is_part_of_text(&window) {
            [lanes.low[lane], lanes.high[lane]] = RUBBISH.to_le_bytes();
            lanes.writes |= 1 << lane;
        }
    }
    lanes
}

impl<const LANES: usize> Hooks<LANES> for Hostile {
    fn units(self, b: [[u8; LANES]; 5]) -> Lanes<[u8; LANES]> {
        spoil(Emulated::<LANES>.units(b), &b)
    }

    fn units_of_three(self, b: [[u8; LANES]; 4]) -> Lanes<[u8; LANES]> {
        // Of characters of four octets it knows nothing, but what it says of them is made right afterwards.
        spoil(Emulated::<LANES>.units_of_three(b), &b)
    }

    fn compact(self, lanes: Lanes<[u8; LANES]>, room: &mut [u16], at: usize) -> usize {
        // In two passes there are units after these, which are put back.
        let units = (lanes.writes & (u64::MAX >> (64 - LANES))).count_ones() as usize;
        let rubbish = if Shell::<LANES, Self>::TWO_PASSES > 0 { units + SPARE } else { LANES };
        room[at..at + rubbish].fill(RUBBISH);
        let count = Emulated::<LANES>.compact(lanes, room, at);
        STORED.set(STORED.get() + count);
        count
    }

    fn widen<const N: usize>(self, octets: &[u8; N], room: &mut [u16; N]) -> bool {
        let is_ascii = Emulated::<LANES>.widen(octets, room);
        if is_ascii {
            STORED.set(STORED.get() + N);
        } else {
            room.fill(RUBBISH);
        }
        is_ascii
    }
}

/// What is well formed at the start of a text, and its conversion.
fn good(source: &[u8]) -> &str {
    match std::str::from_utf8(source) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&source[..error.valid_up_to()]).unwrap_or_default(),
    }
}

/// Converts by the hostile kernel, and checks all that can be said of one call; how many units it stored, and
/// kept.
fn audit<const LANES: usize>(source: &[u8], room: usize) -> (usize, usize) {
    let what = |progress: Progress| {
        let end = source.len().min(200);
        format!(
            "{LANES} lanes, room for {room}, {progress:?} of {} octets {:x?}",
            source.len(),
            &source[..end]
        )
    };
    let good = good(source);
    let mut units = vec![0; room];
    STORED.set(0);
    let progress = utf8_to_utf16(Shell::<LANES, Hostile>(Hostile), source, &mut units);
    let Some(text) = good.get(..progress.read) else { panic!("{}", what(progress)) };
    let expected = text.encode_utf16();
    assert!(expected.eq(units[..progress.written].iter().copied()), "{}", what(progress));
    let near = 64 + 4;
    assert!(
        good.len() - progress.read < near || room - progress.written < near,
        "stops needlessly: {}",
        what(progress)
    );
    (STORED.get(), progress.written)
}

fn audit_all(source: &[u8], rooms: &[usize]) -> u64 {
    for &room in rooms {
        audit::<16>(source, room);
        audit::<32>(source, room);
        audit::<64>(source, room);
    }
    3 * rooms.len() as u64
}

/// The first 300 places, where there are short texts, blocks and the first chunk; and places around the ends
/// of later blocks, chunks and stretches. A debug build takes some.
fn places() -> impl Iterator<Item = usize> {
    let ends = [256, 512, 576, 1024, 1088, 1280, 2048, 2304, 3328, 4096, 16 * 1024];
    let near = ends.into_iter().flat_map(|end| end - 6..end + 6);
    let step = if is_brief() { 11 } else { 1 };
    (0..300).chain(near).step_by(step)
}

const FILLERS: [&str; 5] =
    ["a", "\u{E9}", "\u{20AC}", "\u{1F37D}", "words and blocks of ASCII, then \u{E9} "];

/// Text of so many octets: characters of this sort, as far as they fit.
fn filler(of: &str, len: usize) -> Vec<u8> {
    let mut text = "a".repeat(len % of.len());
    text.push_str(&of.repeat(len / of.len()));
    text.into_bytes()
}

/// In debug builds, and in emulators, a part of the runs.
fn is_brief() -> bool {
    cfg!(debug_assertions) || std::env::var_os("PLACEMAT_EXTENT").is_some_and(|extent| extent == "borders")
}

/// An error or a pair at each place: both are cut by the ends of vectors, blocks, chunks and stretches.
#[test]
fn errors_and_pairs_at_every_place() {
    const TELLING: [&[u8]; 9] = [
        b"\xFF",
        b"\x80",
        b"\xC3",
        b"\xE2\x82",
        b"\xF0\x9F\x8D",
        b"\xED\xA0\x80",
        b"\xF4\x90\x80\x80",
        b"\xF0\x9F\x8D\xBD",
        b"\xF0\x9F\x8D\xBD\xF0\x9F\x8D\xBD\x80",
    ];
    let mut calls = 0;
    for place in places() {
        for of in FILLERS {
            let before = filler(of, place);
            for (nth, telling) in TELLING.iter().enumerate() {
                if is_brief() && (place + nth) % 3 != 0 {
                    continue;
                }
                // Nothing after it; or text of the same sort, or of another.
                let after = match nth % 3 {
                    0 => Vec::new(),
                    1 => filler(of, 70),
                    _ => filler(FILLERS[place % 5], 1200),
                };
                let source = [&before[..], telling, &after].concat();
                calls += audit_all(&source, &[source.len()]);
            }
        }
    }
    println!("{calls} runs of the driver were audited");
    assert!(calls > 1_000);
}

/// The room ends before, inside and after a pair, at each place.
#[test]
fn rooms_that_end_at_a_pair() {
    let mut calls = 0;
    for place in places() {
        for of in FILLERS {
            let source =
                [&filler(of, place)[..], "\u{1F37D}\u{10FFFF}".as_bytes(), &filler(of, 140)].concat();
            let units = good(&source[..place]).encode_utf16().count();
            let rooms: Vec<usize> = (units.saturating_sub(2)..units + 7).collect();
            calls += audit_all(&source, &rooms);
        }
    }
    let text = good(&filler(FILLERS[4], 1400)).to_owned() + &"\u{1F37D}\u{20AC}".repeat(200);
    let step = if is_brief() { 7 } else { 1 };
    for room in (0..text.encode_utf16().count() + 70).step_by(step) {
        calls += audit_all(text.as_bytes(), &[room]);
    }
    println!("{calls} runs of the driver were audited");
    assert!(calls > 1_000);
}

/// In text that is well formed, with room for all of it, no octet is converted twice: but those in which blocks
/// of ASCII overlap, which are four in short text, and chunks in which the first pairs appear.
#[test]
fn each_octet_is_converted_once() {
    for len in (68..6_000).step_by(if is_brief() { 397 } else { 29 }) {
        for of in FILLERS {
            let source = filler(of, len);
            for (stored, kept) in
                [audit::<16>(&source, len), audit::<32>(&source, len), audit::<64>(&source, len)]
            {
                assert_eq!(kept, good(&source).encode_utf16().count());
                let twice = match of {
                    "\u{1F37D}" => kept / 4 + 2 * 1024,
                    // Four blocks.
                    _ if len <= 4 * 64 && source.is_ascii() => 4 * 64 - len,
                    _ => 2 * 64,
                };
                // The last octet may be converted by itself.
                assert!((kept - 1..=kept + twice).contains(&stored), "{stored} for {kept}, {len} of {of}");
            }
        }
    }
    // Pairs that come and go.
    let source = (filler("\u{20AC}", 9_000).repeat(3), filler("\u{1F37D}", 600));
    let source = [&source.0[..], &source.1].concat().repeat(6);
    let (stored, kept) = audit::<64>(&source, source.len());
    assert!(stored < kept + kept / 4, "{stored} units were stored for {kept}");
}

/// What no window covers: the last octet of a text may be converted by itself. Every character, as the last
/// one of texts of several lengths.
#[test]
fn every_character_at_the_end() {
    let step = if is_brief() { 101 } else { 1 };
    let mut count = 0;
    for character in (0..=0x10_FFFF).step_by(step).filter_map(char::from_u32) {
        for len in [33, 129] {
            let mut text = "a".repeat(len - character.len_utf8() - 2) + "\u{E9}";
            text.push(character);
            let mut units = [0; 140];
            let progress = utf8_to_utf16(Emulated::<64>, text.as_bytes(), &mut units);
            assert_eq!(progress.read, text.len(), "{text:?}");
            assert!(text.encode_utf16().eq(units[..progress.written].iter().copied()), "{text:?}");
            count += 1;
        }
    }
    println!("{count} texts");
    assert!(count > 10_000);
}

/// Text with errors, of which the lanes see only well-formed text: with U+FFFD for each of them.
#[test]
fn replaced_text_is_right_in_every_unit() {
    const TELLING: [&[u8]; 7] =
        [b"\xFF", b"\x80", b"\xC3", b"\xE2\x82", b"\xF0\x9F\x8D", b"\xED\xA0\x80", b"\xF0\x9F\x8D\xBD\xBD"];
    fn replaces<const LANES: usize>(source: &[u8]) {
        let mut units = vec![0; source.len() + 80];
        let kernel = Shell::<LANES, Hostile>(Hostile);
        let Progress { read, written } = utf8_to_utf16_replaced(kernel, source, &mut units);
        let expected = String::from_utf8_lossy(&source[3..3 + read]);
        assert!(expected.encode_utf16().eq(units[..written].iter().copied()), "{source:x?}");
        assert!(read + 68 > source.len() || read > 1024, "it stops early: {source:x?}");
    }
    let mut calls = 0;
    for place in 3..210 {
        for of in FILLERS {
            for (nth, telling) in TELLING.iter().enumerate() {
                if is_brief() && (place + nth) % 5 != 0 {
                    continue;
                }
                let again = TELLING[place % 7];
                let source =
                    [&filler(of, place)[..], telling, &filler(of, place % 70), again, &filler(of, 150)];
                let source = source.concat();
                replaces::<16>(&source);
                replaces::<32>(&source);
                replaces::<64>(&source);
                calls += 3;
            }
        }
    }
    println!("{calls} runs of the driver were audited");
    assert!(calls > 1_000);
}
