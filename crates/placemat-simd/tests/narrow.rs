//! The kernels to and from UTF-32 and Latin-1: every character among neighbours of every length, every pair
//! of octets, and that kernels stop only where they must.

use placemat::{
    backend,
    convert::{Converter, Latin1, Utf8, Utf32},
};
use placemat_simd::{
    convert::{latin1_to_utf8, utf8_to_latin1, utf8_to_utf32, utf32_to_utf8},
    emulated::Emulated,
    validate::scan,
};

/// Characters of each length: the smallest and the largest.
const NEIGHBOURS: [char; 8] =
    ['\0', '\u{7F}', '\u{80}', '\u{7FF}', '\u{800}', '\u{FFFF}', '\u{10000}', '\u{10FFFF}'];

/// How many units may be left where nothing is wrong with them, and how much room a unit may take.
const NEAR: usize = 64 + 4;

#[test]
fn every_character_among_neighbours_of_every_length() {
    // An optimised build tries all of them, one that is not every 61st.
    let step = if cfg!(debug_assertions) { 61 } else { 1 };
    let mut tried = 0;
    for neighbour in NEIGHBOURS {
        let characters = (0..=0x10_FFFF).step_by(step).filter_map(char::from_u32);
        let text: String = characters.flat_map(|character| [character, neighbour]).collect();
        for shift in [0, 1, 2, 3, 17, 62] {
            let text = ["a".repeat(shift), text.clone()].concat();
            let units: Vec<u32> = text.chars().map(u32::from).collect();
            for entry in backend::all() {
                let Ok(handle) = entry.get() else { continue };
                let to = Converter::<Utf8, Utf32>::strict().by(handle).to_vec(text.as_bytes());
                assert!(to.as_ref() == Ok(&units), "{} {neighbour:?} {shift}", entry.name());
                let back = Converter::<Utf32, Utf8>::strict().by(handle).to_text(&units);
                assert!(back.as_ref() == Ok(&text), "{} {neighbour:?} {shift}, back", entry.name());
                tried += 1;
            }
        }
    }
    assert!(tried > 0);
}

/// The text of Latin-1, and where each of its octets begins in it.
fn text_of(latin1: &[u8]) -> String {
    latin1.iter().map(|octet| char::from(*octet)).collect()
}

#[test]
fn every_pair_of_octets_of_latin1() {
    let pairs: Vec<u8> = (0..=0xFF).flat_map(|a| (0..=0xFF).flat_map(move |b| [a, b])).collect();
    for shift in [0, 1, 31, 63] {
        let latin1 = [vec![b'a'; shift], pairs.clone()].concat();
        let text = text_of(&latin1);
        for entry in backend::all() {
            let Ok(handle) = entry.get() else { continue };
            let to = Converter::<Latin1, Utf8>::strict().by(handle).to_text(&latin1);
            assert!(to.as_ref() == Ok(&text), "{} {shift}", entry.name());
            let back = Converter::<Utf8, Latin1>::strict().by(handle).to_vec(text.as_bytes());
            assert!(back.as_ref() == Ok(&latin1), "{} {shift}, back", entry.name());
        }
    }
}

#[test]
fn kernels_stop_only_where_they_must() {
    let text = "na\u{EF}ve \u{20AC} \u{1F37D}\u{1F37D}\u{1F37D} plain and long enough for a block of ASCII \
                and for more than one of them, \u{E9}\u{E8}\u{EA}"
        .repeat(3);
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    for (count, &end) in ends.iter().enumerate() {
        let units: Vec<u32> = text.chars().map(u32::from).take(count).collect();
        for error in [&b""[..], b"\xFF", b"\xE2\x82", b"\xF0\x9F\x8D"] {
            let source = [&text.as_bytes()[..end], error, b"more".repeat(30).as_slice()].concat();
            let good = if error.is_empty() { source.len() } else { end };
            for room in [0, 1, count / 2, count, source.len()] {
                let mut written = vec![0; room];
                let kernel = Emulated::<16>;
                let done = utf8_to_utf32(kernel, |piece| scan(kernel, piece), &source, &mut written);
                let read = std::str::from_utf8(&source[..done.read]).expect("whole characters");
                assert!(read.chars().map(u32::from).eq(written[..done.written].iter().copied()));
                let may_stop = done.read == good || good - done.read < NEAR || room - done.written < NEAR;
                assert!(may_stop, "{done:?} of {good}, room for {room}");
            }
        }
        for error in [None, Some(0xD800), Some(0x11_0000), Some(u32::MAX)] {
            let source: Vec<u32> = units.iter().copied().chain(error).chain([0x61; 150]).collect();
            let good = if error.is_none() { source.len() } else { count };
            for room in [0, 1, end / 2, end, 4 * source.len()] {
                let mut written = vec![0; room];
                let done = utf32_to_utf8(Emulated::<16>, &source, &mut written);
                let read: Option<String> =
                    source[..done.read].iter().map(|unit| char::from_u32(*unit)).collect();
                assert_eq!(read.expect("characters").as_bytes(), &written[..done.written]);
                let may_stop = done.read == good || good - done.read < NEAR || room - done.written < 4 * NEAR;
                assert!(may_stop, "{done:?} of {good}, room for {room}");
            }
        }
    }
}

#[test]
fn kernels_of_latin1_stop_only_where_they_must() {
    let latin1 =
        b"na\xEFve \x80\xBF\xC0\xFF, and long enough for a block of ASCII and for more than one; \xE9\xE8"
            .repeat(18);
    // All lengths near the ends of blocks, and some that are long enough for a stretch.
    let lens = (0..200).chain([1023, 1024, 1025, 1090, latin1.len()]);
    for len in lens {
        let text = text_of(&latin1[..len]);
        for room in [0, 1, len, text.len() / 2, text.len(), 2 * len] {
            let mut written = vec![0; room];
            let done = latin1_to_utf8(Emulated::<16>, &latin1[..len], &mut written);
            assert_eq!(text_of(&latin1[..done.read]).as_bytes(), &written[..done.written]);
            let may_stop = done.read == len || len - done.read < NEAR || room - done.written < 2 * NEAR;
            assert!(may_stop, "{done:?} of {len}, room for {room}");
        }
        for error in [&b""[..], b"\xFF", b"\xC3", b"\xC4\x80", b"\xC1\x80", b"\xE2\x82\xAC", b"\x80"] {
            let source = [text.as_bytes(), error, b"more".repeat(30).as_slice()].concat();
            let good = if error.is_empty() { source.len() } else { text.len() };
            for room in [0, 1, len / 2, len, source.len()] {
                let mut written = vec![0; room];
                let done = utf8_to_latin1(Emulated::<16>, &source, &mut written);
                let read = std::str::from_utf8(&source[..done.read]).expect("whole characters");
                assert!(
                    read.chars().map(u32::from).eq(written[..done.written].iter().map(|o| u32::from(*o)))
                );
                let may_stop = done.read == good || good - done.read < NEAR || room - done.written < NEAR;
                assert!(may_stop, "{done:?} of {good}, room for {room}");
            }
        }
    }
}
