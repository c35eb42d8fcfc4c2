//! Rows of named sequences: the RFC's own, and the bugs of others.

use placemat_core::ErrorKind::{
    self, InvalidByte, MissingContinuation, OutOfRange, Overlong, Surrogate, Truncated,
    UnexpectedContinuation,
};

use super::{
    Spec,
    check::{Checker, Context, Tally},
    stage::Stage,
};
use crate::{
    reading,
    subject::{Fault, Verdict},
};

pub(super) const ROWS: &[Spec] = &[
    Spec {
        name: "rfc-examples",
        about: "RFC 3629, section 7",
        minimum: [EXAMPLES.len() as u64; 2],
        run: |context| run(context, &EXAMPLES),
    },
    Spec {
        name: "rfc-attacks",
        about: "RFC 3629, sections 3 and 10",
        minimum: [ATTACKS.len() as u64; 2],
        run: |context| run(context, &ATTACKS),
    },
    Spec {
        name: "historic-bugs",
        about: "what other decoders got wrong",
        minimum: [HISTORIC.len() as u64 * 64; 2],
        run: historic,
    },
];

/// A name; ASCII octets in front; the octets; ASCII octets behind; and the answer, by hand: where, how long, what.
type Case = (&'static str, usize, &'static [u8], usize, Answer);
type Answer = Option<(usize, Option<usize>, ErrorKind)>;

#[rustfmt::skip]
const EXAMPLES: [Case; 4] = [
    ("A<NOT IDENTICAL TO><ALPHA>.", 0, b"\x41\xE2\x89\xA2\xCE\x91\x2E", 0, None),
    ("hangugeo", 0, b"\xED\x95\x9C\xEA\xB5\xAD\xEC\x96\xB4", 0, None),
    ("nihongo", 0, b"\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E", 0, None),
    ("U+233B4 behind a byte order mark", 0, b"\xEF\xBB\xBF\xF0\xA3\x8E\xB4", 0, None),
];

#[rustfmt::skip]
const ATTACKS: [Case; 8] = [
    ("C0 80 for NUL", 0, b"\xC0\x80", 0, Some((0, Some(1), Overlong))),
    ("NUL itself", 0, b"\x00", 0, None),
    ("2F C0 AE 2E 2F for /../", 0, b"\x2F\xC0\xAE\x2E\x2F", 0, Some((1, Some(1), Overlong))),
    ("/../ itself", 0, b"\x2F\x2E\x2E\x2F", 0, None),
    ("ED A1 8C ED BE B4 for U+233B4", 0, b"\xED\xA1\x8C\xED\xBE\xB4", 0, Some((0, Some(1), Surrogate))),
    ("E0 80 AF for /", 0, b"\xE0\x80\xAF", 0, Some((0, Some(1), Overlong))),
    ("F0 80 80 AF for /", 0, b"\xF0\x80\x80\xAF", 0, Some((0, Some(1), Overlong))),
    ("FC 80 80 80 80 AF for /", 0, b"\xFC\x80\x80\x80\x80\xAF", 0, Some((0, Some(1), OutOfRange))),
];

#[rustfmt::skip]
const HISTORIC: [Case; 28] = [
    ("IIS, MS00-078", 2, b"\xC0\xAF", 4, Some((2, Some(1), Overlong))),
    ("Tomcat, CVE-2008-2938", 1, b"\xC0\xAE\xC0\xAE/", 9, Some((1, Some(1), Overlong))),
    ("PHP, CVE-2010-3870: the quote is swallowed", 9, b"\xC2\x22", 3, Some((9, Some(1), MissingContinuation))),
    ("expat, CVE-2022-25235", 3, b"\xE2\x41\xAF", 3, Some((3, Some(1), MissingContinuation))),
    ("simd-json 166: across a block of 32", 31, b"\xC2\xA9", 31, None),
    ("simd-json 166: cut off there", 31, b"\xC2", 0, Some((31, None, Truncated))),
    ("simdjson 1169, simdutf 458", 63, b"\xFF", 0, Some((63, Some(1), InvalidByte))),
    ("simdjson 1187", 0, b"\xF0\x8F\xBF\xBF", 60, Some((0, Some(1), Overlong))),
    ("simdutf, pull 975: rewind before the start", 64, b"\xF2\x80\x80", 0, Some((64, None, Truncated))),
    ("simdutf, pull 975, at the start", 0, b"\xF2\x80\x80", 64, Some((0, Some(3), MissingContinuation))),
    ("simdutf 381: an ASCII vector, then an error", 64, b"a\xFF", 62, Some((65, Some(1), InvalidByte))),
    ("simdutf 381, two further on", 64, b"aa\x80", 61, Some((66, Some(1), UnexpectedContinuation))),
    ("bytestring 575", 127, b"\xD8", 128, Some((127, Some(1), MissingContinuation))),
    ("bytestring 620: a tail without its lead", 0, b"\xBF", 200, Some((0, Some(1), UnexpectedContinuation))),
    ("Julia 29311", 0, b"\xE0\x80\x80", 0, Some((0, Some(1), Overlong))),
    ("php-src 11992", 0, b"\xF4\x90\x80\x80\xF0\x90\xBC\x87", 0, Some((0, Some(1), OutOfRange))),
    ("WebKit 304181, joined", 0, b"\xF0\xC2\x80\x2A", 0, Some((0, Some(1), MissingContinuation))),
    ("Deno 10846, Bun 25495: a mark, joined", 0, b"\xEF\xBB\xBFa", 0, None),
    ("a byte order mark counts, like every character", 0, b"\xEF\xBB\xBF\xFF", 0, Some((3, Some(1), InvalidByte))),
    ("and one more", 0, b"\xEF\xBB\xBF\xEF\xBB\xBF\xC3", 0, Some((6, None, Truncated))),
    ("Deno 10846: half a mark", 0, b"\xEF", 0, Some((0, None, Truncated))),
    ("encoding_rs: U+FFFE, joined", 0, b"\xEF\xBF\xBE", 0, None),
    ("node 16564: E2 82 at the end", 5, b"\xE2\x82", 0, Some((5, None, Truncated))),
    ("node 16564: and then 61", 5, b"\xE2\x82\x61", 0, Some((5, Some(2), MissingContinuation))),
    ("RUSTSEC-2019-0008: the end in the middle", 4095, b"\xF0\x90\x80", 0, Some((4095, None, Truncated))),
    ("shaka-player 10515", 0, b"\xF3\xA0\x84\x80", 0, None),
    ("Keiser and Lemire: ED A0 behind a block", 16, b"\xED\xA0\x80", 16, Some((16, Some(1), Surrogate))),
    ("WHATWG: F4 91 92 93 FF", 0, b"\xF4\x91\x92\x93\xFF", 0, Some((0, Some(1), OutOfRange))),
];

fn verdict(answer: Answer) -> Verdict {
    answer.map_or(Ok(()), |(valid_up_to, error_len, kind)| {
        Err(Fault { valid_up_to, error_len, kind: Some(kind) })
    })
}

fn run(context: &Context<'_>, cases: &[Case]) -> Result<Tally, String> {
    Ok(context.once(|checker| {
        let mut stage = Stage::new(0x2000);
        cases.iter().for_each(|case| one(case, 0, &mut stage, checker));
    }))
}

/// These at every address, since most of them are about blocks.
fn historic(context: &Context<'_>) -> Result<Tally, String> {
    Ok(context.each(64, |address, checker| {
        let mut stage = Stage::new(0x2000);
        HISTORIC.iter().for_each(|case| one(case, address, &mut stage, checker));
    }))
}

fn one(case: &Case, address: usize, stage: &mut Stage, checker: &mut Checker<'_>) {
    let &(name, before, octets, after, answer) = case;
    let input = stage.place(address, before + octets.len() + after);
    input.fill(b'a');
    input[before..before + octets.len()].copy_from_slice(octets);
    let expected = verdict(answer);
    assert_eq!(reading::read(input), expected, "{name}: the answer by hand and the reading differ");
    checker.check(name, input, &expected);
}
