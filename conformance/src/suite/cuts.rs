//! Streams, and where they are divided into chunks.

use super::prelude::*;

/// The number of streams that [`all`] makes.
pub(super) const ALL: [u64; 2] =
    [STRINGS[0] + SEQUENCE_STREAMS + TEXTS[0], STRINGS[1] + SEQUENCE_STREAMS + TEXTS[1]];

/// All streams of this module.
pub(super) fn all(context: &Context<'_>, check: impl Fn(&str, &[&[u8]], &mut Tester<'_>) + Copy + Sync) {
    strings(context, check);
    sequences(context, check);
    texts(context, check);
}

/// Short strings of byte classes, up to three bytes or four, divided in every way.
pub(super) fn strings(context: &Context<'_>, check: impl Fn(&str, &[&[u8]], &mut Tester<'_>) + Sync) {
    context.once(|tester| {
        class_strings(context.depth.pick([3, 4]), |bytes| {
            (0..1 << bytes.len().saturating_sub(1))
                .for_each(|cuts| check("short string", &cut(bytes, cuts), tester));
        });
    });
}

/// The number of streams that [`strings`] makes.
pub(super) const STRINGS: [u64; 2] = [7_213, 173_101];

/// Every sequence between texts, cut once, twice, or after each byte, also with empty chunks in between.
pub(super) fn sequences(context: &Context<'_>, check: impl Fn(&str, &[&[u8]], &mut Tester<'_>) + Sync) {
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

/// The number of streams that [`sequences`] makes.
pub(super) const SEQUENCE_STREAMS: u64 = 19_825;

/// Each sequence, cut at each of its bytes: with long chunks around it that end at the cut, and as a bridge, with a
/// chunk of ASCII inserted at the cut.
pub(super) fn texts(context: &Context<'_>, check: impl Fn(&str, &[&[u8]], &mut Tester<'_>) + Sync) {
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

/// The number of streams that [`texts`] makes.
pub(super) const TEXTS: [u64; 2] = [3_200, 30_360];

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
