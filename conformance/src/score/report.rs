//! The report of a score.

use std::fmt;

use serde::Serialize;

use super::trial::Trial;
use super::{Universe, families};
use crate::mutants::{Family, Mutant};
use crate::vectors::{Case, Input, Outcome, Recipe};
use crate::{cases::EDGES, contract::hex, oracle::Oracle, profiles::Profile, strings, suite::Buffer};

/// The strength of a set of vectors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Score {
    /// The number of vectors.
    pub cases: usize,
    /// The mutants, by family.
    pub families: Vec<FamilyScore>,
    /// Edits of tables that change no result, so that no input can kill them.
    pub equivalent: usize,
    /// Vectors that the correct decoder fails. They were left out.
    pub wrong: Vec<Wrong>,
}

/// The mutants of one family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FamilyScore {
    /// Its name.
    pub name: &'static str,
    /// The number of mutants killed.
    pub killed: usize,
    /// The number of mutants.
    pub of: usize,
    /// The mutants that survived.
    pub survivors: Vec<Survivor>,
}

/// A mutant that passes all the vectors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Survivor {
    /// Its bug.
    pub mutant: String,
    /// The shortest known case that kills it, out of strings over the ends of ranges and the committed vectors.
    pub add: Option<Case>,
}

/// A vector that the correct decoder fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Wrong {
    /// Its number, from 1.
    pub number: usize,
    /// Its id, if it has one.
    pub id: String,
    /// Why it is wrong.
    pub why: String,
}

impl Score {
    /// The number of mutants killed.
    pub fn killed(&self) -> usize {
        self.families.iter().map(|family| family.killed).sum()
    }

    /// The number of mutants.
    pub fn of(&self) -> usize {
        self.families.iter().map(|family| family.of).sum()
    }

    /// The family with this name: `semantic`, `replacement`, `position`, `block`, `stream`, `encode`, `bom`, `practice`,
    /// `convert`, `automaton` or `table`.
    pub fn family(&self, name: &str) -> Option<&FamilyScore> {
        self.families.iter().find(|family| family.name == name)
    }
}

pub(super) fn make(
    universe: &Universe, cases: usize, killed: &[bool], mut add: impl FnMut(&Mutant) -> Option<Case>,
    wrong: Vec<Wrong>,
) -> Score {
    let families = families().map(|family| {
        let mut score = FamilyScore { name: family.name(), killed: 0, of: 0, survivors: Vec::new() };
        for (at, mutant) in universe.of(family) {
            score.of += 1;
            if killed[at] {
                score.killed += 1;
            } else {
                score.survivors.push(Survivor { mutant: mutant.name.clone(), add: add(mutant) });
            }
        }
        score
    });
    Score { cases, families: families.collect(), equivalent: universe.equivalent, wrong }
}

/// The cases that may be added for a survivor.
pub(super) struct Known<'a> {
    ours: Vec<Trial<'a>>,
    short: Vec<Trial<'a>>,
    buffer: Buffer,
}

impl<'a> Known<'a> {
    pub(super) fn of(ours: &'a [Case], short: &'a [Case]) -> Self {
        let [mut ours, short] = [ours, short].map(|cases| cases.iter().map(Trial::new).collect::<Vec<_>>());
        ours.sort_by_key(Trial::len);
        let buffer = Buffer::new(ours.last().map_or(0, Trial::len));
        Self { ours, short, buffer }
    }

    /// The shortest one that kills a survivor.
    pub(super) fn shortest(&mut self, mutant: &Mutant) -> Option<Case> {
        if let Some(bytes) = &mutant.shortest {
            return Some(verdict(bytes));
        }
        // Inputs that expose a bug in a block kernel are long.
        let verdicts = matches!(mutant.family, Family::Semantic | Family::Automaton);
        let tried = if verdicts { &self.short[..] } else { &[] };
        let mut all = tried.iter().chain(&self.ours);
        let found = all.find(|trial| trial.kills(mutant, &mut self.buffer));
        found.map(|found| found.case.clone())
    }
}

/// Every string of up to three bytes of `EDGES`.
pub(super) fn short_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    strings(&EDGES, 3, |bytes| cases.push(verdict(bytes)));
    cases
}

/// A case with the bytes and their verdict.
fn verdict(bytes: &[u8]) -> Case {
    Case {
        input: Input::Bytes(Recipe::of(bytes)),
        expected: [(Profile::Rfc3629, Outcome::Verdict(Oracle::get().accepts(bytes)))].into(),
        ..Case::default()
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Wrong { number, id, why } in &self.wrong {
            writeln!(f, "vector {number} {id} is wrong, and left out: {why}")?;
        }
        for FamilyScore { name, killed, of, survivors } in &self.families {
            writeln!(f, "{name:<12} {killed:>4} of {of:>4} killed")?;
            for Survivor { mutant, add } in survivors {
                write!(f, "    survives: {mutant}")?;
                match add {
                    Some(case) => writeln!(f, "; add {}", shown(case))?,
                    None => writeln!(f)?,
                }
            }
        }
        writeln!(f, "{} vectors kill {} of {} mutants", self.cases, self.killed(), self.of())
    }
}

/// A brief description of a case.
fn shown(case: &Case) -> String {
    let input = match &case.input {
        Input::Bytes(recipe) => hex(&recipe.bytes(), 0),
        Input::Values(values) => format!("the values {values:X?}"),
        Input::Utf16Be(_) => "UTF-16".to_owned(),
        Input::Utf32Be(_) => "UTF-32".to_owned(),
        Input::Latin1(_) => "Latin-1".to_owned(),
    };
    if case.id.is_empty() { input } else { format!("{input} ({})", case.id) }
}
