//! Compares answers with the expected results.

mod mark;
mod order;
mod results;

pub(crate) use mark::Mark;
pub(crate) use results::{Finding, Results};

use std::{collections::BTreeMap, mem};

use placemat_conformance::{
    profiles::Profile,
    vectors::{Case, Catch},
};

use order::Danger;

use crate::{
    foreign::Outcome,
    practice::fit::Fitting,
    protocol::{Hello, Reply},
    questions::{Claims, Field, Question},
};

/// The maximum number of findings kept.
const MOST_FINDINGS: usize = 10_000;

/// Collects the outcomes of one decoder.
pub(crate) struct Checker<'a> {
    cases: &'a [Case],
    claims: Claims,
    /// The worst mark for each case and profile. Random cases come after the known ones.
    marks: Vec<[Option<Mark>; Profile::ALL.len()]>,
    findings: Vec<Found>,
    /// The number of findings, including those not kept.
    found: usize,
    fitting: Fitting,
}

struct Found {
    finding: Finding,
    profile: Profile,
    /// The length of its request.
    len: usize,
    /// A key of [`Fitting`].
    key: usize,
    danger: Danger,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(cases: &'a [Case], claims: Claims) -> Self {
        let fitting = Fitting::default();
        Self { cases, claims, marks: Vec::new(), findings: Vec::new(), found: 0, fitting }
    }

    pub(crate) fn check(&mut self, question: &Question, outcome: &Outcome) {
        let mut worst: BTreeMap<Profile, (Mark, Field)> = BTreeMap::new();
        for &(profile, field) in &question.checked {
            let mark = mark::mark(question, field, outcome, self.claims.is_explicit(profile));
            let entry = worst.entry(profile).or_insert((mark, field));
            if mark > entry.0 {
                *entry = (mark, field);
            }
        }
        let key = self.fitting.add(question, outcome);
        for (&profile, &(mark, field)) in &worst {
            if self.marks.len() <= question.case {
                self.marks.resize(question.case + 1, Default::default());
            }
            let entry = &mut self.marks[question.case][profile as usize];
            *entry = (*entry).max(Some(mark));
            if mark >= Mark::Fail && mark != Mark::NotRun {
                self.found += 1;
                let finding = self.finding(question, outcome, profile, mark, field);
                let danger = Danger::of(question, outcome, self.cases.get(question.case));
                let len = question.request.payload.len();
                self.findings.push(Found { finding, profile, len, key, danger });
                if self.findings.len() > 2 * MOST_FINDINGS {
                    self.keep_the_simplest();
                }
            }
        }
    }

    fn finding(
        &self,
        question: &Question,
        outcome: &Outcome,
        profile: Profile,
        mark: Mark,
        field: Field,
    ) -> Finding {
        let case = self.cases.get(question.case);
        let got = match outcome {
            Outcome::Replied(Reply::Answer(answer)) => answer.to_string(),
            Outcome::Replied(Reply::Unsupported) => "unsupported".to_owned(),
            Outcome::Crash(how) => how.clone(),
            Outcome::Timeout => "no answer in time".to_owned(),
            Outcome::NotRun => "not run".to_owned(),
        };
        let catches = case.map(|case| case.catches.iter()).unwrap_or_default();
        let bugs = catches.filter_map(|catch| match catch {
            Catch::Bug { name, url } => Some(match url {
                Some(url) => format!("{name} ({url})"),
                None => name.clone(),
            }),
            Catch::Mutant(_) => None,
        });
        Finding {
            profile: profile.name().to_owned(),
            case: case.map_or_else(|| "random".to_owned(), |case| case.id.clone()),
            op: question.request.op.name().to_owned(),
            input: results::brief(&question.request),
            outcome: mark,
            field: field.name().to_owned(),
            expected: question.right.to_string(),
            got,
            practices: Vec::new(),
            bugs: bugs.collect(),
        }
    }

    /// Sorts findings by input length, and drops the longest if there are too many.
    fn keep_the_simplest(&mut self) {
        // Concurrent processes may finish in any order.
        self.findings.sort_by(|a, b| {
            let key = |found: &Found| (found.len, found.profile);
            let name = |found: &Found| (found.finding.case.clone(), found.finding.op.clone());
            key(a).cmp(&key(b)).then_with(|| name(a).cmp(&name(b)))
        });
        self.findings.truncate(MOST_FINDINGS);
    }

    /// Combines everything into the results.
    pub(crate) fn results(mut self, hello: &Hello, incidents: Vec<String>) -> Results {
        let fits = mem::take(&mut self.fitting).fits(self.found > 0);
        self.keep_the_simplest();
        let findings = self.findings.into_iter().map(|Found { finding, key, danger, .. }| {
            let practices = fits.of(key);
            (danger, Finding { practices, ..finding })
        });
        Results::new(
            hello,
            &self.claims,
            self.cases,
            &self.marks,
            (self.found, order::by_danger(findings)),
            fits.practised(),
            incidents,
        )
    }
}
