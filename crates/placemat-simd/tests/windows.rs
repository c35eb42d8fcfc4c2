//! What the lanes of the converting kernels write: every character, in several lanes, after and before
//! characters of every length.
//!
//! A lane sees five octets in a row. In well-formed text these are a character, or the end of one, with what
//! is before and after it. So there are all characters to try, after and before neighbours whose octets are
//! the smallest and the largest of their lengths, in several lanes. (Left out are other neighbours of the
//! same lengths. Of these a lane uses no more than whether their octets are 80, E0 or F0 and above.)

use placemat::{
    backend,
    convert::{Converter, Utf8, Utf16},
};
use placemat_conformance::convert::{Answer, Call, Encoding, Reading};
use placemat_simd::{
    convert::{utf8_to_utf16, utf16_to_utf8},
    emulated::Emulated,
};

/// Neighbours of each length: the smallest and the largest.
const NEIGHBOURS: [&str; 8] =
    ["\0", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"];

/// Octets of a block of the kernels.
const BLOCK: usize = 64;

#[test]
fn every_character_among_neighbours_of_every_length() {
    // An optimised build tries all of them, one that is not every 61st.
    let step = if cfg!(debug_assertions) { 61 } else { 1 };
    let characters: String = (0..=0x10_FFFF).step_by(step).filter_map(char::from_u32).collect();
    let mut tried = 0;
    for neighbour in NEIGHBOURS {
        let text: String =
            characters.chars().flat_map(|character| [character.to_string(), neighbour.into()]).collect();
        let units: Vec<u16> = text.encode_utf16().collect();
        for shift in (0..BLOCK).step_by(13) {
            let shifted = ["a".repeat(shift), text.clone()].concat();
            for entry in backend::all() {
                // Those without vectors have no lanes.
                let (Ok(handle), false) = (entry.get(), entry.info().features().is_empty()) else { continue };
                let converted = Converter::<Utf8, Utf16>::strict().by(handle).to_vec(shifted.as_bytes());
                let converted = converted.unwrap();
                assert!(converted[..shift].iter().all(|unit| *unit == u16::from(b'a')), "{}", entry.name());
                // Not `assert_eq`, which would print millions of units.
                let wrong = units.iter().zip(&converted[shift..]).position(|(a, b)| a != b);
                assert_eq!((wrong, converted.len()), (None, shift + units.len()), "{} {shift}", entry.name());
                let back = Converter::<Utf16, Utf8>::strict().by(handle).to_vec(&converted).unwrap();
                let wrong = back.iter().zip(shifted.as_bytes()).position(|(a, b)| a != b);
                assert_eq!((wrong, back.len()), (None, shifted.len()), "{} {shift}, back", entry.name());
                tried += 1;
            }
        }
    }
    assert!(tried > 0, "there is no backend with vectors");
}

/// What a kernel promises: what it has read is well formed, ends with a character, and is converted; and it
/// stops only near an error, near the end of the room, or at the end.
fn keeps_the_contract(source: &[u8], room: usize) {
    let units: Vec<u32> = source.iter().map(|octet| u32::from(*octet)).collect();
    let reading = Reading::of(Encoding::Utf8, &units);
    let call = |source, room| Call {
        from: Encoding::Utf8,
        to: Encoding::Utf16,
        source,
        room,
        last: true,
        replacement: None,
    };
    let Answer { read: good, written: all, .. } = reading.answer(&call(&units, usize::MAX));
    let mut written = vec![0; room];
    let kernels = [
        utf8_to_utf16(Emulated::<16>, source, &mut written.clone()),
        utf8_to_utf16(Emulated::<32>, source, &mut written.clone()),
        utf8_to_utf16(Emulated::<64>, source, &mut written),
    ];
    for progress in kernels {
        assert_eq!(progress, kernels[2], "{source:x?}, room for {room}");
        let what = || format!("{progress:?} of {source:x?}, room for {room}");
        assert!(progress.read <= good && progress.written <= room, "{}", what());
        let text = std::str::from_utf8(&source[..progress.read]).unwrap_or_else(|_| panic!("{}", what()));
        assert_eq!(progress.written, text.encode_utf16().count(), "{}", what());
        assert!(
            written.iter().zip(&all).take(progress.written).all(|(a, b)| u32::from(*a) == *b),
            "{}",
            what()
        );
        // So many octets may be left where nothing is wrong with them, and so much room.
        let near = 64 + 4;
        let may_stop =
            progress.read == source.len() || good - progress.read < near || room - progress.written < near;
        assert!(may_stop, "{} stops needlessly", what());
    }
}

#[test]
fn kernels_stop_only_where_they_must() {
    let text = "na\u{EF}ve \u{20AC} \u{1F37D}\u{1F37D}\u{1F37D} plain and long enough for a block of ASCII "
        .repeat(4);
    for len in (0..text.len()).filter(|len| text.is_char_boundary(*len)) {
        for error in [&b""[..], b"\xFF", b"\xE2\x82", b"\xF0\x9F\x8D"] {
            let source = [&text.as_bytes()[..len], error, b"and more".repeat(12).as_slice()].concat();
            keeps_the_contract(&source, source.len());
            keeps_the_contract(&source, len / 2);
        }
        keeps_the_contract(&text.as_bytes()[..len], len);
    }
    for room in 0..text.len() {
        keeps_the_contract(text.as_bytes(), room);
    }
    keeps_the_contract(text.repeat(200).as_bytes(), 100_000);
}

/// The same from UTF-16.
fn keeps_the_contract_back(source: &[u16], room: usize) {
    let units: Vec<u32> = source.iter().map(|unit| u32::from(*unit)).collect();
    let call = Call {
        from: Encoding::Utf16,
        to: Encoding::Utf8,
        source: &units,
        room: usize::MAX,
        last: true,
        replacement: None,
    };
    let Answer { read: good, written: all, .. } = Reading::of(Encoding::Utf16, &units).answer(&call);
    let mut written = vec![0; room];
    let progress = utf16_to_utf8(Emulated::<16>, source, &mut written);
    let what = || format!("{progress:?} of {source:x?}, room for {room}");
    assert!(progress.read <= good && progress.written <= room, "{}", what());
    let text = String::from_utf16(&source[..progress.read]).unwrap_or_else(|_| panic!("{}", what()));
    assert_eq!(progress.written, text.len(), "{}", what());
    assert!(written.iter().zip(&all).take(progress.written).all(|(a, b)| u32::from(*a) == *b), "{}", what());
    let near = 64 + 4;
    let may_stop =
        progress.read == source.len() || good - progress.read < near || room - progress.written < 3 * near;
    assert!(may_stop, "{} stops needlessly", what());
}

#[test]
fn kernels_back_stop_only_where_they_must() {
    let text = "na\u{EF}ve \u{20AC} \u{1F37D}\u{1F37D}\u{1F37D} plain and long enough for blocks of ASCII "
        .repeat(6);
    let units: Vec<u16> = text.encode_utf16().collect();
    for len in 0..units.len() {
        for error in [&[][..], &[0xD83C], &[0xDF7D], &[0xD83C, 0x61]] {
            let source = [&units[..len], error, &[0x61; 150]].concat();
            keeps_the_contract_back(&source, 3 * source.len());
            keeps_the_contract_back(&source, len);
        }
        keeps_the_contract_back(&units[..len], text.len());
    }
    for room in 0..text.len() {
        keeps_the_contract_back(&units, room);
    }
}
