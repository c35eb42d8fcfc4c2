//! The bookkeeping of conversion to and from Latin-1: that the drivers rely on nothing but what kernels promise,
//! convert each octet once, where it belongs, and keep nothing of what they throw away.
//!
//! As in `bookkeeping_utf32.rs`, they run over a kernel that fills all it may overwrite with rubbish, and the
//! books that it keeps are audited. What a driver copies by itself has to be a block of which the kernel said
//! that it is ASCII.

#[expect(dead_code, reason = "these drivers need nothing that judges beside them")]
mod ledger;
mod octet_kernel;

use ledger::{Totals, filler, is_brief, places, script, starts};
use octet_kernel::{
    Hostile,
    wrong::{self, Flaw},
};
use placemat_core::convert::Progress;
use placemat_simd::{
    BLOCK,
    convert::{latin1_to_utf8, utf8_to_latin1},
};

/// How many units may be left where nothing is wrong with them.
const NEAR: usize = BLOCK + 4;

type Driver = fn(&[u8], &mut [u8]) -> Progress;

/// From UTF-8.
const DECODERS: [Driver; 3] = [
    |source, room| utf8_to_latin1(Hostile::<false, false>, source, room),
    |source, room| utf8_to_latin1(Hostile::<true, false>, source, room),
    |source, room| utf8_to_latin1(Hostile::<true, true>, source, room),
];

/// To UTF-8.
const ENCODERS: [Driver; 3] = [
    |source, room| latin1_to_utf8(Hostile::<false, false>, source, room),
    |source, room| latin1_to_utf8(Hostile::<true, false>, source, room),
    |source, room| latin1_to_utf8(Hostile::<true, true>, source, room),
];

/// What is well formed at the start of the octets, and in Latin-1: how many octets, and what they become.
fn good(source: &[u8]) -> (usize, Vec<u8>) {
    let text = match std::str::from_utf8(source) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&source[..error.valid_up_to()]).unwrap_or_default(),
    };
    let latin1: Vec<u8> = text.chars().map_while(|character| u8::try_from(character).ok()).collect();
    (utf8(&latin1).len(), latin1)
}

fn utf8(latin1: &[u8]) -> Vec<u8> {
    latin1.iter().map(|octet| char::from(*octet)).collect::<String>().into_bytes()
}

/// Checks all that can be said of a conversion from UTF-8; or says what is wrong with it.
fn audit_decoder(
    driver: impl FnOnce(&[u8], &mut [u8]) -> Progress,
    source: &[u8],
    room: usize,
) -> Result<Totals, String> {
    let (sound, expected) = good(source);
    let is_right = |Progress { read, written }: Progress, latin1: &[u8]| {
        read <= sound && expected.starts_with(latin1) && source[..read] == utf8(&expected[..written])
    };
    audit(driver, source, room, is_right, |done| sound - done.read >= NEAR && room - done.written >= NEAR)
}

/// The same of a conversion to UTF-8.
fn audit_encoder(
    driver: impl FnOnce(&[u8], &mut [u8]) -> Progress,
    source: &[u8],
    room: usize,
) -> Result<Totals, String> {
    let is_right = |done: Progress, text: &[u8]| *text == utf8(&source[..done.read]);
    let stops = |done: Progress| source.len() - done.read >= NEAR && room - done.written >= 2 * NEAR;
    audit(driver, source, room, is_right, stops)
}

fn audit(
    driver: impl FnOnce(&[u8], &mut [u8]) -> Progress,
    source: &[u8],
    room: usize,
    is_right: impl FnOnce(Progress, &[u8]) -> bool,
    stops_needlessly: impl FnOnce(Progress) -> bool,
) -> Result<Totals, String> {
    let mut octets = vec![0; room];
    let (done, entries) = ledger::record(source, &mut octets, driver);
    if done.read > source.len() || done.written > room || !is_right(done, &octets[..done.written]) {
        return Err(format!("{done:?}, but these are not the characters"));
    }
    if stops_needlessly(done) {
        return Err(format!("{done:?}: it stops needlessly"));
    }
    let totals = ledger::follow(source, done, &entries)?;
    if totals.by_kernel < done.read && !(source.len() <= 256 && source.is_ascii()) {
        return Err(format!("{totals:?}: a text was converted without the kernel"));
    }
    Ok(totals)
}

/// Runs every driver in every room. No audit may complain, and little may be thrown away.
fn decode_all(source: &[u8], rooms: &[usize]) -> usize {
    ledger::all(&DECODERS, audit_decoder, source, rooms, BLOCK)
}

fn encode_all(source: &[u8], rooms: &[usize]) -> usize {
    ledger::all(&ENCODERS, audit_encoder, source, rooms, BLOCK)
}

/// Characters of one and of two octets, and what is mixed.
fn scripts() -> [Vec<char>; 4] {
    [1, 2, 5, 6].map(|sort| script(sort, 2, 6_000))
}

fn latin1(characters: &[char]) -> Vec<u8> {
    characters.iter().filter_map(|character| u8::try_from(*character).ok()).collect()
}

/// In text that is well formed, with room for all of it, nothing is converted twice. Runs of ASCII are looked
/// for in vain sometimes: after a run, and once in each stretch.
#[test]
fn each_octet_is_converted_once() {
    let scripts = scripts();
    for len in (0..4_200).step_by(if is_brief() { 17 } else { 1 }) {
        for (start, script) in starts(len).flat_map(|start| scripts.iter().map(move |script| (start, script)))
        {
            let (text, source) = (filler(&script[start..], len), latin1(&script[start..][..len]));
            let decoded = DECODERS.map(|driver| audit_decoder(driver, &text, len));
            let encoded = ENCODERS.map(|driver| audit_encoder(driver, &source, 2 * len));
            for totals in decoded.into_iter().chain(encoded) {
                let totals = totals.unwrap_or_else(|what| panic!("{len} from {start} on: {what}"));
                let is_little = totals.vain <= 2 * len / 5 + 8 * BLOCK;
                assert!(totals.again == 0 && is_little, "{len} from {start} on: {totals:?}");
            }
        }
    }
}

/// An error, or a character that Latin-1 does not have, at each place: both are cut by the ends of blocks, runs
/// of ASCII and stretches.
#[test]
fn errors_at_every_place() {
    const TELLING: [&[u8]; 10] = [
        b"\xFF",
        b"\x80",
        b"\xC3",
        b"\xC2\xC3\xBF",
        b"\xC1\x80",
        b"\xC4\x80",
        b"\xE2\x82\xAC",
        b"\xF0\x9F\x8D\xBD",
        b"\xC3\xBF",
        b"\xC3\xBF\xBF",
    ];
    let scripts = scripts();
    let mut calls = 0;
    for place in places() {
        for (nth, script) in scripts.iter().enumerate() {
            let before = filler(script, place);
            for (which, telling) in TELLING.iter().enumerate() {
                // Nothing after it; or text of the same sort, or of another.
                let after = match (place + which) % 3 {
                    0 => Vec::new(),
                    1 => filler(script, 70),
                    _ => filler(&scripts[(nth + place) % 4], 1200),
                };
                let source = [&before[..], telling, &after].concat();
                calls += decode_all(&source, &[source.len()]);
            }
        }
    }
    println!("{calls} runs of the driver were audited");
    assert!(calls > 1_000);
}

#[test]
fn rooms_of_every_size() {
    let step = if is_brief() { 11 } else { 1 };
    let mut calls = 0;
    for script in scripts() {
        for len in [150, 1_400, 2_300] {
            let rooms: Vec<usize> = (0..2 * len + 140).step_by(step).collect();
            let source = filler(&script, len);
            let needed = good(&source).1.len();
            let enough = rooms.partition_point(|room| *room < needed + 70);
            calls += decode_all(&source, &rooms[..enough]);
            calls += encode_all(&latin1(&script[..len]), &rooms);
        }
    }
    println!("{calls} runs of the drivers were audited");
    assert!(calls > 1_000);
}

/// The audit finds every mistake of a plain driver, and has nothing to say against it without one.
#[test]
fn the_audit_finds_what_is_wrong_with_a_driver() {
    let is_found = |result: Result<Totals, String>| match result {
        Ok(totals) => totals.again > 0,
        Err(_) => true,
    };
    let mixed: Vec<char> = scripts().iter().flat_map(|script| script[..201].to_vec()).collect();
    let (text, source) = (filler(&mixed, 1_000), latin1(&mixed));
    let text = [&text, &b"\xC3"[..], &text].concat();
    let (less, more) = (good(&text).1.len() + 100, utf8(&source).len());
    let decoder = |flaw| audit_decoder(|source, room| wrong::decode(flaw, source, room), &text, less);
    let encoder = |flaw| audit_encoder(|source, room| wrong::encode(flaw, source, room), &source, more);
    for result in [decoder(Flaw::None), encoder(Flaw::None)] {
        let totals = result.expect("nothing is wrong with it");
        assert!(totals.again == 0, "{totals:?}");
    }
    for flaw in Flaw::ALL {
        assert!(is_found(decoder(flaw)), "{flaw:?}");
        assert!(is_found(encoder(flaw)) == flaw.is_of_blocks(), "{flaw:?}");
    }
}
