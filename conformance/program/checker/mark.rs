//! Marks an answer by comparing it with the expected one.

use placemat_conformance::{named, vectors::ErrorLen};
use serde::{Deserialize, Serialize};

use crate::questions::{Field, Question};
use crate::{foreign::Outcome, protocol::Answer};

named! {
    /// The outcome of a case for a profile. Of several outcomes the worst counts; a field that is not available counts
    /// least.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub(crate) enum Mark {
        Unsupported "unsupported";
        Pass "pass";
        Fail "fail";
        Crash "crash";
        Timeout "timeout";
        NotRun "not run";
    }
}

/// The mark for one field of an outcome. An omitted field is a failure only if the decoder named the profile
/// explicitly (`explicit`).
pub(super) fn mark(question: &Question, field: Field, outcome: &Outcome, explicit: bool) -> Mark {
    let answer = match outcome {
        Outcome::Replied(Some(answer)) => answer,
        Outcome::Replied(None) => return Mark::Unsupported,
        Outcome::Crash(_) => return Mark::Crash,
        Outcome::Timeout => return Mark::Timeout,
        Outcome::NotRun => return Mark::NotRun,
    };
    match field.agrees(&question.right, answer) {
        Some(true) => Mark::Pass,
        Some(false) => Mark::Fail,
        // Decoded text also depends on the length of an error.
        None if explicit && field.is_bound(&question.right) => Mark::Fail,
        None => Mark::Unsupported,
    }
}

impl Field {
    /// Whether this field of an answer is correct; `None` if the field is not available.
    pub(crate) fn agrees(self, right: &Answer, got: &Answer) -> Option<bool> {
        match self {
            Self::Verdict => got.ok.map(|ok| Some(ok) == right.ok),
            // The position of valid input is redundant, and may be omitted.
            Self::Position => match (got.ok, got.valid_up_to) {
                (Some(true), None) if right.ok == Some(true) => Some(true),
                (_, None) => None,
                (_, valid_up_to) => Some(valid_up_to == right.valid_up_to),
            },
            Self::ErrorLen => match (right.error_len, got.error_len) {
                (ErrorLen::None, ErrorLen::None) if got.ok == Some(true) => Some(true),
                (_, ErrorLen::None) => None,
                (right, got) => Some(got == right),
            },
            // Without an expected text, the decoder's text is not compared.
            Self::Text => match (&right.outputs, got.output()) {
                (None, _) | (_, None) => None,
                (Some(_), got) => Some(got == right.output()),
            },
            // Without an expected kind, none is compared.
            Self::Kind => match (right.kind, got.kind) {
                (None, _) | (_, None) => None,
                (right, got) => Some(got == right),
            },
            Self::Outputs => got.outputs.as_ref().map(|outputs| Some(outputs) == right.outputs.as_ref()),
        }
    }

    /// Whether a decoder that names the profile must fill in this field.
    fn is_bound(self, right: &Answer) -> bool {
        match self {
            Self::ErrorLen | Self::Kind => false,
            Self::Text => right.outputs.is_some(),
            Self::Verdict | Self::Position | Self::Outputs => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_compared_by_themselves() {
        let right = Answer {
            ok: Some(false),
            valid_up_to: Some(3),
            error_len: ErrorLen::Units(2),
            outputs: Some(vec![b"a".to_vec(), b"b".to_vec()]),
            kind: None,
        };
        let got = Answer { outputs: Some(vec![b"ab".to_vec(), b"".to_vec()]), ..right.clone() };
        assert_eq!(Field::Text.agrees(&right, &got), Some(true));
        assert_eq!(Field::Outputs.agrees(&right, &got), Some(false));
        let got = Answer { ok: Some(true), ..Answer::default() };
        assert_eq!(Field::Verdict.agrees(&right, &got), Some(false));
        assert_eq!(Field::Position.agrees(&right, &got), None);
        assert_eq!(Field::ErrorLen.agrees(&right, &got), None);
        let good = Answer { ok: Some(true), valid_up_to: Some(3), ..Answer::default() };
        assert_eq!(Field::Position.agrees(&good, &got), Some(true));
        assert_eq!(Field::ErrorLen.agrees(&good, &got), Some(true));
        assert_eq!(Field::ErrorLen.agrees(&good, &right), Some(false));
    }
}
