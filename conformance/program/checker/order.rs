//! The order in which failures are reported.

use std::collections::BTreeMap;

use placemat_conformance::vectors::Case;

use super::Finding;
use crate::{foreign::Outcome, questions::Question};

/// What an attacker can use, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Danger {
    Overlong,
    Surrogate,
    OutOfRange,
    /// Other invalid input is accepted or deleted, or becomes another text.
    Other,
    /// A crash or a timeout.
    Stop,
    None,
}

impl Danger {
    pub(super) fn of(question: &Question, outcome: &Outcome, case: &Case) -> Self {
        let answer = match outcome {
            Outcome::Replied(Some(answer)) => answer,
            Outcome::Crash(_) | Outcome::Timeout => return Self::Stop,
            Outcome::Replied(None) | Outcome::NotRun => return Self::None,
        };
        let right = &question.right;
        let accepts = right.ok == Some(false) && answer.ok == Some(true);
        let texts = right.output().zip(answer.output());
        let differs = texts.is_some_and(|(right, text)| meaning(&right) != meaning(&text));
        if !accepts && !differs {
            return Self::None;
        }
        let has = |flag| case.has(flag);
        match ["overlong", "surrogate", "out-of-range"].map(has) {
            [true, false, false] => Self::Overlong,
            [false, true, false] => Self::Surrogate,
            [false, false, true] => Self::OutOfRange,
            _ => Self::Other,
        }
    }
}

/// The text without U+FFFD, and whether it has any: their number is harmless.
fn meaning(text: &[u8]) -> (Vec<u8>, bool) {
    let mut rest = Vec::new();
    for chunk in text.utf8_chunks() {
        rest.extend(chunk.valid().replace('\u{FFFD}', "").bytes());
        rest.extend(chunk.invalid());
    }
    let has_any = rest.len() < text.len();
    (rest, has_any)
}

/// Puts the dangerous failures first, and one of each group before the second of any. The practices of a decoder, and
/// the profiles of its other failures, are groups.
pub(super) fn by_danger(findings: impl Iterator<Item = (Danger, Finding)>) -> Vec<Finding> {
    let mut seen = BTreeMap::new();
    let mut ordered: Vec<_> = findings
        .map(|(danger, finding)| {
            let group = match danger {
                Danger::None => Some((finding.profile.clone(), finding.practices.clone())),
                _ => None,
            };
            let count: &mut usize = seen.entry((danger, group.clone())).or_default();
            *count += 1;
            ((*count, danger, group), finding)
        })
        .collect();
    ordered.sort_by(|(a, _), (b, _)| a.cmp(b));
    ordered.into_iter().map(|(_, finding)| finding).collect()
}
