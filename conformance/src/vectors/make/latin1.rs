//! Latin-1 to convert, and bytes to convert to it.

use super::{answers::Choice, builder};
use crate::vectors::{Case, Input, Recipe};

const INPUTS: [(&str, &[u8], &str); 6] = [
    ("nothing", b"", "no bytes"),
    ("ascii", b"\0 ~\x7F", "ASCII stays as it is"),
    ("u-0080", b"\x80", "the first of two bytes; in Windows-1252 it is another character"),
    ("controls", b"\x81\x8D\x9F", "C1 controls are characters"),
    ("u-00ff", b"\xBF\xC0\xFF", "the last character, and those where the lead changes"),
    ("utf8", b"\xE2\x82\xAC", "UTF-8 that is taken for Latin-1 is three characters"),
];

/// Bytes that are UTF-8, or almost.
const TEXTS: [(&str, &[u8], &str); 9] = [
    ("to-u-00ff", b"a\xC3\xBFb", "the last character that Latin-1 has"),
    ("to-u-0100", b"a\xC4\x80b", "the first that it does not have"),
    ("to-u-0800", b"\xC3\xA9\xE0\xA0\x80", "three bytes are never in Latin-1"),
    ("to-u-10000", b"\xC3\xA9\xF0\x90\x80\x80\xC3\xA9", "four bytes are never in Latin-1"),
    ("to-u-20ac-u-20ac", b"\xE2\x82\xAC\xE2\x82\xAC", "each character is replaced by itself"),
    ("to-missing-then-error", b"\xE2\x82\xAC\xFF", "what is missing comes before what is invalid"),
    ("to-error-then-missing", b"\xFF\xE2\x82\xAC", "what is invalid comes before what is missing"),
    ("to-overlong", b"\xC1\xBF\xC3\xA9", "no character of two bytes begins with C1"),
    ("to-cut-off", b"\xC3\xA9\xC3", "the input ends inside a character"),
];

/// The positions of a byte in a long text.
const PLACES: [usize; 6] = [7, 15, 16, 31, 32, 63];

pub(super) fn cases() -> Vec<Case> {
    let latin1 = |name: String, note: &str, bytes: &[u8]| {
        builder::converted(format!("latin1-{name}"), note, Input::Latin1(Recipe::of(bytes)))
    };
    let utf8 = |name: String, note: &str, bytes: &[u8]| {
        // With another replacement than elsewhere.
        let choice = Choice { mark: b'_', ..Choice::default() };
        builder::converted_with(format!("latin1-{name}"), note, Input::Bytes(Recipe::of(bytes)), &choice)
    };
    let mut cases: Vec<Case> =
        INPUTS.iter().map(|&(name, bytes, note)| latin1(name.to_owned(), note, bytes)).collect();
    cases.extend(TEXTS.iter().map(|&(name, bytes, note)| utf8(name.to_owned(), note, bytes)));
    for at in PLACES {
        let mut bytes = [b'a'; 72];
        bytes[at] = 0xE9;
        let note = "two bytes at the border of a block";
        cases.push(latin1(format!("u-00e9-at-{at}"), note, &bytes));
        let text = ["a".repeat(at), "\u{E9}".repeat(20)].concat();
        cases.push(utf8(format!("to-u-00e9-from-{at}"), note, text.as_bytes()));
        let text = ["\u{E9}".repeat(at), "\u{100}".to_owned(), "a".repeat(40)].concat();
        let note = "a character that Latin-1 does not have, at the border of a block";
        cases.push(utf8(format!("to-u-0100-at-{at}"), note, text.as_bytes()));
    }
    cases
}
