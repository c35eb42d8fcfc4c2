//! Asks for conversions for a row.

use crate::{
    contract::{Answer, Call, Encoding, PAIRS},
    convert::Reference,
    suite::prelude::*,
};

/// Runs the cases of a row for a pair of encodings.
pub(super) type About = fn(Depth, (Encoding, Encoding), &mut Calls<'_, '_>);

/// Runs the cases for each pair, and counts the calls: at least the row's minimum for each pair, unless the decoder
/// declined some of them.
pub(super) fn each(context: &Context<'_>, about: About) {
    context.each(PAIRS.len(), |item, tester| {
        let mut calls = Calls { tester, calls: 0, declined: 0 };
        about(context.depth, PAIRS[item], &mut calls);
        let (answered, declined) = (calls.calls, calls.declined);
        if answered > 0 || declined == 0 {
            let enough = answered >= context.minimum || declined > 0;
            tester.hold("the number of calls", || format!("{:?}", PAIRS[item]), enough);
        }
    });
}

/// Asks the decoder.
pub(super) struct Calls<'a, 'c> {
    tester: &'a mut Tester<'c>,
    calls: u64,
    declined: u64,
}

impl Calls<'_, '_> {
    /// Runs a call on a decoded source.
    pub(super) fn check(&mut self, reference: &Reference, call: &Call<'_>) {
        let expected = || Answer::Convert(reference.answer(call));
        let answered = self.tester.expect("convert", &Question::Convert(call), expected);
        *if answered { &mut self.calls } else { &mut self.declined } += 1;
    }

    /// Runs a call strictly and with replacement, as the last and as another chunk, with a generous destination.
    pub(super) fn check_all(&mut self, call: &Call<'_>) {
        let reference = Reference::of(call.from, call.source);
        for replacement in [None, Some(call.to.replacement())] {
            for last in [true, false] {
                self.check(&reference, &Call { replacement, last, ..*call });
            }
        }
    }
}

/// A call with a destination longer than any answer needs.
pub(super) fn call(from: Encoding, to: Encoding, source: &[u32]) -> Call<'_> {
    Call { from, to, source, dst: 4 * source.len() + 4, last: true, replacement: None }
}
