//! Tests a converter from outside the workspace, which supports some pairs of encodings, through the trait `Decoder`.

use placemat_conformance::contract::{Answer, Decoder, Encoding, Op, Question};
use placemat_conformance::convert;
use placemat_conformance::suite::{self, Options, Outcome};

/// Converts native units, strictly.
struct Outside {
    pairs: &'static [(Encoding, Encoding)],
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
        Some(Answer::Convert(convert::answer(call)))
    }
}

const ROWS: [&str; 2] = ["convert-pieces", "convert-destinations"];

#[test]
fn what_is_claimed_is_asked_and_passes() {
    let report = suite::run(&Outside { pairs: &PAIRS }, &Options::quick().only(&ROWS));
    assert!(report.passed(), "{report}");
    assert!(report.rows.iter().all(|row| row.outcome == Outcome::Passed && row.cases > 1_000), "{report}");
}

#[test]
fn what_is_not_claimed_is_said_so() {
    let report = suite::run(&Outside { pairs: &PAIRS }, &Options::quick().only(&["encode"]));
    assert_eq!(report.rows[0].outcome, Outcome::NotClaimed(Op::Encode));
    // A converter without pairs does not pass.
    let nothing = Outside { pairs: &[] };
    assert!(!suite::run(&nothing, &Options::quick().only(&ROWS)).passed());
}
