//! Rows about octets that come in chunks.

use super::{
    check::{Asker, Context, Tally},
    report::{Depth, chunked},
    spec::{Minimum, Run, Spec},
};
use crate::{
    cases::{SEQUENCES, SORTS},
    oracle::Oracle,
    reading,
    subject::{HandlesBom, Policy, Streams},
    text::{Filler, Kind},
};

pub(super) const ROWS: &[Spec] = &[
    Spec {
        name: "stream-strings",
        about: "short strings, cut everywhere: each chunk puts out what later octets cannot change",
        minimum: Minimum { quick: 7_213, full: 4_154_413 },
        run: Run::Stream(strings),
    },
    Spec {
        name: "stream-sequences",
        about: "every sequence within a text, cut at each octet and at each two, with empty chunks",
        minimum: Minimum::always(19_825),
        run: Run::Stream(sequences),
    },
    Spec {
        name: "stream-texts",
        about: "sequences over the edges of long chunks of every kind of text, and over whole chunks of ASCII",
        minimum: Minimum { quick: 3_200, full: 37_000 },
        run: Run::Stream(texts),
    },
    Spec {
        name: "bom-policies",
        about: "U+FEFF at the start, whole or in part, once or twice, cut everywhere, under every policy",
        minimum: Minimum::always(847),
        run: Run::Bom(policies),
    },
];

/// The chunks of an input: bit number `i` of `cuts` says whether it is cut after octet number `i`.
fn cut(bytes: &[u8], cuts: usize) -> Vec<&[u8]> {
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

fn check(what: &str, chunks: &[&[u8]], asker: &mut Asker<&dyn Streams>) {
    asker.expect(what, || chunked(chunks), &reading::outputs(chunks), |subject| subject.decode(chunks));
}

/// Every string of octets by class, of at most three octets or five, in every way to cut it.
fn strings(context: &Context<'_, &dyn Streams>) -> Result<Tally, String> {
    let longest: u32 = if context.depth == Depth::Full { 5 } else { 3 };
    let classes: Vec<u8> = Oracle::get().classes().iter().map(|class| class[0]).collect();
    Ok(context.each(classes.len() + 1, |item, asker| {
        let Some(&first) = classes.get(item) else { return check("nothing", &[b""], asker) };
        for len in 1..=longest {
            for number in 0..classes.len().pow(len - 1) {
                let rest = (0..len - 1).map(|nth| classes[number / classes.len().pow(nth) % classes.len()]);
                let bytes: Vec<u8> = std::iter::once(first).chain(rest).collect();
                for cuts in 0..1 << (len - 1) {
                    check("short string", &cut(&bytes, cuts), asker);
                }
            }
        }
    }))
}

/// Every sequence between texts, cut once, or twice, or after each octet, also with empty chunks there.
fn sequences(context: &Context<'_, &dyn Streams>) -> Result<Tally, String> {
    Ok(context.each(SEQUENCES.len(), |item, asker| {
        let case = SEQUENCES[item];
        for (before, after) in [("", ""), ("a", "b"), ("\u{E9}", "\u{20AC}"), ("placemat \u{1F37D}", "\0")] {
            let bytes = [before.as_bytes(), case.octets, after.as_bytes()].concat();
            for at in 0..=bytes.len() {
                let (first, rest) = bytes.split_at(at);
                check(case.id, &[first, rest], asker);
                check(case.id, &[first, b"", rest, b""], asker);
                for then in 0..=rest.len().min(4) {
                    check(case.id, &[first, &rest[..then], &rest[then..]], asker);
                }
            }
            check(case.id, &bytes.chunks(1).collect::<Vec<_>>(), asker);
        }
    }))
}

/// Each sequence, cut at each of its octets: chunks around it that end there, and the bridge, where a chunk of
/// ASCII lies in the cut.
fn texts(context: &Context<'_, &dyn Streams>) -> Result<Tally, String> {
    const QUICK: [usize; 4] = [16, 64, 100, 1024];
    const FULL: [usize; 12] = [15, 16, 17, 31, 33, 63, 64, 65, 100, 256, 1024, 4096];
    let (sizes, cases) = match context.depth {
        Depth::Quick => (&QUICK[..], &SORTS[..]),
        Depth::Full => (&FULL[..], &SEQUENCES[..]),
    };
    let filler = Filler::new(5000);
    Ok(context.each(cases.len() * sizes.len(), |item, asker| {
        let (case, size) = (cases[item % cases.len()], sizes[item / cases.len()]);
        for split in 0..=case.octets.len() {
            let (head, tail) = case.octets.split_at(split);
            let kinds = Kind::PAIRS.iter().skip((item + split) % 4).step_by(4);
            for &(before, after) in kinds {
                let mut first = vec![0; size.saturating_sub(split)];
                filler.before(before, &mut first);
                first.extend_from_slice(head);
                let mut second = tail.to_vec();
                second.resize(size + tail.len(), 0);
                filler.after(after, &mut second[tail.len()..]);
                let ascii = vec![b'a'; size];
                check(case.id, &[&first, &second], asker);
                check(case.id, &[&first, &ascii, &second], asker);
            }
        }
    }))
}

/// Inputs that begin like a signature, or do not.
const STARTS: [&[u8]; 12] = [
    b"",
    b"\xEF",
    b"\xEF\xBB",
    b"\xEF\xBB\xBF",
    b"\xEF\xBB\xBF\xEF\xBB\xBF",
    b"\xEF\xBB\xBF\xEF\xBB",
    b"\xEF\xBB\xBE",
    b"\xEF\xBBa",
    b"\xEFa",
    b"a\xEF\xBB\xBF",
    b"\xEF\xEF\xBB\xBF",
    b"\xBB\xBF",
];

fn policies(context: &Context<'_, &dyn HandlesBom>) -> Result<Tally, String> {
    Ok(context.each(STARTS.len(), |item, asker| {
        for after in [&b""[..], b"z", b"\xEF\xBB\xBFz", b"\xC3\xA9\xFF"] {
            let bytes = [STARTS[item], after].concat();
            for &policy in context.claimed.policies() {
                let removes = matches!(policy, Policy::Ignore | Policy::Strip);
                let text = if removes { bytes.strip_prefix(b"\xEF\xBB\xBF") } else { None }.unwrap_or(&bytes);
                let expected = reading::replaced(text);
                for cuts in 0..1 << bytes.len().saturating_sub(1).min(5) {
                    let chunks = cut(&bytes, cuts);
                    asker.expect(
                        &format!("{policy:?}"),
                        || chunked(&chunks),
                        &expected,
                        |subject| subject.text(policy, &chunks),
                    );
                }
            }
        }
    }))
}
