//! The results of one decoder, which are reported, saved and compared; and the order in which failures are reported.

use std::collections::BTreeMap;

use placemat_conformance::vectors::{Case, hex};
use serde::{Deserialize, Serialize};

use super::Mark;
use crate::{foreign::Outcome, practice::fit::Practised, questions::Question};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Results {
    pub(crate) name: String,
    pub(crate) version: String,
    /// The profiles that it claims, with the number of cases by outcome.
    pub(crate) profiles: BTreeMap<String, Counts>,
    /// The profiles that it does not claim.
    pub(crate) not_claimed: Vec<String>,
    /// Known practices that it follows.
    pub(crate) practices: Vec<Practised>,
    /// Errors that belong to no case.
    pub(crate) incidents: Vec<String>,
    /// The number of findings; beyond a maximum, not all are kept.
    pub(crate) found: usize,
    pub(crate) findings: Vec<Finding>,
}

/// The number of cases by outcome.
pub(crate) type Counts = BTreeMap<Mark, usize>;

/// A failure.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Finding {
    pub(crate) profile: String,
    pub(crate) case: String,
    pub(crate) op: String,
    pub(crate) input: String,
    pub(crate) outcome: Mark,
    /// The field that differs.
    pub(crate) field: String,
    pub(crate) expected: String,
    pub(crate) got: String,
    /// The practices that predict this answer.
    pub(crate) practices: Vec<String>,
    /// Released bugs that this case exposes.
    pub(crate) bugs: Vec<String>,
}

impl Results {
    /// The number of cases with this outcome, in all profiles.
    pub(crate) fn count(&self, mark: Mark) -> usize {
        self.profiles.values().filter_map(|counts| counts.get(&mark)).sum()
    }

    /// Whether it passed everything that it claims, and at least one case ran.
    pub(crate) fn passed(&self) -> bool {
        let wrong = [Mark::Fail, Mark::Crash, Mark::Timeout, Mark::NotRun];
        self.incidents.is_empty()
            && wrong.iter().all(|&mark| self.count(mark) == 0)
            && self.count(Mark::Pass) > 0
    }
}

/// Bytes, truncated if there are many.
pub(crate) fn brief(bytes: &[u8]) -> String {
    const MOST: usize = 96;
    let text = hex::write(&bytes[..bytes.len().min(MOST)]);
    if bytes.len() > MOST { format!("{text}... ({} bytes)", bytes.len()) } else { text }
}

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
