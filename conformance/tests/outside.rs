//! Tests a converter from outside the workspace through the trait `Decoder`: here the kernels that every backend
//! falls back on, completed by the code that all backends share.

use placemat_conformance::{
    contract::{Answer, Call, Decoder, Done, Encoding, Op, Question, Stop as Expected},
    convert::{Place, Unit},
    suite::{self, Options, Outcome},
};
use placemat_core::convert::{
    self as core, Latin1, Progress, SourceError, Stop, Utf8, Utf16, Utf32, finish, portable,
};

/// Converts native units, strictly.
struct Outside {
    pairs: &'static [(Encoding, Encoding)],
    /// Whether it treats a lone surrogate, or a value out of range, as the end.
    is_careless: bool,
}

const PAIRS: [(Encoding, Encoding); 6] = [
    (Encoding::Utf8, Encoding::Utf16),
    (Encoding::Utf16, Encoding::Utf8),
    (Encoding::Utf8, Encoding::Utf32),
    (Encoding::Utf32, Encoding::Utf8),
    (Encoding::Utf8, Encoding::Latin1),
    (Encoding::Latin1, Encoding::Utf8),
];

impl Decoder for Outside {
    fn name(&self) -> &str {
        "outside"
    }

    fn has(&self, op: Op) -> bool {
        op == Op::Convert
    }

    fn answer(&self, question: &Question<'_>) -> Option<Answer> {
        let Question::Convert(call) = *question else { return None };
        if !self.pairs.contains(&(call.from, call.to)) || call.replacement.is_some() {
            return None;
        }
        let mut done = match (call.from, call.to) {
            (Encoding::Utf8, Encoding::Utf16) => run::<Utf8, Utf16>(call, portable::from_utf8::<Utf16>),
            (Encoding::Utf16, Encoding::Utf8) => run::<Utf16, Utf8>(call, portable::to_utf8::<Utf16>),
            (Encoding::Utf8, Encoding::Utf32) => run::<Utf8, Utf32>(call, portable::from_utf8::<Utf32>),
            (Encoding::Utf32, Encoding::Utf8) => run::<Utf32, Utf8>(call, portable::to_utf8::<Utf32>),
            (Encoding::Utf8, Encoding::Latin1) => run::<Utf8, Latin1>(call, portable::from_utf8::<Latin1>),
            (Encoding::Latin1, Encoding::Utf8) => run::<Latin1, Utf8>(call, portable::to_utf8::<Latin1>),
            pair => panic!("{pair:?} is not claimed"),
        };
        if self.is_careless && call.from == Encoding::Utf32 && matches!(done.stop, Expected::Malformed { .. })
        {
            done.stop = Expected::End;
        }
        Some(Answer::Convert(done))
    }
}

/// Calls a kernel, and completes the conversion.
fn run<S: core::Encoding, D: core::Encoding>(
    call: &Call<'_>,
    kernel: impl Fn(&[S::Unit], &mut [D::Unit]) -> Progress,
) -> Done
where
    S::Unit: Unit,
    D::Unit: Unit,
{
    let (done, mut written) =
        Place::new().run(call.source, call.dst, |source: &[S::Unit], dst: &mut [D::Unit]| {
            let at = kernel(source, dst);
            finish::<S, D>(source, dst, at, call.last)
        });
    written.truncate(done.written);
    let stop = match done.stop {
        Stop::End => Expected::End,
        Stop::OutputFull => Expected::OutputFull,
        Stop::Incomplete => Expected::Incomplete,
        Stop::Unmappable(character) => Expected::Unmappable(character),
        Stop::Invalid(error) => {
            let text = format!("{error:?}");
            let kind = text.split("kind: ").nth(1).and_then(|kind| kind.split([' ', ',']).next());
            let kind = kind.unwrap_or_default().to_owned();
            Expected::Malformed { at: error.valid_up_to(), len: error.error_len(), kind }
        }
    };
    Done { read: done.read, written, stop }
}

const ROWS: [&str; 2] = ["convert-pieces", "convert-destinations"];

#[test]
fn what_is_claimed_is_asked_and_passes() {
    let report = suite::run(&Outside { pairs: &PAIRS, is_careless: false }, &Options::quick().only(&ROWS));
    assert!(report.passed(), "{report}");
    assert!(report.rows.iter().all(|row| row.outcome == Outcome::Passed && row.cases > 1_000), "{report}");
}

#[test]
fn utf32_is_looked_at_as_closely_as_utf16() {
    let careless = Outside { pairs: &PAIRS, is_careless: true };
    let report = suite::run(&careless, &Options::quick().only(&ROWS));
    assert!(!report.passed(), "{report}");
    assert!(report.to_string().contains("Utf32"), "{report}");
    // Passes without the incorrect pair.
    let utf16 = Outside { pairs: &PAIRS[..2], ..careless };
    let report = suite::run(&utf16, &Options::quick().only(&ROWS));
    assert!(report.passed(), "{report}");
}

#[test]
fn what_is_not_claimed_is_said_so() {
    let report =
        suite::run(&Outside { pairs: &PAIRS, is_careless: false }, &Options::quick().only(&["encode"]));
    assert_eq!(report.rows[0].outcome, Outcome::NotClaimed(Op::Encode));
    // A converter without pairs does not pass.
    let nothing = Outside { pairs: &[], is_careless: false };
    assert!(!suite::run(&nothing, &Options::quick().only(&ROWS)).passed());
}
