//! Calls a converter for a row, and compares the results.

use crate::{
    convert::{Answer, Call, Converts, Encoding, Extent, Reference, Stop},
    suite::{
        check::{Context, Tester},
        report::Depth,
        report::Tally,
    },
};

/// Runs the cases of a row for a pair of encodings.
pub(super) type About = fn(Depth, (Encoding, Encoding), &mut Calls<'_, '_>);

/// Runs the cases for each pair that the subject converts, and counts the calls: at least `least` for each pair,
/// unless the subject supports only a part of them.
pub(super) fn each(context: &Context<'_, &dyn Converts>, least: u64, about: About) -> Result<Tally, String> {
    let (pairs, extent) = (context.claimed.pairs(), context.claimed.extent());
    Ok(context.each(pairs.len(), |item, tester| {
        let mut calls = Calls { tester, extent, calls: 0 };
        about(context.depth, pairs[item], &mut calls);
        let enough = calls.calls >= least || extent != Extent::ALL;
        let counted = || format!("{:?}", pairs[item]);
        tester.expect("the number of calls", counted, &true, |_| enough);
    }))
}

/// Calls the subject.
pub(super) struct Calls<'a, 'c> {
    tester: &'a mut Tester<&'c dyn Converts>,
    extent: Extent,
    calls: u64,
}

impl Calls<'_, '_> {
    /// Runs a call on a decoded source, unless it is outside of the subject's extent.
    pub(super) fn check(&mut self, reference: &Reference, call: &Call<'_>) {
        let kinds = self.extent.kinds;
        let expected = named(reference.answer(call), kinds);
        let stops_early = !call.last || expected.stop == Stop::OutputFull;
        if (call.replacement.is_some() && !self.extent.replaces) || (stops_early && !self.extent.resumes) {
            return;
        }
        self.calls += 1;
        self.tester.expect(
            "convert",
            || format!("{call:x?}"),
            &expected,
            |subject| named(subject.convert(call), kinds),
        );
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

/// The answer, without the kind of error if kinds are not compared.
fn named(mut answer: Answer, kinds: bool) -> Answer {
    if let Stop::Malformed { kind, .. } = &mut answer.stop
        && !kinds
    {
        kind.clear();
    }
    answer
}

/// A call with a destination longer than any answer needs.
pub(super) fn call(from: Encoding, to: Encoding, source: &[u32]) -> Call<'_> {
    Call { from, to, source, dst: 4 * source.len() + 4, last: true, replacement: None }
}
