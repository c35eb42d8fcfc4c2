//! `copy_utf8`: on every backend, the valid prefix that fits, and std's error.
#![cfg(feature = "std")]

use std::{mem::MaybeUninit, str::from_utf8};

use itertools::iproduct;
use placemat::{backend, chars::floor_boundary};
use placemat_conformance::{cases, random::Random, text::CHARACTERS};

/// What std finds: the text that fits, and the error after it.
fn expected(src: &[u8], len: usize) -> (&str, Option<(usize, Option<usize>)>) {
    let (text, error) = match from_utf8(src) {
        Ok(text) => (text, None),
        Err(error) => (from_utf8(&src[..error.valid_up_to()]).unwrap(), Some(error)),
    };
    let fits = floor_boundary(text.as_bytes(), len);
    if fits < text.len() {
        return (&text[..fits], None);
    }
    (text, error.map(|error| (error.valid_up_to(), error.error_len())))
}

fn check(src: &[u8], len: usize) {
    let (text, error) = expected(src, len);
    for entry in backend::all() {
        let Ok(handle) = entry.get() else { continue };
        let mut dst = vec![MaybeUninit::uninit(); len];
        match handle.copy_utf8(src, &mut dst) {
            Ok(copied) => assert_eq!((&*copied, text.len()), (text, src.len()), "{}", entry.name()),
            Err(found) => {
                assert_eq!(found.text(), text, "{}", entry.name());
                let place = found.utf8_error().map(|error| (error.valid_up_to(), error.error_len()));
                assert_eq!(place, error, "{}", entry.name());
                assert!(text.len() < src.len());
            }
        }
    }
}

/// Lengths at the edges of blocks, of groups of blocks, and of what is copied in one pass.
const LENGTHS: [usize; 12] = [0, 1, 3, 64, 4095, 4096, 4097, 4160, 4352, 4355, 8200, 20_000];

#[test]
fn text_and_errors() {
    let mut random = Random(11);
    for (len, round) in iproduct!(LENGTHS, 0..24) {
        let mut src = Vec::new();
        while src.len() < len {
            let ascii = round % 3 == 0 && random.below(40) > 0;
            src.extend_from_slice(if ascii { b"a" } else { random.pick(&CHARACTERS).as_bytes() });
        }
        let end = src.len();
        let lens = [end + 9, end, end.saturating_sub(random.below(9)), random.below(len + 1)];
        lens.iter().for_each(|len| check(&src, *len));
        let near = [random.below(len + 1), end.saturating_sub(random.below(70)), random.below(9).min(len)];
        let at = near[round % 3];
        let bad = random.pick(&cases::all().map(|case| case.bytes).collect::<Vec<_>>());
        src.splice(at..at, bad.iter().copied());
        lens.iter().for_each(|len| check(&src, *len));
        src.truncate(src.len() - src.len().min(random.below(4)));
        check(&src, src.len());
    }
}

/// A character that is cut off right before many blocks of ASCII, at every distance from the start. Only sources of more
/// than 4,096 bytes are copied by a kernel.
#[test]
fn what_ascii_cuts_off() {
    for (lead, filler) in [&b"\xE2\x82"[..], b"\xC3", b"\xF0\x9F\x8D"].into_iter().zip(["a", "\u{E9}", "a"]) {
        for before in 0..600 {
            let text = filler.repeat(before / filler.len());
            let src = [text.as_bytes(), lead, &[b'b'; 4096]].concat();
            check(&src, src.len());
        }
    }
}
