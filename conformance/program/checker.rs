//! Compares answers with the expected results.

mod mark;
mod results;

pub(crate) use mark::Mark;
pub(crate) use results::{Finding, Results, brief};

use std::collections::BTreeMap;

use placemat_conformance::profiles::Profile;
use placemat_conformance::vectors::{Case, Catch};

use results::{Counts, Danger, by_danger};

use crate::questions::{Claims, Field, Question};
use crate::{foreign::Outcome, practice::fit::Fitting, protocol::Hello};

/// The maximum number of findings kept.
const MOST_FINDINGS: usize = 10_000;

/// Collects the outcomes of one decoder.
pub(crate) struct Checker<'a> {
    cases: &'a [Case],
    claims: Claims,
    /// The worst mark for each case and profile.
    marks: BTreeMap<(usize, Profile), Mark>,
    findings: Vec<Found>,
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
        let (marks, findings, fitting) = Default::default();
        Self { cases, claims, marks, findings, fitting }
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
            let entry = self.marks.entry((question.case, profile)).or_insert(mark);
            *entry = mark.max(*entry);
            if mark >= Mark::Fail && mark != Mark::NotRun {
                let finding = self.finding(question, outcome, profile, mark, field);
                let danger = Danger::of(question, outcome, &self.cases[question.case]);
                let len = question.request.payload.len();
                self.findings.push(Found { finding, profile, len, key, danger });
            }
        }
    }

    fn finding(
        &self, question: &Question, outcome: &Outcome, profile: Profile, mark: Mark, field: Field,
    ) -> Finding {
        let case = &self.cases[question.case];
        let got = match outcome {
            Outcome::Replied(Some(answer)) => answer.to_string(),
            Outcome::Replied(None) => "unsupported".to_owned(),
            Outcome::Crash(how) => how.clone(),
            Outcome::Timeout => "no answer in time".to_owned(),
            Outcome::NotRun => "not run".to_owned(),
        };
        let bugs = case.catches.iter().filter_map(|catch| match catch {
            Catch::Bug { name, url } => Some(match url {
                Some(url) => format!("{name} ({url})"),
                None => name.clone(),
            }),
            Catch::Mutant(_) => None,
        });
        Finding {
            profile: profile.name().to_owned(),
            case: case.id.clone(),
            op: question.request.op.name().to_owned(),
            input: brief(&question.request.payload),
            outcome: mark,
            field: field.name().to_owned(),
            expected: question.right.to_string(),
            got,
            practices: Vec::new(),
            bugs: bugs.collect(),
        }
    }

    /// Combines everything into the results.
    pub(crate) fn results(mut self, hello: &Hello, mut incidents: Vec<String>) -> Results {
        let name = |profile: Profile| profile.name().to_owned();
        let claimed = Profile::ALL.into_iter().filter(|&profile| self.claims.has(profile));
        let mut profiles: BTreeMap<String, Counts> =
            claimed.map(|profile| (name(profile), Counts::new())).collect();
        for ((_, profile), mark) in self.marks {
            *profiles.entry(name(profile)).or_default().entry(mark).or_default() += 1;
        }
        let unknown = self.claims.unknown.iter();
        incidents
            .extend(unknown.map(|unknown| format!("it claims the profile {unknown}, which is not known")));
        let not_claimed = Profile::ALL.map(name).into_iter().filter(|name| !profiles.contains_key(name));
        let not_claimed = not_claimed.collect();
        let found = self.findings.len();
        let fits = if found > 0 { self.fitting.fits() } else { Vec::new() };
        // The shortest inputs first. Concurrent processes may finish in any order.
        self.findings.sort_by_cached_key(|Found { len, profile, finding, .. }| {
            (*len, *profile, finding.case.clone(), finding.op.clone())
        });
        self.findings.truncate(MOST_FINDINGS);
        let findings = self.findings.into_iter().map(|Found { finding, key, danger, .. }| {
            let explaining = fits.iter().filter(|fit| fit.explains(key));
            let practices = explaining.map(|fit| fit.practised.name.clone()).collect();
            (danger, Finding { practices, ..finding })
        });
        Results {
            name: hello.name.clone(),
            version: hello.version.clone(),
            profiles,
            not_claimed,
            findings: by_danger(findings),
            practices: fits.into_iter().map(|fit| fit.practised).collect(),
            incidents,
            found,
        }
    }
}

#[cfg(test)]
mod tests {
    use placemat_conformance::mutants::{self, Family};
    use placemat_conformance::vectors::{self, flags};

    use super::*;
    use crate::{own::Own, questions::questions};

    /// The results of a mutant for these cases.
    fn results(cases: &[Case], family: Family, name: &str) -> Results {
        let mutant = mutants::named(family, name).unwrap_or_else(|| panic!("there is no mutant {name}"));
        let own = Own::only(name, Box::new(mutant));
        let hello = own.hello();
        let claims = Claims::of(&hello, &[]);
        let mut checker = Checker::new(cases, claims.clone());
        for question in questions(cases, &claims) {
            let reply = own.answer(question.request.op, &question.request.payload);
            checker.check(&question, &Outcome::Replied(reply));
        }
        checker.results(&hello, Vec::new())
    }

    #[test]
    #[rustfmt::skip]
    fn wrong_decoders_are_failed_and_named() {
        let cases = vectors::committed();
        for (family, mutant, profile, practice) in [
            (Family::Semantic, "surrogates accepted", "rfc3629", "surrogates let through"),
            (Family::Semantic, "00 refused", "rfc3629", "no NUL"),
            (Family::Replacement, "one U+FFFD a byte", "maximal-subpart", "one U+FFFD per byte"),
            (Family::Replacement, "one U+FFFD for adjacent errors", "maximal-subpart", "one U+FFFD for adjacent errors together"),
            (Family::Report, "length always 1", "maximal-subpart", "one U+FFFD per byte"),
            (Family::Report, "position of the byte after", "position", ""),
            (Family::Stream, "an empty chunk ends the stream", "stream", "an empty chunk ends the input"),
            (Family::Encode, "surrogates are encoded", "encode", "surrogates are encoded"),
            (Family::Convert, "the source is read in the other order", "utf16", ""),
            (Family::Convert, "UTF-32 in the other order", "utf32", ""),
        ] {
            let results = results(&cases, family, mutant);
            let counts = &results.profiles[profile];
            assert!(!results.passed() && counts[&Mark::Fail] > 0 && counts[&Mark::Pass] > 10, "{mutant}: {counts:?}");
            let mut names = results.practices.iter().map(|practice| &practice.name);
            assert!(practice.is_empty() || names.any(|name| name == practice), "{mutant}: {:?}", results.practices);
        }
    }

    /// The first failures are those that an attacker can use, the simplest ones, and one of each group.
    #[test]
    fn the_dangerous_failures_come_first() {
        let mut cases = vectors::committed();
        cases.retain(|case| case.has(flags::SMOKE));
        let findings = results(&cases, Family::Semantic, "surrogates accepted").findings;
        assert_eq!((&*findings[0].profile, &*findings[0].case), ("rfc3629", "surrogate-dfff"));
        let profiles: Vec<&str> = findings[2..4].iter().map(|finding| &*finding.profile).collect();
        assert_eq!(profiles, ["maximal-subpart", "position"]);
    }
}
