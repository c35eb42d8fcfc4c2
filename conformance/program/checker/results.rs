//! The results of one decoder, which are reported, saved and compared.

use std::collections::BTreeMap;

use placemat_conformance::{profiles::Profile, vectors::hex};
use serde::{Deserialize, Serialize};

use super::Mark;
use crate::{
    practice::fit::Practised,
    protocol::{Hello, Request},
    questions::Claims,
};

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
    pub(super) fn new(
        hello: &Hello,
        claims: &Claims,
        marks: &[[Option<Mark>; Profile::ALL.len()]],
        (found, findings): (usize, Vec<Finding>),
        practices: Vec<Practised>,
        mut incidents: Vec<String>,
    ) -> Self {
        let claimed = Profile::ALL.into_iter().filter(|&profile| claims.has(profile));
        let mut profiles: BTreeMap<Profile, Counts> =
            claimed.map(|profile| (profile, Counts::new())).collect();
        for (marks, profile) in marks.iter().flat_map(|marks| Profile::ALL.map(|profile| (marks, profile))) {
            if let Some(mark) = marks[profile as usize] {
                *profiles.entry(profile).or_default().entry(mark).or_default() += 1;
            }
        }
        for unknown in &claims.unknown {
            incidents.push(format!("it claims the profile {unknown}, which is not known"));
        }
        let not_claimed = Profile::ALL.iter().filter(|profile| !profiles.contains_key(profile));
        Self {
            name: hello.name.clone(),
            version: hello.version.clone(),
            not_claimed: not_claimed.map(|profile| profile.name().to_owned()).collect(),
            profiles: profiles
                .into_iter()
                .map(|(profile, counts)| (profile.name().to_owned(), counts))
                .collect(),
            practices,
            incidents,
            found,
            findings,
        }
    }

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

/// The bytes of a request, truncated if there are many.
pub(super) fn brief(request: &Request) -> String {
    const MOST: usize = 96;
    let payload = &request.payload;
    let text = hex::write(&payload[..payload.len().min(MOST)]);
    if payload.len() > MOST { format!("{text}... ({} bytes)", payload.len()) } else { text }
}
