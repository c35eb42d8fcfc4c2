//! The results of one decoder, which are reported, saved and compared.

use std::collections::BTreeMap;

use placemat_conformance::vectors::hex;
use serde::{Deserialize, Serialize};

use super::Mark;
use crate::practice::fit::Practised;

/// The results of one decoder.
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
