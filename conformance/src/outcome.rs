//! What rows found, where they are about one form. (The rows of the [suite](crate::suite) have a report of their
//! own, with capabilities and times.)

use std::fmt;

/// What [`forms::run`](crate::forms::run) found.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was held against the rows: the name of the form.
    pub subject: String,
    /// The rows, in the order in which they ran.
    pub rows: Vec<Outcome>,
}

/// What a row found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The name of the row.
    pub row: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// How many answers were compared.
    pub cases: u64,
    /// Fewer is a failure.
    pub minimum: u64,
    /// Questions with wrong answers: the first ones.
    pub failures: Vec<String>,
}

impl Outcome {
    /// Whether enough answers were compared, and all of them are right.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.failures.is_empty() && self.cases >= self.minimum
    }
}

impl Report {
    /// Whether rows ran, and all of them passed.
    #[must_use]
    pub fn passed(&self) -> bool {
        !self.rows.is_empty() && self.failed().next().is_none()
    }

    /// The rows that did not pass.
    pub fn failed(&self) -> impl Iterator<Item = &Outcome> {
        self.rows.iter().filter(|row| !row.passed())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            let verdict = if row.passed() { "passed" } else { "FAILED" };
            writeln!(f, "{} {}: {verdict}, {} cases: {}", self.subject, row.row, row.cases, row.about)?;
            for failure in &row.failures {
                writeln!(f, "{failure}")?;
            }
        }
        Ok(())
    }
}
