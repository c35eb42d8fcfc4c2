//! Rows about bytes that come in chunks: decoded, validated, written to a writer, and replaced by other practices.
//! Streams, and where they are divided into chunks.

use std::io::ErrorKind;

use super::prelude::*;
use crate::contract::{Accept, Practice, Step};

rows! {
    "stream-strings", [7_213, 173_101], Stream(|context| cut_strings(context, replaced)),
        "short strings, cut everywhere: each chunk puts out what later bytes cannot change";
    "stream-sequences", [19_825; 2], Stream(|context| sequences(context, replaced)),
        "every sequence within a text, cut at each byte and at each two, with empty chunks";
    "stream-texts", [3_200, 30_360], Stream(|context| texts(context, replaced)),
        "sequences over the edges of long chunks of every kind of text, and over chunks of ASCII";
    "stream-verdicts", [30_238, 223_286], StreamVerdict(verdicts),
        "the same for a validator: it fails at once, stays failed until the end, and starts anew";
    "stream-strict", [30_238, 223_286], StrictStream(strict),
        "the same for a decoder that puts out the text before the first error";
    "write-chunks", [30_238, 2 * 223_286], Write(writes),
        "chunks cut everywhere, to writers that take few bytes or fail: each call passes on what it can";
    "replacement-practices", [4 * 56_862, 4 * 353_846], Practices(practices),
        "as many U+FFFD as Java, Go or Perl: short strings, every lead, named sequences, divided everywhere";
}

fn replaced(what: &str, chunks: &[&[u8]], tester: &mut Tester<'_>) {
    tester.ask(what, &Question::Stream(chunks));
}

fn verdicts(context: &Context<'_>) {
    all(context, |what, chunks, tester| tester.ask(what, &Question::StreamVerdict(&steps(chunks))));
}

fn strict(context: &Context<'_>) {
    all(context, |what, chunks, tester| tester.ask(what, &Question::StrictStream(&steps(chunks))));
}

/// The chunks; another one, which changes nothing after an error; the end; and two more streams, the first of which
/// ends inside a sequence.
fn steps<'a>(chunks: &[&'a [u8]]) -> Vec<Step<'a>> {
    let stream = chunks.iter().map(|chunk| Step::Chunk(chunk));
    let after = [Step::Chunk(b"a\xFF"), Step::End, Step::Chunk(b"\xC3\xA9\xE2"), Step::End, Step::End];
    stream.clone().chain([Step::End]).chain(stream).chain(after).collect()
}

/// The behaviour of writers, by index. The first one accepts everything.
const SINKS: [&[Accept]; 4] = [
    &[],
    &[Accept::Bytes(1)],
    &[Accept::Fails(ErrorKind::WouldBlock), Accept::Bytes(2), Accept::Fails(ErrorKind::Interrupted)],
    &[Accept::Bytes(3), Accept::Bytes(0), Accept::Bytes(usize::MAX)],
];

fn writes(context: &Context<'_>) {
    let both = context.depth == Depth::Full;
    all(context, |what, chunks, tester| write(what, chunks, both, tester));
}

/// Writes strictly or with replacement, or both. Neighbouring streams use different kinds of sink.
fn write(what: &str, chunks: &[&[u8]], both: bool, tester: &mut Tester<'_>) {
    let bytes = chunks.iter().flat_map(|chunk| chunk.iter());
    let sum = bytes.map(|byte| usize::from(*byte)).sum::<usize>() + chunks.len();
    let turn = (sum / SINKS.len()).is_multiple_of(2);
    for strict in [true, false].into_iter().filter(|strict| both || *strict == turn) {
        tester.ask(what, &Question::Write(&steps(chunks), strict, SINKS[sum % SINKS.len()]));
    }
}

fn practices(context: &Context<'_>) {
    let check = |what: &str, chunks: &[&[u8]], tester: &mut Tester<'_>| {
        for practice in Practice::ALL {
            tester.ask(what, &Question::Practices(practice, chunks));
        }
    };
    all(context, check);
    leads(context, check);
}

/// Every byte C0..FF before up to seven continuation bytes, divided between any of these; in quick mode, after the
/// fourth once at most.
fn leads(context: &Context<'_>, check: impl Fn(&str, &[&[u8]], &mut Tester<'_>) + Sync) {
    const AFTER: [&[u8]; 4] = [b"", b"a", b"\xC3\xA9", b"\xED\xA0"];
    let leads: Vec<u8> = (0xC0..=0xFF).collect();
    context.each(leads.len(), |item, tester| {
        for (len, after, tail) in iproduct!(0..8, AFTER, [0x80, 0xA0]) {
            let bytes = [&leads[item..=item], &[tail; 7][..len], after].concat();
            let is_kept = |cuts: &usize| len <= 4 || cuts.count_ones() <= 1 || context.depth == Depth::Full;
            (0..1 << len).filter(is_kept).for_each(|cuts| check("lead", &cut(&bytes, cuts), tester));
        }
    });
}

/// All streams of this module.
fn all(context: &Context<'_>, check: impl Fn(&str, &[&[u8]], &mut Tester<'_>) + Copy + Sync) {
    cut_strings(context, check);
    sequences(context, check);
    texts(context, check);
}

/// Short strings of byte classes, up to three bytes or four, divided in every way.
fn cut_strings(context: &Context<'_>, check: impl Fn(&str, &[&[u8]], &mut Tester<'_>) + Sync) {
    context.once(|tester| {
        class_strings(context.depth.pick([3, 4]), |bytes| {
            (0..1 << bytes.len().saturating_sub(1))
                .for_each(|cuts| check("short string", &cut(bytes, cuts), tester));
        });
    });
}

/// Every sequence between texts, cut once, twice, or after each byte, also with empty chunks in between.
fn sequences(context: &Context<'_>, check: impl Fn(&str, &[&[u8]], &mut Tester<'_>) + Sync) {
    context.each(SEQUENCES.len(), |item, tester| {
        let case = SEQUENCES[item];
        for (before, after) in [("", ""), ("a", "b"), ("\u{E9}", "\u{20AC}"), ("placemat \u{1F37D}", "\0")] {
            let bytes = [before.as_bytes(), case.bytes, after.as_bytes()].concat();
            for at in 0..=bytes.len() {
                let (first, rest) = bytes.split_at(at);
                check(case.id, &[first, rest], tester);
                check(case.id, &[first, b"", rest, b""], tester);
                for then in 0..=rest.len().min(4) {
                    check(case.id, &[first, &rest[..then], &rest[then..]], tester);
                }
            }
            check(case.id, &bytes.chunks(1).collect::<Vec<_>>(), tester);
        }
    });
}

/// Each sequence, cut at each of its bytes: with long chunks around it that end at the cut, and as a bridge, with a
/// chunk of ASCII inserted at the cut.
fn texts(context: &Context<'_>, check: impl Fn(&str, &[&[u8]], &mut Tester<'_>) + Sync) {
    const QUICK: [usize; 4] = [16, 64, 100, 1024];
    const FULL: [usize; 11] = [15, 16, 17, 31, 33, 63, 64, 65, 100, 256, 1024];
    let (sizes, cases) = context.depth.pick([(&QUICK[..], &SORTS[..]), (&FULL, &SEQUENCES[..])]);
    context.each(cases.len() * sizes.len(), |item, tester| {
        let (case, size) = (cases[item % cases.len()], sizes[item / cases.len()]);
        for split in 0..=case.bytes.len() {
            let (head, tail) = case.bytes.split_at(split);
            for &(before, after) in Kind::PAIRS.iter().skip((item + split) % 4).step_by(4) {
                let first = [&before.of(size.saturating_sub(split)).before(), head].concat();
                let second = [tail, &after.of(size).after()].concat();
                let ascii = vec![b'a'; size];
                check(case.id, &[&first, &second], tester);
                check(case.id, &[&first, &ascii, &second], tester);
            }
        }
    });
}

/// Divides an input into chunks: bit `i` of `cuts` is set if there is a cut after byte `i`.
pub(super) fn cut(bytes: &[u8], cuts: usize) -> Vec<&[u8]> {
    let mut chunks = Vec::new();
    let mut from = 0;
    for at in 1..bytes.len() {
        if cuts >> (at - 1) & 1 != 0 {
            chunks.push(&bytes[from..at]);
            from = at;
        }
    }
    chunks.push(&bytes[from..]);
    chunks
}
