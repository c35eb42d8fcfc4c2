//! U+FEFF at the start, and similar bytes.

use super::builder;
use crate::{profiles::Profile, vectors::Case};

const INPUTS: [(&str, &[u8], &str); 16] = [
    ("nothing", b"", "no input has no signature"),
    ("one-byte", b"\xEF", "the first byte of a signature: text at the end of the input"),
    ("two-bytes", b"\xEF\xBB", "two bytes of a signature: text at the end of the input"),
    ("alone", b"\xEF\xBB\xBF", "a signature and nothing else"),
    ("and-text", b"\xEF\xBB\xBFa", "a signature and a text"),
    ("twice", b"\xEF\xBB\xBF\xEF\xBB\xBF", "the second one is a character under every policy"),
    ("later", b"a\xEF\xBB\xBF", "not at the start: a character under every policy"),
    ("and-error", b"\xEF\xBB\xBFa\xFF", "positions count the signature unless it is stripped"),
    ("and-cut", b"\xEF\xBB\xBF\xC3", "the input ends inside a sequence"),
    ("almost-in-third", b"\xEF\xBB\xBEa", "U+FEFE, which is no signature"),
    ("almost-in-second", b"\xEF\xBA\xBFa", "U+FEBF, which is no signature"),
    ("noncharacter", b"\xEF\xBF\xBE", "U+FFFE, the signature with its code unit reversed"),
    ("broken", b"\xEF\xBBa", "two bytes of a signature, broken off"),
    ("after-a-part", b"\xEF\xEF\xBB\xBFa", "the signature must be at the very start"),
    ("utf-16-little", b"\xFF\xFEa\x00", "the signature of UTF-16 is no UTF-8"),
    ("and-characters", b"\xEF\xBB\xBF\xE2\x82\xAC\xF0\x9F\x98\x80", "a signature and characters to cut"),
];

pub(super) fn cases() -> Vec<Case> {
    let case = |&(name, bytes, note): &(&str, &[u8], &str)| {
        let case = builder::case(format!("bom-{name}"), note, bytes, &[]);
        let mut case = builder::with(case, &[Profile::Bom]);
        case.clause = Profile::Bom.clause().to_owned();
        case.flags.push("bom".to_owned());
        case
    };
    INPUTS.iter().map(case).collect()
}
