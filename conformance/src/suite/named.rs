//! Rows of named cases with hand-written verdicts: the RFC's own, and the bugs of other decoders.

use placemat_core::Utf8ErrorKind::{
    self, InvalidByte, MissingContinuation, OutOfRange, Overlong, Surrogate, UnexpectedContinuation,
};

use super::prelude::*;
use crate::contract::{Fault, Verdict};

rows! {
    "rfc-examples", [EXAMPLES.len() as u64; 2], Verdict(|context| run(context, &EXAMPLES)),
        "RFC 3629, section 7";
    "rfc-attacks", [ATTACKS.len() as u64; 2], Verdict(|context| run(context, &ATTACKS)),
        "RFC 3629, sections 3 and 10";
    "historic-bugs", [HISTORIC.len() as u64 * 64; 2], Verdict(historic),
        "what other decoders got wrong";
}

/// A [case](crate::cases) with its hand-written verdict.
struct Known {
    case: Case,
    /// The number of ASCII bytes before it.
    before: usize,
    /// The number of ASCII bytes after it.
    after: usize,
    verdict: Verdict,
}

const fn known(id: &str, before: usize, after: usize, verdict: Verdict) -> Known {
    Known { case: cases::case(id), before, after, verdict }
}

const VALID: Verdict = Ok(());

/// The first error, by its position, length and kind.
const fn invalid(valid_up_to: usize, error_len: usize, kind: Utf8ErrorKind) -> Verdict {
    Err(Fault { valid_up_to, error_len: Some(error_len), kind: Some(kind) })
}

/// The input ends inside a sequence, which begins at `valid_up_to`.
const fn cut_off(valid_up_to: usize) -> Verdict {
    Err(Fault { valid_up_to, error_len: None, kind: Some(Utf8ErrorKind::Truncated) })
}

#[rustfmt::skip]
const EXAMPLES: [Known; 4] = [
    known("rfc-a-not-identical-to-alpha", 0, 0, VALID),
    known("rfc-hangugeo", 0, 0, VALID),
    known("rfc-nihongo", 0, 0, VALID),
    known("rfc-233b4-after-mark", 0, 0, VALID),
];

#[rustfmt::skip]
const ATTACKS: [Known; 8] = [
    known("overlong-nul", 0, 0, invalid(0, 1, Overlong)),
    known("nul", 0, 0, VALID),
    known("rfc-overlong-parent", 0, 0, invalid(1, 1, Overlong)),
    known("rfc-parent", 0, 0, VALID),
    known("surrogate-pair", 0, 0, invalid(0, 1, Surrogate)),
    known("overlong-slash-of-three", 0, 0, invalid(0, 1, Overlong)),
    known("overlong-slash-of-four", 0, 0, invalid(0, 1, Overlong)),
    known("overlong-slash-of-six", 0, 0, invalid(0, 1, OutOfRange)),
];

#[rustfmt::skip]
const HISTORIC: [Known; 28] = [
    known("overlong-slash", 2, 4, invalid(2, 1, Overlong)),
    known("tomcat-overlong-parent", 1, 9, invalid(1, 1, Overlong)),
    known("broken-c2-by-quote", 9, 3, invalid(9, 1, MissingContinuation)),
    known("broken-e2-then-continuation", 3, 3, invalid(3, 1, MissingContinuation)),
    // Across a block of 32, and truncated there.
    known("simd-json-166", 31, 31, VALID),
    known("cut-c2", 31, 0, cut_off(31)),
    // simdjson 1169, simdutf 458.
    known("never-ff", 63, 0, invalid(63, 1, InvalidByte)),
    known("overlong-u-ffff", 0, 60, invalid(0, 1, Overlong)),
    // It looked back past the start of the input.
    known("cut-f2-80-80", 64, 0, cut_off(64)),
    known("cut-f2-80-80", 0, 64, invalid(0, 3, MissingContinuation)),
    known("simdutf-381", 64, 62, invalid(65, 1, InvalidByte)),
    known("simdutf-381-continuation", 64, 61, invalid(66, 1, UnexpectedContinuation)),
    known("bytestring-575", 127, 128, invalid(127, 1, MissingContinuation)),
    // bytestring 620: a continuation byte without its lead.
    known("lone-continuation-bf", 0, 200, invalid(0, 1, UnexpectedContinuation)),
    known("overlong-nul-of-three", 0, 0, invalid(0, 1, Overlong)),
    known("php-src-11992", 0, 0, invalid(0, 1, OutOfRange)),
    known("webkit-304181", 0, 0, invalid(0, 1, MissingContinuation)),
    known("deno-10846", 0, 0, VALID),
    known("mark-then-ff", 0, 0, invalid(3, 1, InvalidByte)),
    known("two-marks-then-cut", 0, 0, cut_off(6)),
    known("half-a-mark", 0, 0, cut_off(0)),
    known("u-fffe", 0, 0, VALID),
    known("cut-e2-82", 5, 0, cut_off(5)),
    known("node-16564", 5, 0, invalid(5, 2, MissingContinuation)),
    // RUSTSEC-2019-0008: the input ends inside a sequence.
    known("cut-f0-90-80", 4095, 0, cut_off(4095)),
    known("u-e0100", 0, 0, VALID),
    // Keiser and Lemire: after a block of 16.
    known("surrogate-d800", 16, 16, invalid(16, 1, Surrogate)),
    known("whatwg-f4-91", 0, 0, invalid(0, 1, OutOfRange)),
];

fn run(context: &Context<'_>, cases: &[Known]) {
    context.once(|tester| {
        let mut buffer = Buffer::new(0x2000);
        cases.iter().for_each(|case| case.check(0, &mut buffer, tester));
    });
}

/// Tries these cases at every address, since most of the bugs depend on blocks.
fn historic(context: &Context<'_>) {
    context.each(64, |address, tester| {
        let mut buffer = Buffer::new(0x2000);
        HISTORIC.iter().for_each(|case| case.check(address, &mut buffer, tester));
    });
}

impl Known {
    fn check(&self, address: usize, buffer: &mut Buffer, tester: &mut Tester<'_>) {
        let Self { case, before, after, verdict } = *self;
        let bytes = case.bytes;
        let input = buffer.at(address, before + bytes.len() + after);
        input.fill(b'a');
        input[before..before + bytes.len()].copy_from_slice(bytes);
        assert_eq!(
            reference::read(input),
            verdict,
            "{case:?}: the verdict by hand and the reference decoder differ"
        );
        tester.check(case.id, input, &verdict);
    }
}
