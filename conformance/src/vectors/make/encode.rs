//! Values to encode: the ends of every range, values that must be rejected, and every plane.

use super::{
    answers::{self, Choice},
    builder,
};
use crate::{
    profiles::Profile,
    vectors::{Case, Encoded, Input, Outcome},
};

/// Both sides of every boundary, and values that some encoders reject or replace.
const EDGES: [(u32, &str); 20] = [
    (0x0, "NUL, which is one byte"),
    (0x7F, "the last value of one byte"),
    (0x80, "the first value of two bytes"),
    (0x7FF, "the last value of two bytes"),
    (0x800, "the first value of three bytes"),
    (0xFFF, "the last value with the lead E0"),
    (0x1000, "the first value with the lead E1"),
    (0xD7FF, "the last value before the surrogates"),
    (0xE000, "the first value after the surrogates"),
    (0xFDD0, "a noncharacter, which is a scalar value"),
    (0xFEFF, "a byte order mark, which is a character here"),
    (0xFFFD, "the replacement character"),
    (0xFFFF, "the last value of three bytes, a noncharacter"),
    (0x1_0000, "the first value of four bytes"),
    (0x1_F600, "an emoji"),
    (0x3_FFFF, "the last value with the lead F0"),
    (0x4_0000, "the first value with the lead F1"),
    (0xF_FFFF, "the last value with the lead F3"),
    (0x10_0000, "the first value with the lead F4"),
    (0x10_FFFF, "the last value"),
];

const REFUSED: [(u32, &str); 11] = [
    (0xD800, "the first surrogate"),
    (0xDBFF, "the last high surrogate"),
    (0xDC00, "the first low surrogate"),
    (0xDFFF, "the last surrogate"),
    (0x11_0000, "the first value beyond the last"),
    (0x13_FFFF, "the last value that would have the lead F4"),
    (0x1F_FFFF, "the last value of four bytes in RFC 2279"),
    (0x20_0000, "the first value of five bytes in RFC 2279"),
    (0x7FFF_FFFF, "the last value of RFC 2279"),
    (0x8000_0061, "the letter a with the highest bit of 32"),
    (0xFFFF_FFFF, "-1 in 32 bits"),
];

/// Lists of values, with at most one that must be rejected.
const LISTS: [(&str, &[u32], &str); 4] = [
    ("nothing", &[], "no values, no bytes"),
    ("surrogate-pair", &[0xD83D, 0xDE00], "a pair of UTF-16 is two values, and both are refused"),
    ("text-and-surrogate", &[0x61, 0x20AC, 0xD800, 0x62], "what is before the refused value is encoded"),
    ("text-and-too-large", &[0x1_F600, 0x11_0000], "what is before the refused value is encoded"),
];

pub(super) fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = EDGES
        .iter()
        .map(|&(value, note)| case(format!("encode-u-{value:04x}"), note, vec![value]))
        .chain(REFUSED.iter().map(|&(value, note)| case(format!("refuse-{value:x}"), note, vec![value])))
        .chain(
            LISTS.iter().map(|&(name, values, note)| case(format!("encode-{name}"), note, values.to_vec())),
        )
        .collect();
    for plane in 0..=0x10 {
        // In the first plane, the lead, or the byte after it, changes at multiples of 40; in the others at multiples
        // of 1000.
        let step = if plane == 0 { 0x40 } else { 0x400 };
        let rows = (plane << 16..(plane + 1) << 16).step_by(step);
        let size = u32::try_from(step).unwrap_or(1);
        let ends = rows.flat_map(|first| [first, first + size - 1]);
        let values = ends.filter(|value| !(0xD800..0xE000).contains(value)).collect();
        let note = format!("the first and last of every {step} values of plane {plane}");
        cases.push(case(format!("encode-plane-{plane:02}"), note, values));
    }
    cases
}

fn case(id: String, note: impl Into<String>, values: Vec<u32>) -> Case {
    let input = Input::Values(values);
    let expected = answers::expected(&input, &[Profile::Encode], &Choice::default());
    let flag = match expected[&Profile::Encode] {
        Outcome::Encoded(Encoded { refused: Some(_), .. }) => "refused",
        _ => "valid",
    };
    builder::other(id, Profile::Encode.clause(), flag, note, input, expected)
}
