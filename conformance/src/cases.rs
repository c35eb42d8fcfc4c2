//! Named cases: sequences that decoders get wrong, or are suspected to get wrong.
//!
//! Every table of hostile bytes in this repository uses these cases: the rows of the suite, the fuzz targets, the
//! tests of the facade and of the command. A case does not record whether it is valid: the [oracle](crate::oracle)
//! decides that, and the result depends on the bytes before and after it.
//!
//! ```
//! use placemat_conformance::{cases, oracle::Oracle};
//!
//! let slash = cases::case("overlong-slash");
//! assert_eq!(slash.bytes, b"\xC0\xAF");
//! assert!(!Oracle::get().accepts(slash.bytes));
//! ```

use crate::oracle::Oracle;

/// Named bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// Lower-case letters, digits and hyphens; stable from release to release.
    pub id: &'static str,
    /// The bytes.
    pub bytes: &'static [u8],
    /// What the case is, and the clause or bug behind it.
    pub origin: &'static str,
}

/// A case, and where it is split in two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The case.
    pub case: Case,
    /// The number of bytes in the first part.
    pub at: usize,
}

/// The case named `id`. In a constant, an unknown name is a compile-time error.
///
/// # Panics
///
/// If there is no such case.
#[must_use]
pub const fn case(id: &str) -> Case {
    match (find(&SEQUENCES, id), find(&TEXTS, id)) {
        (Some(case), _) | (None, Some(case)) => case,
        (None, None) => panic!("there is no case with this name"),
    }
}

/// The cases named `ids`.
///
/// # Panics
///
/// If one of the names is unknown.
#[must_use]
pub const fn select<const N: usize>(ids: [&str; N]) -> [Case; N] {
    let mut cases = [SEQUENCES[0]; N];
    let mut at = 0;
    while at < N {
        cases[at] = case(ids[at]);
        at += 1;
    }
    cases
}

/// The named cases, each split after the given number of bytes.
///
/// # Panics
///
/// If one of the names is unknown.
#[must_use]
pub const fn split<const N: usize>(ids: [(&str, usize); N]) -> [Split; N] {
    let mut splits = [Split { case: SEQUENCES[0], at: 0 }; N];
    let mut nth = 0;
    while nth < N {
        let (id, at) = ids[nth];
        splits[nth] = Split { case: case(id), at };
        nth += 1;
    }
    splits
}

/// The cases, split before their first byte.
#[must_use]
pub const fn at_start<const N: usize>(cases: &[Case]) -> [Split; N] {
    let mut splits = [Split { case: SEQUENCES[0], at: 0 }; N];
    let mut nth = 0;
    while nth < N {
        splits[nth].case = cases[nth];
        nth += 1;
    }
    splits
}

/// Every case.
pub fn all() -> impl Iterator<Item = Case> {
    SEQUENCES.into_iter().chain(TEXTS)
}

/// Every proper prefix of every valid sequence of [`SEQUENCES`], without duplicates.
#[must_use]
pub fn beginnings() -> Vec<&'static [u8]> {
    let oracle = Oracle::get();
    let mut beginnings = Vec::new();
    for case in SEQUENCES.iter().filter(|case| oracle.accepts(case.bytes)) {
        for len in 1..case.bytes.len() {
            beginnings.push(&case.bytes[..len]);
        }
    }
    beginnings.sort_unstable();
    beginnings.dedup();
    beginnings
}

/// The bytes at which the grammar or the kind of error changes: both ends of every run of equivalent bytes. A decoder
/// with a wrong range fails on one of them.
pub const EDGES: [u8; 31] = [
    0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
    0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF,
];

/// One sequence for each kind of error, the one that needs the most bytes to be detected, and a character of each
/// length; for rows that try many positions.
pub const SORTS: [Case; 25] = select([
    "broken-f0-90-80-by-ascii", "broken-f1-80-80-by-two", "overlong-nul", "overlong-delete",
    "broken-c3-by-ascii", "broken-e2-82-by-ascii", "extra-continuation-after-two",
    "extra-continuation-after-three", "extra-continuation-after-four", "overlong-nul-of-three",
    "overlong-nul-of-four", "surrogate-d800", "beyond-110000", "beyond-140000", "five-bytes", "never-ff",
    "u-10000", "u-4e2d", "u-00e9", "lone-continuation", "never-fe", "broken-e1-by-ascii",
    "broken-f1-by-ascii", "broken-f1-80-by-ascii", "broken-e1-by-two",
]);

/// Sequences that the rows put at every position of a text.
#[rustfmt::skip]
pub const SEQUENCES: [Case; 91] = [
    // Valid: the ends of every row of section 4, and characters that some decoders reject.
    new("nul", b"\x00", "U+0000"),
    new("delete", b"\x7F", "U+007F, the last byte of ASCII"),
    new("u-0080", b"\xC2\x80", "the first character of two bytes"),
    new("u-0085", b"\xC2\x85", "a C1 control, which some decoders refuse"),
    new("u-00e9", b"\xC3\xA9", "a letter of two bytes"),
    new("u-07ff", b"\xDF\xBF", "the last character of two bytes"),
    new("u-0800", b"\xE0\xA0\x80", "the first character of three bytes"),
    new("u-0fff", b"\xE0\xBF\xBF", "the last character with the lead E0"),
    new("u-1000", b"\xE1\x80\x80", "the first character with a lead of E1..EC"),
    new("u-20ac", b"\xE2\x82\xAC", "a symbol of three bytes"),
    new("u-4e2d", b"\xE4\xB8\xAD", "an ideograph of three bytes"),
    new("u-cfff", b"\xEC\xBF\xBF", "the last character with a lead of E1..EC"),
    new("u-d000", b"\xED\x80\x80", "the first character with the lead ED"),
    new("u-d7ff", b"\xED\x9F\xBF", "the last character before the surrogates"),
    new("u-e000", b"\xEE\x80\x80", "the first character after the surrogates"),
    new("u-fdd0", b"\xEF\xB7\x90", "a noncharacter, which some decoders refuse"),
    new("u-feff", b"\xEF\xBB\xBF", "a byte order mark"),
    new("u-fffd", b"\xEF\xBF\xBD", "the replacement character"),
    new("u-ffff", b"\xEF\xBF\xBF", "a noncharacter, the last character of three bytes"),
    new("u-10000", b"\xF0\x90\x80\x80", "the first character of four bytes"),
    new("u-1f600", b"\xF0\x9F\x98\x80", "an emoji"),
    new("u-3ffff", b"\xF0\xBF\xBF\xBF", "the last character with the lead F0"),
    new("u-40000", b"\xF1\x80\x80\x80", "the first character with a lead of F1..F3"),
    new("u-e0100", b"\xF3\xA0\x84\x80", "a variation selector; shaka-player 10515 refused its like"),
    new("u-fffff", b"\xF3\xBF\xBF\xBF", "the last character with a lead of F1..F3"),
    new("u-100000", b"\xF4\x80\x80\x80", "the first character with the lead F4"),
    new("u-10ffff", b"\xF4\x8F\xBF\xBF", "the last character"),
    // Continuation bytes where a sequence must begin.
    new("lone-continuation", b"\x80", "a continuation where a sequence must begin"),
    new("lone-continuation-bf", b"\xBF", "the last continuation where a sequence must begin"),
    new("four-continuations", b"\x80\xBF\x80\xBF", "more continuations than any sequence has"),
    new("extra-continuation-after-two", b"\xC2\x80\x80", "a continuation too many after two bytes"),
    new("extra-continuation-after-three", b"\xE1\x80\x80\x80", "a continuation too many after three bytes"),
    new("extra-continuation-after-four", b"\xF1\x80\x80\x80\x80", "a continuation too many after four bytes"),
    // Truncated sequences, whatever follows them.
    new("cut-c2", b"\xC2", "one of two bytes"),
    new("cut-c3", b"\xC3", "one of two bytes"),
    new("cut-df", b"\xDF", "one of two bytes"),
    new("cut-e0", b"\xE0", "one of three bytes"),
    new("cut-e2-82", b"\xE2\x82", "two of three bytes; node 16564"),
    new("cut-ed-9f", b"\xED\x9F", "two of three bytes"),
    new("cut-f0", b"\xF0", "one of four bytes"),
    new("cut-f0-90", b"\xF0\x90", "two of four bytes"),
    new("cut-f0-9f", b"\xF0\x9F", "two of four bytes"),
    new("cut-f0-90-80", b"\xF0\x90\x80", "three of four bytes"),
    new("cut-f0-9f-98", b"\xF0\x9F\x98", "three of four bytes"),
    new("cut-f1-80", b"\xF1\x80", "two of four bytes"),
    new("cut-f1-80-80", b"\xF1\x80\x80", "three of four bytes"),
    new("cut-f2-80-80", b"\xF2\x80\x80", "three of four bytes; simdutf, pull 975"),
    new("cut-f4-8f-bf", b"\xF4\x8F\xBF", "three of four bytes"),
    // Sequences interrupted by a byte that is no continuation.
    new("broken-c2-by-quote", b"\xC2\x22", "a quotation mark swallowed by PHP, CVE-2010-3870"),
    new("broken-c3-by-ascii", b"\xC3\x41", "ASCII where the second of two bytes is due"),
    new("broken-c3-by-lead", b"\xC3\xC3", "a lead where the second of two bytes is due"),
    new("broken-e1-by-ascii", b"\xE1\x41", "ASCII where the second of three bytes is due"),
    new("broken-e1-by-two", b"\xE1\xC3\xA9", "a character where the second of three bytes is due"),
    new("broken-e2-82-by-ascii", b"\xE2\x82\x41", "ASCII where the third of three bytes is due"),
    new("broken-e2-then-continuation", b"\xE2\x41\xAF", "ASCII in the middle of a sequence; expat, CVE-2022-25235"),
    new("broken-e1-80-by-1f", b"\xE1\x80\x1F", "a control where the third of three bytes is due"),
    new("broken-e1-80-by-5f", b"\xE1\x80\x5F", "a low line where the third of three bytes is due"),
    new("broken-f1-by-ascii", b"\xF1\x41", "ASCII where the second of four bytes is due"),
    new("broken-f1-80-by-ascii", b"\xF1\x80\x41", "ASCII where the third of four bytes is due"),
    new("broken-f0-90-then-continuation", b"\xF0\x90\x41\x80", "ASCII in the middle of a sequence"),
    new("broken-f0-90-80-by-ascii", b"\xF0\x90\x80\x41", "ASCII where the fourth of four bytes is due"),
    new("broken-f1-80-80-by-ascii", b"\xF1\x80\x80\x41", "ASCII where the fourth of four bytes is due"),
    new("broken-f1-80-80-by-two", b"\xF1\x80\x80\xC3\xA9", "a character where the fourth of four bytes is due"),
    // Overlong forms.
    new("overlong-lead", b"\xC0", "a lead of overlong forms only"),
    new("overlong-lead-c1", b"\xC1", "a lead of overlong forms only"),
    new("overlong-nul", b"\xC0\x80", "U+0000 in two bytes; RFC 3629, sections 3 and 10"),
    new("overlong-full-stop", b"\xC0\xAE", "U+002E in two bytes; Tomcat, CVE-2008-2938"),
    new("overlong-slash", b"\xC0\xAF", "U+002F in two bytes; IIS, MS00-078"),
    new("overlong-delete", b"\xC1\xBF", "U+007F in two bytes"),
    new("overlong-nul-of-three", b"\xE0\x80\x80", "U+0000 in three bytes; Julia 29311"),
    new("overlong-u-07ff", b"\xE0\x9F\xBF", "U+07FF in three bytes"),
    new("overlong-nul-of-four", b"\xF0\x80\x80\x80", "U+0000 in four bytes"),
    new("overlong-u-ffff", b"\xF0\x8F\xBF\xBF", "U+FFFF in four bytes; simdjson 1187"),
    // Surrogates.
    new("surrogate-d800", b"\xED\xA0\x80", "the first surrogate"),
    new("surrogate-dbff", b"\xED\xAF\xBF", "the last high surrogate"),
    new("surrogate-dc00", b"\xED\xB0\x80", "the first low surrogate"),
    new("surrogate-dfff", b"\xED\xBF\xBF", "the last surrogate"),
    new("surrogate-pair", b"\xED\xA1\x8C\xED\xBE\xB4", "U+233B4 as two surrogates; RFC 3629, section 3"),
    new("cut-surrogate", b"\xED\xA0", "two bytes of a surrogate"),
    // Beyond U+10FFFF.
    new("beyond-110000", b"\xF4\x90\x80\x80", "U+110000, the first value beyond the last character"),
    new("beyond-13ffff", b"\xF4\xBF\xBF\xBF", "U+13FFFF, the last value with the lead F4"),
    new("cut-beyond", b"\xF4\x90", "two bytes of a value beyond U+10FFFF"),
    new("lead-f5", b"\xF5", "a lead of values beyond U+10FFFF only"),
    new("beyond-140000", b"\xF5\x80\x80\x80", "U+140000, the first value with the lead F5"),
    new("beyond-1fffff", b"\xF7\xBF\xBF\xBF", "U+1FFFFF, the last value of four bytes"),
    new("five-bytes", b"\xF8\x88\x80\x80\x80", "a form of RFC 2279"),
    new("six-bytes", b"\xFC\x84\x80\x80\x80\x80", "a form of RFC 2279"),
    // Bytes that no form of UTF-8 contains.
    new("never-fe", b"\xFE", "in no form, past or present"),
    new("never-ff", b"\xFF", "in no form, past or present"),
    new("utf-16-mark-le", b"\xFF\xFE", "a byte order mark of UTF-16"),
    new("utf-16-mark-be", b"\xFE\xFF", "a byte order mark of UTF-16"),
];

/// Whole texts: examples and attacks from the RFC, and inputs on which other decoders failed.
#[rustfmt::skip]
pub const TEXTS: [Case; 27] = [
    // RFC 3629, section 7, and the attacks that its sections 3 and 10 warn of.
    new("rfc-a-not-identical-to-alpha", b"\x41\xE2\x89\xA2\xCE\x91\x2E", "RFC 3629, section 7"),
    new("rfc-hangugeo", b"\xED\x95\x9C\xEA\xB5\xAD\xEC\x96\xB4", "RFC 3629, section 7"),
    new("rfc-nihongo", b"\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E", "RFC 3629, section 7"),
    new("rfc-233b4-after-mark", b"\xEF\xBB\xBF\xF0\xA3\x8E\xB4", "RFC 3629, section 7"),
    new("rfc-parent", b"\x2F\x2E\x2E\x2F", "RFC 3629, section 10: what must not be written in any other way"),
    new("rfc-overlong-parent", b"\x2F\xC0\xAE\x2E\x2F", "RFC 3629, section 10"),
    new("overlong-slash-of-three", b"\xE0\x80\xAF", "RFC 3629, section 10"),
    new("overlong-slash-of-four", b"\xF0\x80\x80\xAF", "RFC 3629, section 10"),
    new("overlong-slash-of-six", b"\xFC\x80\x80\x80\x80\xAF", "RFC 3629, section 10"),
    // Bugs of other decoders that a single sequence does not expose.
    new("tomcat-overlong-parent", b"\xC0\xAE\xC0\xAE\x2F", "Tomcat, CVE-2008-2938"),
    new("simd-json-166", b"\xC2\xA9", "simd-json 166: a character across a block of 32"),
    new("simdutf-381", b"\x61\xFF", "simdutf 381: an error after a vector of ASCII"),
    new("simdutf-381-continuation", b"\x61\x61\x80", "simdutf 381: an error after a vector of ASCII"),
    new("bytestring-575", b"\xD8", "bytestring 575: a lead at the end of a vector"),
    new("php-src-11992", b"\xF4\x90\x80\x80\xF0\x90\xBC\x87", "php-src 11992: a character after a value beyond the last"),
    new("webkit-304181", b"\xF0\xC2\x80\x2A", "WebKit 304181, pieces joined"),
    new("deno-10846", b"\xEF\xBB\xBF\x61", "Deno 10846, Bun 25495: a byte order mark in pieces"),
    new("mark-then-ff", b"\xEF\xBB\xBF\xFF", "a byte order mark counts like every other character"),
    new("two-marks-then-cut", b"\xEF\xBB\xBF\xEF\xBB\xBF\xC3", "only one byte order mark can be stripped"),
    new("half-a-mark", b"\xEF", "Deno 10846: a byte order mark in pieces"),
    new("u-fffe", b"\xEF\xBF\xBE", "encoding_rs: U+FFFE in pieces"),
    new("node-16564", b"\xE2\x82\x61", "node 16564: ASCII after two of three bytes"),
    new("broken-f1-80-80-by-1f", b"\xF1\x80\x80\x1F", "a control where the fourth of four bytes is due"),
    new("broken-f1-80-80-by-delete", b"\xF1\x80\x80\x7F", "U+007F where the fourth of four bytes is due"),
    new("u-1fffe", b"\xF0\x9F\xBF\xBE", "a noncharacter of four bytes, which some decoders refuse"),
    new("cut-overlong", b"\xE0\x80", "two bytes of an overlong form: wrong even at the end"),
    new("whatwg-f4-91", b"\xF4\x91\x92\x93\xFF", "WHATWG's example of maximal subparts"),
];

const fn new(id: &'static str, bytes: &'static [u8], origin: &'static str) -> Case {
    Case { id, bytes, origin }
}

const fn find(cases: &[Case], id: &str) -> Option<Case> {
    let mut at = 0;
    while at < cases.len() {
        if same(cases[at].id.as_bytes(), id.as_bytes()) {
            return Some(cases[at]);
        }
        at += 1;
    }
    None
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::KINDS;

    #[test]
    fn names_and_bytes_differ() {
        let cases: Vec<Case> = all().collect();
        for (at, case) in cases.iter().enumerate() {
            let before = &cases[..at];
            assert!(before.iter().all(|other| other.id != case.id), "{case:?}");
            assert!(before.iter().all(|other| other.bytes != case.bytes), "{case:?}");
        }
    }

    #[test]
    fn edges_are_complete() {
        for class in Oracle::get().classes() {
            for &byte in &class {
                let alone = !class.contains(&byte.wrapping_sub(1)) || !class.contains(&byte.wrapping_add(1));
                // F4 and F8 share a class with other bytes; 00 and FF have only one neighbour.
                assert!(!alone || EDGES.contains(&byte), "{byte:x}");
            }
        }
        for kind in KINDS {
            for byte in [kind.first.0, kind.first.1, kind.stopped.0, kind.stopped.1] {
                assert!(EDGES.contains(&byte), "{byte:x}");
            }
        }
    }
}
