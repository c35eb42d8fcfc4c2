//! Parses the suite's records, and compares them.

use anyhow::{Context, Result, bail};

/// The output of the suite with `--record`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    /// The backend that calls are dispatched to, and the reason.
    pub(super) active: (String, String),
    /// Backends that this processor does not support.
    pub(super) missing: Vec<String>,
    pub(super) entries: Vec<Entry>,
}

/// A row of the suite, for one subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) subject: String,
    row: String,
    outcome: String,
    pub(super) cases: u64,
    digest: String,
    /// Why it was not run, if it was not.
    reason: String,
}

const NOT_RUN: &str = "not run";

/// The subject that is no backend, and reports fewer fields.
pub(super) const STD: &str = "std";

impl Record {
    pub(super) fn parse(text: &str) -> Result<Self> {
        let mut record = Self::default();
        for line in text.lines() {
            let fields: Vec<_> = line.split('\t').collect();
            match fields[..] {
                ["# active", name, why] => record.active = (name.to_owned(), why.to_owned()),
                ["# not run", name, _] => record.missing.push(name.to_owned()),
                [subject, ..] if subject.starts_with('#') => {}
                [subject, row, outcome, cases, digest, reason] => record.entries.push(Entry {
                    subject: subject.to_owned(),
                    row: row.to_owned(),
                    outcome: outcome.to_owned(),
                    cases: cases.parse().with_context(|| format!("the suite printed: {line}"))?,
                    digest: digest.to_owned(),
                    reason: reason.to_owned(),
                }),
                _ => bail!("the suite printed: {line}"),
            }
        }
        Ok(record)
    }

    /// The backends, in the order in which they ran.
    pub(super) fn backends(&self) -> Vec<&str> {
        let mut backends: Vec<_> = self.entries.iter().map(|entry| entry.subject.as_str()).collect();
        backends.dedup();
        backends.retain(|subject| *subject != STD);
        backends
    }

    pub(super) fn of<'a>(&'a self, subject: &'a str) -> impl Iterator<Item = &'a Entry> {
        self.entries.iter().filter(move |entry| entry.subject == subject)
    }

    /// The rows that were not run, although they were for `model` in another record; with reasons, in the format of
    /// the tests: `guard-pages: not run: ...`.
    pub(super) fn left_out(&self, subject: &str, models: &Self, model: &str) -> Vec<String> {
        let ran = |row: &str| models.of(model).any(|other| other.row == row && other.outcome != NOT_RUN);
        let not_run = self.of(subject).filter(|entry| entry.outcome == NOT_RUN && ran(&entry.row));
        not_run.map(|entry| format!("{}: not run: {}", entry.row, entry.reason)).collect()
    }

    pub(super) fn cases(&self, subject: &str) -> u64 {
        self.of(subject).map(|entry| entry.cases).sum()
    }
}

/// The rows in which `subject` differs, in any field, from `model` in another record. Those in `unavailable` may be
/// not run.
pub(super) fn differences(
    record: &Record, subject: &str, models: &Record, model: &str, unavailable: &[&str],
) -> Vec<String> {
    let here: Vec<_> = record.of(subject).collect();
    let there: Vec<_> = models.of(model).collect();
    let mut different = Vec::new();
    if here.is_empty() || here.len() != there.len() {
        different.push(format!("{} rows instead of {}", here.len(), there.len()));
    }
    for (one, other) in here.into_iter().zip(there) {
        let (subject, reason) = (other.subject.clone(), other.reason.clone());
        let same = Entry { subject, reason, ..one.clone() } == *other;
        let not_here = one.outcome == NOT_RUN && unavailable.contains(&one.row.as_str());
        if same || (not_here && one.row == other.row) {
            continue;
        }
        different.push(one.row.clone());
    }
    different
}

/// The steps that the output of the certificate names.
pub(super) fn certified(output: &str) -> Vec<&str> {
    fn step(line: &str) -> Option<&str> {
        let (step, _) = line.split_once(" windows, ")?;
        // The harness may have started the line, and the number of windows ends the rest.
        let (step, _windows) = step.rsplit_once(' ')?;
        Some(step.rsplit_once("... ").map_or(step, |(_, step)| step).trim())
    }
    output.lines().filter_map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: &str = "# machine\tx86_64 linux\n# active\tavx2\tdetected\n\
        std\tshort\tpassed\t3\taa\t\nstd\tguard-pages\tpassed\t2\tbb\t\n\
        # not run\tavx512\tno such feature\n\
        scalar\tshort\tpassed\t3\tcc\t\nscalar\tguard-pages\tpassed\t2\tdd\t\n";

    fn host() -> Record {
        Record::parse(HOST).unwrap()
    }

    #[test]
    fn records_are_read() {
        let host = host();
        assert_eq!(host.active, ("avx2".to_owned(), "detected".to_owned()));
        assert_eq!((host.backends(), host.missing.as_slice()), (vec!["scalar"], &["avx512".to_owned()][..]));
        assert_eq!(host.cases("scalar"), 5);
        assert!(Record::parse("scalar\tshort\tpassed\n").is_err());
        assert!(Record::parse("scalar\tshort\tpassed\tmany\taa\t\n").is_err());
    }

    #[test]
    fn what_differs_is_named() {
        let check = |from: &str, to: &str, expected: &[&str]| {
            let there = Record::parse(&HOST.replace(from, to)).unwrap();
            assert_eq!(differences(&there, "scalar", &host(), "scalar", &["guard-pages"]), expected, "{to}");
        };
        check("", "", &[]);
        check("\tcc\t", "\tc0\t", &["short"]);
        check("scalar\tshort\tpassed\t3", "scalar\tshort\tpassed\t4", &["short"]);
        check("scalar\tshort\tpassed", "scalar\tshort\tnot run", &["short"]);
        check("scalar\tguard-pages\tpassed\t2\tdd\t", "scalar\tguard-pages\tnot run\t0\t00\twhy", &[]);
        check("scalar\tguard-pages\tpassed\t2\tdd\t\n", "", &["1 rows instead of 2"]);
        assert_eq!(differences(&host(), "neon", &host(), "scalar", &[]), ["0 rows instead of 2"]);
    }

    #[test]
    fn what_was_left_out_is_told_with_its_reason() {
        let text = HOST.replace("guard-pages\tpassed\t2\tdd\t", "guard-pages\tnot run\t0\t00\tno pages");
        let record = Record::parse(&text).unwrap();
        assert_eq!(record.left_out("scalar", &host(), "scalar"), ["guard-pages: not run: no pages"]);
        assert!(host().left_out("scalar", &host(), "scalar").is_empty());
        assert!(record.left_out("scalar", &record, "scalar").is_empty(), "it says nothing about the machine");
    }

    #[test]
    fn certificates_are_read() {
        let output = "6815744 of 2^24 contexts are live\n\
            test every ... neon, full    111669149696 windows,  12 contexts permitted,  12 admitted, digest ab, 9.2 s, Borders\n\
            emulated 16, two      17 windows,  3 contexts permitted,  2 admitted, digest cd, 0.1 s, Borders\n";
        assert_eq!(certified(output), ["neon, full", "emulated 16, two"]);
    }
}
