//! Rows about bytes that come in chunks.

use super::{
    check::{Context, Tester},
    cuts::{self, SEQUENCE_STREAMS, STRINGS, TEXTS},
    report::Tally,
    spec::rows,
};
use crate::contract::{Question, Step};

rows! {
    "stream-strings", STRINGS, Stream(|context| Ok(cuts::strings(context, replaced))),
        "short strings, cut everywhere: each chunk puts out what later bytes cannot change";
    "stream-sequences", [SEQUENCE_STREAMS; 2], Stream(|context| Ok(cuts::sequences(context, replaced))),
        "every sequence within a text, cut at each byte and at each two, with empty chunks";
    "stream-texts", TEXTS, Stream(|context| Ok(cuts::texts(context, replaced))),
        "sequences over the edges of long chunks of every kind of text, and over chunks of ASCII";
    "stream-verdicts", cuts::ALL, StreamVerdict(verdicts),
        "the same for a validator: it fails at once, stays failed until the end, and starts anew";
    "stream-strict", cuts::ALL, StrictStream(strict),
        "the same for a decoder that puts out the text before the first error";
}

fn replaced(what: &str, chunks: &[&[u8]], tester: &mut Tester<'_>) {
    tester.ask(what, &Question::Stream(chunks));
}

fn verdicts(context: &Context<'_>) -> Result<Tally, String> {
    Ok(cuts::all(context, |what, chunks, tester| tester.ask(what, &Question::StreamVerdict(&steps(chunks)))))
}

fn strict(context: &Context<'_>) -> Result<Tally, String> {
    Ok(cuts::all(context, |what, chunks, tester| tester.ask(what, &Question::StrictStream(&steps(chunks)))))
}

/// The chunks; another one, which changes nothing after an error; the end; and two more streams, the first of which
/// ends inside a sequence.
pub(super) fn steps<'a>(chunks: &[&'a [u8]]) -> Vec<Step<'a>> {
    let stream = chunks.iter().map(|chunk| Step::Chunk(chunk));
    let after = [Step::Chunk(b"a\xFF"), Step::End, Step::Chunk(b"\xC3\xA9\xE2"), Step::End, Step::End];
    stream.clone().chain([Step::End]).chain(stream).chain(after).collect()
}
