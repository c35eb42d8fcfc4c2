//! Tests a converter from outside the workspace, which supports some pairs of encodings, through the trait `Decoder`.

use placemat_conformance::{
    contract::{Answer, Decoder, Encoding, Op, Question, Stop},
    convert,
    suite::{self, Options, Outcome},
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
        let mut done = convert::answer(call);
        if self.is_careless && call.from == Encoding::Utf32 && matches!(done.stop, Stop::Malformed { .. }) {
            done.stop = Stop::End;
        }
        Some(Answer::Convert(done))
    }
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
