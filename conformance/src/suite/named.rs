//! Rows of named cases: the RFC's own, and the bugs of other decoders.

use super::prelude::*;

rows! {
    "rfc-examples", [EXAMPLES.len() as u64; 2], Verdict(|context| run(context, &EXAMPLES)),
        "RFC 3629, section 7";
    "rfc-attacks", [ATTACKS.len() as u64; 2], Verdict(|context| run(context, &ATTACKS)),
        "RFC 3629, sections 3 and 10";
    "historic-bugs", [HISTORIC.len() as u64 * 64; 2], Verdict(historic),
        "what other decoders got wrong";
}

/// A [case](crate::cases) by name, and the numbers of ASCII bytes before and after it.
type Known = (&'static str, usize, usize);

const EXAMPLES: [Known; 4] = [
    ("rfc-a-not-identical-to-alpha", 0, 0),
    ("rfc-hangugeo", 0, 0),
    ("rfc-nihongo", 0, 0),
    ("rfc-233b4-after-mark", 0, 0),
];

#[rustfmt::skip]
const ATTACKS: [Known; 8] = [
    ("overlong-nul", 0, 0), ("nul", 0, 0), ("rfc-overlong-parent", 0, 0), ("rfc-parent", 0, 0),
    ("surrogate-pair", 0, 0), ("overlong-slash-of-three", 0, 0), ("overlong-slash-of-four", 0, 0),
    ("overlong-slash-of-six", 0, 0),
];

const HISTORIC: [Known; 28] = [
    ("overlong-slash", 2, 4),
    ("tomcat-overlong-parent", 1, 9),
    ("broken-c2-by-quote", 9, 3),
    ("broken-e2-then-continuation", 3, 3),
    // Across a block of 32, and truncated there.
    ("simd-json-166", 31, 31),
    ("cut-c2", 31, 0),
    // simdjson 1169, simdutf 458.
    ("never-ff", 63, 0),
    ("overlong-u-ffff", 0, 60),
    // It looked back past the start of the input.
    ("cut-f2-80-80", 64, 0),
    ("cut-f2-80-80", 0, 64),
    ("simdutf-381", 64, 62),
    ("simdutf-381-continuation", 64, 61),
    ("bytestring-575", 127, 128),
    // bytestring 620: a continuation byte without its lead.
    ("lone-continuation-bf", 0, 200),
    ("overlong-nul-of-three", 0, 0),
    ("php-src-11992", 0, 0),
    ("webkit-304181", 0, 0),
    ("deno-10846", 0, 0),
    ("mark-then-ff", 0, 0),
    ("two-marks-then-cut", 0, 0),
    ("half-a-mark", 0, 0),
    ("u-fffe", 0, 0),
    ("cut-e2-82", 5, 0),
    ("node-16564", 5, 0),
    // RUSTSEC-2019-0008: the input ends inside a sequence.
    ("cut-f0-90-80", 4095, 0),
    ("u-e0100", 0, 0),
    // Keiser and Lemire: after a block of 16.
    ("surrogate-d800", 16, 16),
    ("whatwg-f4-91", 0, 0),
];

fn run(context: &Context<'_>, cases: &[Known]) {
    context.once(|tester| check(cases, 0, tester));
}

/// Tries these cases at every address, since most of the bugs depend on blocks.
fn historic(context: &Context<'_>) {
    context.each(64, |address, tester| check(&HISTORIC, address, tester));
}

fn check(cases: &[Known], address: usize, tester: &mut Tester<'_>) {
    let mut buffer = Buffer::new(0x2000);
    for &(id, before, after) in cases {
        let bytes = cases::case(id).bytes;
        let input = buffer.at(address, before + bytes.len() + after);
        input.fill(b'a');
        input[before..before + bytes.len()].copy_from_slice(bytes);
        tester.read(id, input);
    }
}
