//! UTF-16 to convert. (Conversion of bytes to UTF-16 is part of the case of each input.)

use super::builder;
use crate::vectors::{Case, Input, Recipe};

const INPUTS: [(&str, &[u16], &str); 26] = [
    ("nothing", &[], "no units, no bytes"),
    ("nul", &[0x0000], "NUL is one byte"),
    ("u-007f", &[0x007F], "the last of one byte"),
    ("u-0080", &[0x0080], "the first of two bytes"),
    ("u-07ff", &[0x07FF], "the last of two bytes"),
    ("u-0800", &[0x0800], "the first of three bytes"),
    ("u-d7ff", &[0xD7FF], "the last unit before the surrogates"),
    ("u-e000", &[0xE000], "the first unit after the surrogates"),
    ("u-feff", &[0xFEFF], "a byte order mark, which is a character here"),
    ("u-fffe", &[0xFFFE], "a noncharacter, not a byte order mark reversed"),
    ("u-ffff", &[0xFFFF], "the last of three bytes"),
    ("u-10000", &[0xD800, 0xDC00], "the first pair"),
    ("u-103ff", &[0xD800, 0xDFFF], "the last pair with the first high surrogate"),
    ("u-1f600", &[0xD83D, 0xDE00], "an emoji"),
    ("u-10fc00", &[0xDBFF, 0xDC00], "the first pair with the last high surrogate"),
    ("u-10ffff", &[0xDBFF, 0xDFFF], "the last pair"),
    ("high-then-ascii", &[0x61, 0xD800, 0x62], "a high surrogate without its partner"),
    ("high-at-end", &[0x61, 0xD800], "the input ends inside a pair"),
    ("last-high-at-end", &[0xDBFF], "the input ends inside a pair"),
    ("low-alone", &[0x61, 0xDC00, 0x62], "a low surrogate without its partner"),
    ("last-low-at-end", &[0xDFFF], "a low surrogate is wrong even at the end"),
    ("two-highs-and-low", &[0xD83D, 0xD83D, 0xDE00], "the first is wrong, the others are a pair"),
    ("pair-and-low", &[0xD83D, 0xDE00, 0xDE00], "the last is wrong"),
    ("reversed-pair", &[0xDE00, 0xD83D], "the low surrogate must not come first"),
    ("high-then-bmp-high", &[0xD800, 0xE000], "a unit after the surrogates is no low one"),
    ("high-then-before-low", &[0xD800, 0xD7FF], "a unit before the surrogates is no low one"),
];

/// Incomplete units at the end.
const HALVES: [(&str, &[u8], &str); 4] = [
    ("half-a-unit", &[0], "the input ends inside a unit"),
    ("ascii-and-half", &[0, 0x61, 0], "the input ends inside a unit, after a character"),
    (
        "high-and-half",
        &[0, 0x61, 0xD8, 0x3D, 0xDE],
        "a high surrogate and half of the low one are cut off together",
    ),
    ("low-and-half", &[0xDE, 0, 0xD8], "a low surrogate is wrong by itself"),
];

/// The positions of a unit in a long text.
const PLACES: [usize; 6] = [7, 8, 15, 16, 31, 32];

pub(super) fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> =
        INPUTS.iter().map(|&(name, units, note)| case(format!("utf16-{name}"), note, units)).collect();
    for (name, bytes, note) in HALVES {
        let input = Input::Utf16Be(Recipe::of(bytes));
        cases.push(builder::converted(format!("utf16-{name}"), note, input));
    }
    for at in PLACES {
        for (name, unit) in [("high", 0xD800), ("low", 0xDC00)] {
            let mut units = vec![0x4E2D; 48];
            units[at] = unit;
            let note = "a surrogate without its partner, at the border of a block of units";
            cases.push(case(format!("utf16-{name}-at-{at}"), note, &units));
        }
        let mut units = vec![0x61; 48];
        units[at - 1..=at].copy_from_slice(&[0xD83D, 0xDE00]);
        cases.push(case(
            format!("utf16-pair-to-{at}"),
            "a pair across the border of a block of units",
            &units,
        ));
    }
    cases
}

fn case(id: String, note: &str, units: &[u16]) -> Case {
    let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    builder::converted(id, note, Input::Utf16Be(Recipe::of(&bytes)))
}
