//! The output of the conversion kernels' lanes: every character, after and before characters of every length, in
//! several lanes; and every pair of bytes of Latin-1. (`kernels` and the bookkeeping show that kernels stop only
//! where they must.)
//!
//! A lane sees few consecutive bytes. In valid text these are a character, or the end of one, with the bytes before
//! and after it. So it is enough to try all characters, among neighbours whose bytes are the smallest and the largest
//! of their lengths. (For other neighbours, lanes use only whether their bytes are 80, E0 or F0 and above.)
//! Emulators do not run it.

use itertools::iproduct;
use placemat::backend::{self, Handle};
use placemat::convert::{Converter, Latin1, Utf8, Utf16, Utf32};

/// Characters of each length: the smallest and the largest.
const NEIGHBOURS: [char; 8] =
    ['\0', '\u{7F}', '\u{80}', '\u{7FF}', '\u{800}', '\u{FFFF}', '\u{10000}', '\u{10FFFF}'];

/// The backends that this machine supports.
fn handles() -> impl Iterator<Item = Handle> + Clone {
    backend::all().iter().filter_map(|entry| entry.get().ok())
}

#[test]
fn every_character_among_neighbours_of_every_length() {
    // An optimised build tries all of them, others every 61st.
    let step = if cfg!(debug_assertions) { 61 } else { 1 };
    let mut tried = 0;
    for (neighbour, shift) in iproduct!(NEIGHBOURS, [0, 1, 2, 3, 17, 26, 39, 62]) {
        let characters = (0..=0x10_FFFF).step_by(step).filter_map(char::from_u32);
        let text =
            "a".repeat(shift) + &characters.flat_map(|character| [character, neighbour]).collect::<String>();
        let units: Vec<u32> = text.chars().map(u32::from).collect();
        let halves: Vec<u16> = text.encode_utf16().collect();
        for handle in handles() {
            let what = || format!("{} {neighbour:?} {shift}", handle.info().name());
            let to = Converter::<Utf8, Utf32>::strict().with_backend(handle).to_vec(text.as_bytes());
            assert!(to.as_ref() == Ok(&units), "{}", what());
            let back = Converter::<Utf32, Utf8>::strict().with_backend(handle).to_text(&units);
            assert!(back.as_ref() == Ok(&text), "{}, back", what());
            let to = Converter::<Utf8, Utf16>::strict().with_backend(handle).to_vec(text.as_bytes());
            assert!(to.as_ref() == Ok(&halves), "{}, UTF-16", what());
            let back = Converter::<Utf16, Utf8>::strict().with_backend(handle).to_text(&halves);
            assert!(back.as_ref() == Ok(&text), "{}, UTF-16 back", what());
            tried += 1;
        }
    }
    assert!(tried > 0);
}

#[test]
fn every_pair_of_bytes_of_latin1() {
    let pairs: Vec<u8> = (0..=0xFF).flat_map(|a| (0..=0xFF).flat_map(move |b| [a, b])).collect();
    for (shift, handle) in iproduct!([0, 1, 31, 63], handles()) {
        let latin1 = [vec![b'a'; shift], pairs.clone()].concat();
        let text: String = latin1.iter().map(|byte| char::from(*byte)).collect();
        let to = Converter::<Latin1, Utf8>::strict().with_backend(handle).to_text(&latin1);
        assert!(to.as_ref() == Ok(&text), "{} {shift}", handle.info().name());
        let back = Converter::<Utf8, Latin1>::strict().with_backend(handle).to_vec(text.as_bytes());
        assert!(back.as_ref() == Ok(&latin1), "{} {shift}, back", handle.info().name());
    }
}
