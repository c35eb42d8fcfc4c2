//! Rows about the consistency of the subject's entry points, rather than about particular inputs.

use super::prelude::*;
use crate::contract::{Answer, Op};

rows! {
    "agreement", [91 * 70; 2], Verdict(agreement),
        "`validate` says what its parts say together";
    "suspect-from", [12_288, 122_880], Scan(suspect_from),
        "a scan's `from` hides no error, whatever lies around it";
    "many-calls", [70_000; 2], Verdict(many_calls),
        "the answers do not change with the number of calls";
    "replacement", [25_421; 2], Replacement(replacement),
        "one U+FFFD for each maximal subpart";
}

/// Every sequence between ASCII texts, at lengths around a block. A backend is asked for its own `validate`, which
/// has to say what other rows conclude from the raw answer.
fn agreement(context: &Context<'_>) {
    let has_kernel = context.decoder.has(Op::Scan);
    context.each(SEQUENCES.len(), |at, tester| {
        let case = SEQUENCES[at];
        for before in 0..70 {
            let input = [&vec![b'a'; before], case.bytes, &b"placemat".repeat(before % 9)].concat();
            let question = if has_kernel { Question::Scan(&input) } else { Question::Verdict(&input) };
            tester.ask(case.id, &question);
        }
    });
}

/// After each error, bytes that a kernel could mistake for its beginning.
fn suspect_from(context: &Context<'_>) {
    const AFTER: [&[u8]; 6] =
        [b"", b"\x80\x80\x80\x80", b"\xC3", b"\xF0\x90\x80", b"a\xE2\x82", b"\xC3\xA9\xFFabcdefghijklmnopq"];
    let lengths = if context.depth == Depth::Full { 320 } else { 32 };
    let bad: Vec<_> = SEQUENCES.iter().filter(|case| reference::read(case.bytes).is_err()).collect();
    context.each(bad.len(), |at, tester| {
        let case = bad[at];
        for before in 0..lengths {
            let text = Kind::LENGTHS[before % 4].of(before).before();
            for after in AFTER {
                let input = [&text[..], case.bytes, after].concat();
                let expected = reference::read_between(&input, before, input.len());
                tester.expect(case.id, &Question::Scan(&input), || Answer::Scan(expected, None));
            }
        }
    });
}

/// Valid and invalid, short and long inputs in turn, many times on one thread (node 54521 failed only after 20,000
/// calls).
fn many_calls(context: &Context<'_>) {
    let long = "caf\u{e9} \u{4e2d}\u{1F37D}".repeat(11).into_bytes();
    let mut broken = long.clone();
    broken[100] = 0xFF;
    let inputs = [&b"caf\xC3\xA9"[..], b"caf\xC3", b"", &long, b"\xED\xA0\x80", &broken, b"plain"];
    let expected = inputs.map(reference::read);
    context.once(|tester| {
        for call in 0..70_000 {
            let which = call % inputs.len();
            tester.check("again", inputs[which], &expected[which]);
        }
    });
}

/// Strings of at most four bytes, one for each class; random strings; and sequences between long texts.
fn replacement(context: &Context<'_>) {
    context.once(|tester| {
        class_strings(4, |bytes| tester.ask("short string", &Question::Replacement(bytes)));
        let mut random = Random(1992);
        for _ in 0..2_000 {
            let bytes: Vec<u8> = (0..random.below(200)).map(|_| random.pick(&EDGES)).collect();
            tester.ask("random", &Question::Replacement(&bytes));
        }
    });
    context.each(SORTS.len(), |nth, tester| {
        for (len, (before, after)) in iproduct!([70, 2_000], Kind::PAIRS) {
            let bytes = [&before.of(len).before(), SORTS[nth].bytes, &after.of(len).after()].concat();
            tester.ask(SORTS[nth].id, &Question::Replacement(&bytes));
        }
    });
}
