//! UTF-32 to convert, and bytes to convert to it.

use super::builder;
use crate::vectors::{Case, Input, Recipe};

const INPUTS: [(&str, &[u32], &str); 19] = [
    ("nothing", &[], "no numbers, no bytes"),
    ("nul", &[0], "NUL is one byte"),
    ("u-007f", &[0x7F], "the last of one byte"),
    ("u-0080", &[0x80], "the first of two bytes"),
    ("u-07ff", &[0x7FF], "the last of two bytes"),
    ("u-0800", &[0x800], "the first of three bytes"),
    ("u-d7ff", &[0xD7FF], "the last number before the surrogates"),
    ("u-e000", &[0xE000], "the first number after the surrogates"),
    ("u-feff", &[0xFEFF], "a byte order mark, which is a character here"),
    ("u-ffff", &[0xFFFF], "the last of three bytes"),
    ("u-10000", &[0x1_0000], "the first of four bytes"),
    ("u-10ffff", &[0x10_FFFF], "the last number"),
    ("first-surrogate", &[0x61, 0xD800, 0x62], "a surrogate is no character"),
    ("last-surrogate", &[0x61, 0xDFFF, 0x62], "a surrogate is no character"),
    ("pair", &[0xD83D, 0xDE00], "a pair of UTF-16 is two errors here"),
    ("u-110000", &[0x61, 0x11_0000, 0x62], "the first number that is too large"),
    ("swapped-ascii", &[0x6100_0000], "a letter in the other order"),
    ("high-bit", &[0x8000_0061], "the highest bit counts"),
    ("largest", &[u32::MAX, u32::MAX], "each number that is too large is an error"),
];

/// Incomplete units at the end.
const PARTS: [(&str, &[u8], &str); 4] = [
    ("one-byte", &[0], "the input ends inside a number"),
    ("three-bytes", &[0, 0, 0, 0x61, 0, 1, 0xF6], "the input ends inside a number, after a character"),
    ("part-of-error", &[0, 0x11, 0], "what is cut off is not validated"),
    ("error-and-part", &[0, 0, 0xD8, 0, 0, 0], "an error, and then a number that is cut off"),
];

/// The positions of a unit in a long text.
const PLACES: [usize; 5] = [3, 4, 7, 8, 16];

pub(super) fn cases() -> Vec<Case> {
    let bytes = |numbers: &[u32]| numbers.iter().flat_map(|number| number.to_be_bytes()).collect::<Vec<_>>();
    let case = |name: String, note: &str, bytes: &[u8]| {
        builder::converted(format!("utf32-{name}"), note, Input::Utf32Be(Recipe::of(bytes)))
    };
    let mut cases: Vec<Case> =
        INPUTS.iter().map(|&(name, numbers, note)| case(name.to_owned(), note, &bytes(numbers))).collect();
    cases.extend(PARTS.iter().map(|&(name, part, note)| case(name.to_owned(), note, part)));
    for at in PLACES {
        for (name, number) in [("surrogate", 0xDBFF), ("too-large", 0x11_0000)] {
            let mut numbers = vec![0x4E2D; 24];
            numbers[at] = number;
            let note = "an error at the border of a block of numbers";
            cases.push(case(format!("{name}-at-{at}"), note, &bytes(&numbers)));
        }
    }
    for at in [13, 15, 16, 31, 61, 64] {
        let before = "a".repeat(at);
        for (name, middle) in
            [("emoji", &b"\xF0\x9F\x98\x80"[..]), ("error", b"\xE2\x82"), ("errors", b"\xED\xA0\x80")]
        {
            let bytes = [before.as_bytes(), middle, &[b'b'; 40]].concat();
            let note = "bytes to convert, at the border of a block";
            let input = Input::Bytes(Recipe::of(&bytes));
            cases.push(builder::converted(format!("utf32-from-{name}-at-{at}"), note, input));
        }
    }
    cases
}
