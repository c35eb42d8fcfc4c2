//! Asks for conversions for a row.

use crate::{
    contract::{Answer, Call, Encoding, PAIRS},
    convert::Reference,
    suite::prelude::*,
};

/// Runs the cases of a row for a pair of encodings.
pub(super) type About = fn(Depth, (Encoding, Encoding), &mut Tester<'_>);

/// Runs the cases for each pair.
pub(super) fn each(context: &Context<'_>, about: About) {
    context.each_complete(&PAIRS, |pair, tester| about(context.depth, pair, tester));
}

/// Runs a call on a decoded source.
pub(super) fn check(tester: &mut Tester<'_>, reference: &Reference, call: &Call<'_>) {
    tester.expect("convert", &Question::Convert(call), || Answer::Convert(reference.answer(call)));
}

/// Runs a call strictly and with replacement, as the last and as another chunk, with a generous destination.
pub(super) fn check_all(tester: &mut Tester<'_>, call: &Call<'_>) {
    let reference = Reference::of(call.from, call.source);
    for replacement in [None, Some(call.to.replacement())] {
        for last in [true, false] {
            check(tester, &reference, &Call { replacement, last, ..*call });
        }
    }
}

/// A call with a destination longer than any answer needs.
pub(super) fn call(from: Encoding, to: Encoding, source: &[u32]) -> Call<'_> {
    Call { from, to, source, dst: 4 * source.len() + 4, last: true, replacement: None }
}
