//! The row about writing text to a writer.

use std::io::ErrorKind;

use super::{
    check::{Context, Tester},
    cuts,
    report::{Depth, Tally},
    spec::rows,
    streams::steps,
};
use crate::contract::{Accept, Question};

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

fn writes(context: &Context<'_>) -> Result<Tally, String> {
    let both = context.depth == Depth::Full;
    Ok(cuts::all(context, |what, chunks, tester| check(what, chunks, both, tester)))
}

/// Writes strictly or with replacement, or both. Neighbouring streams use different kinds of sink.
fn check(what: &str, chunks: &[&[u8]], both: bool, tester: &mut Tester<'_>) {
    let bytes = chunks.iter().flat_map(|chunk| chunk.iter());
    let sum = bytes.map(|byte| usize::from(*byte)).sum::<usize>() + chunks.len();
    let turn = (sum / SINKS.len()).is_multiple_of(2);
    for strict in [true, false].into_iter().filter(|strict| both || *strict == turn) {
        tester.ask(what, &Question::Write(&steps(chunks), strict, SINKS[sum % SINKS.len()]));
    }
}
