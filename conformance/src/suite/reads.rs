//! Rows about reading text from a reader.

use std::io::ErrorKind;

use super::names::STARTS;
use super::prelude::*;
use crate::contract::{Give, Policy, ReadMode};

rows! {
    "read-scripts", [50_000, 250_000], Read(scripts),
        "readers that return few bytes, none, or an error at every place: what is yielded, and when";
    "read-long", [306, 8_100], Read(long),
        "sequences over every edge at which a buffer may end";
    "read-signatures", [20_000, 40_000], Read(signatures),
        "U+FEFF at the start, whole or in part, cut everywhere, under every policy";
}

#[rustfmt::skip]
const READ_MODES: [ReadMode; 9] = [
    ReadMode::Pieces, ReadMode::Buffered(usize::MAX), ReadMode::Buffered(1), ReadMode::Fill(1),
    ReadMode::Fill(4), ReadMode::Fill(64), ReadMode::Append, ReadMode::Line, ReadMode::Whole,
];

/// The errors that the source returns between two calls that return bytes.
const BETWEEN: [&[ErrorKind]; 3] =
    [&[], &[ErrorKind::Interrupted], &[ErrorKind::WouldBlock, ErrorKind::Interrupted]];

/// Short strings, divided in every way; and every sequence, byte by byte and cut once.
fn scripts(context: &Context<'_>) {
    let longest = if context.depth == Depth::Full { 3 } else { 2 };
    context.once(|tester| {
        class_strings(longest, |bytes| {
            for cuts in 0..1 << bytes.len().saturating_sub(1) {
                check_all("short string", &cut(bytes, cuts), tester);
            }
        });
    });
    context.each(SEQUENCES.len(), |item, tester| {
        let case = SEQUENCES[item];
        let bytes = [b"a", case.bytes, "\u{E9}".as_bytes()].concat();
        check_all(case.id, &bytes.chunks(1).collect::<Vec<_>>(), tester);
        for at in 1..=bytes.len() {
            let (first, rest) = bytes.split_at(at);
            check_all(case.id, &[first, rest], tester);
            // A read of no bytes is the end, even if more would follow.
            check_all(case.id, &[first, b"", rest], tester);
        }
    });
}

/// Reads these chunks in every mode, with every list of errors between them.
fn check_all(what: &str, chunks: &[&[u8]], tester: &mut Tester<'_>) {
    for between in BETWEEN {
        let script = script(chunks, between);
        for mode in READ_MODES {
            check(what, &script, mode, Policy::Keep, tester);
        }
    }
}

/// Inputs that begin with a signature or with something similar, in every mode but that of a function without a policy.
fn signatures(context: &Context<'_>) {
    let errors = if context.depth == Depth::Full { &BETWEEN[..2] } else { &BETWEEN[1..2] };
    context.each(STARTS.len(), |item, tester| {
        for after in [&b"z"[..], b"\xC3\xA9\n\xFF", b"\xE2\x82"] {
            let bytes = [STARTS[item], after].concat();
            for (cuts, between) in iproduct!(0..1 << (bytes.len() - 1).min(5), errors) {
                let script = script(&cut(&bytes, cuts), between);
                let modes = READ_MODES.into_iter().filter(|mode| *mode != ReadMode::Whole);
                for (mode, policy) in iproduct!(modes, Policy::ALL) {
                    check("signature", &script, mode, policy, tester);
                }
            }
        }
    });
}

/// The chunks, with these errors before each call that returns bytes, and at the end.
fn script<'a>(chunks: &[&'a [u8]], between: &[ErrorKind]) -> Vec<Give<'a>> {
    let fails = between.iter().map(|kind| Give::Fails(*kind));
    let mut script: Vec<Give<'_>> = fails.clone().collect();
    for chunk in chunks {
        script.push(Give::Bytes(chunk));
        script.extend(fails.clone());
    }
    script
}

/// Texts of some thousand bytes, in one call, with a sequence around each edge.
fn long(context: &Context<'_>) {
    const QUICK: [usize; 2] = [8_192, 32_768];
    const FULL: [usize; 9] = [512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768, 65_536, 98_304];
    let (edges, cases) = context.depth.pick([(&QUICK[..], &SORTS[..4]), (&FULL, &SORTS[..])]);
    context.each(edges.len() * cases.len(), |item, tester| {
        let (edge, case) = (edges[item % edges.len()], cases[item / edges.len()]);
        for (nth, at) in (edge - case.bytes.len()..=edge).enumerate() {
            let bytes = [&Kind::LENGTHS[nth % 4].of(at).before(), case.bytes, &[b'z'; 10]].concat();
            for mode in READ_MODES
                .into_iter()
                .filter(|mode| !matches!(mode, ReadMode::Buffered(1) | ReadMode::Fill(1..64)))
            {
                check(case.id, &[Give::Bytes(&bytes)], mode, Policy::Keep, tester);
            }
        }
    });
}

/// Runs the script strictly, and with replacement.
fn check(what: &str, script: &[Give<'_>], mode: ReadMode, policy: Policy, tester: &mut Tester<'_>) {
    for strict in [true, false].into_iter().filter(|strict| *strict || mode != ReadMode::Whole) {
        let reads_all = matches!(mode, ReadMode::Append | ReadMode::Whole);
        let script = if strict && reads_all { up_to_the_error(script) } else { script };
        tester.ask(what, &Question::Read(script, strict, mode, policy));
    }
}

/// The script up to the call that makes the text permanently invalid. A decoder that reads everything first may
/// encounter the errors of later calls before that.
fn up_to_the_error<'a, 'b>(script: &'a [Give<'b>]) -> &'a [Give<'b>] {
    let is_invalid = |len: &usize| {
        let whole: Vec<u8> =
            script[..*len].iter().filter_map(|give| give.bytes()).flatten().copied().collect();
        reference::read(&whole).is_err_and(|fault| fault.error_len.is_some())
    };
    let len = (0..script.len()).find(is_invalid);
    &script[..len.unwrap_or(script.len())]
}
