//! The row about writing text to a writer.

use std::io::ErrorKind;

use super::{
    check::{Context, Tester},
    cuts,
    report::Tally,
    report::{Depth, chunked},
    spec::rows,
    streams::steps,
};
use crate::{
    reference,
    subject::{Accept, Sink, WritesText},
};

rows! {
    "write-chunks", [cuts::ALL[0], 2 * cuts::ALL[1]], Write(writes),
        "chunks cut everywhere, to writers that take few bytes or fail: each call passes on what it can";
}

/// The behaviour of writers, by index. The first one accepts everything.
const SINKS: [&[Accept]; 4] = [
    &[],
    &[Accept::Bytes(1)],
    &[Accept::Fails(ErrorKind::WouldBlock), Accept::Bytes(2), Accept::Fails(ErrorKind::Interrupted)],
    &[Accept::Bytes(3), Accept::Bytes(0), Accept::Bytes(usize::MAX)],
];

fn writes(context: &Context<'_, &dyn WritesText>) -> Result<Tally, String> {
    let both = context.depth == Depth::Full;
    let check = |what: &str, chunks: &[&[u8]], tester: &mut Tester<_>| check(what, chunks, both, tester);
    Ok(cuts::all(context, check))
}

/// Writes strictly or with replacement, or both. Neighbouring streams use different kinds of sink.
fn check(what: &str, chunks: &[&[u8]], both: bool, tester: &mut Tester<&dyn WritesText>) {
    let steps = steps(chunks);
    let bytes = chunks.iter().flat_map(|chunk| chunk.iter());
    let sum = bytes.map(|byte| usize::from(*byte)).sum::<usize>() + chunks.len();
    let script = SINKS[sum % SINKS.len()];
    let turn = (sum / SINKS.len()).is_multiple_of(2);
    for strict in [true, false].into_iter().filter(|strict| both || *strict == turn) {
        let expected = (reference::written(&steps, strict), false);
        let input = || format!("{}, strict: {strict}, {script:?}", chunked(chunks));
        tester.expect(what, input, &expected, |subject| {
            let sink = Sink::new(script);
            (subject.write(&steps, &sink, strict), sink.has_part())
        });
    }
}
