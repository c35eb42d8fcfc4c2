//! The report of a score.

use std::fmt;

use serde::Serialize;

use super::{Universe, families};
use crate::contract::{Encoding, hex};
use crate::{mutants::Mutant, vectors::Case};

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
    /// The shortest of the committed cases that kill it.
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
    universe: &Universe, cases: usize, killed: &[bool], add: impl Fn(&Mutant) -> Option<Case>,
    wrong: Vec<Wrong>,
) -> Score {
    let families = families().map(|family| {
        let (of, all) = (universe.of(family).count(), universe.of(family));
        let survivors = all.filter(|(at, _)| !killed[*at]);
        let survivors = survivors.map(|(_, one)| Survivor { mutant: one.name.clone(), add: add(one) });
        let survivors: Vec<_> = survivors.collect();
        FamilyScore { name: family.name(), killed: of - survivors.len(), of, survivors }
    });
    Score { cases, families: families.collect(), equivalent: universe.equivalent, wrong }
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
    let input = match case.input.bytes() {
        Some((Encoding::Utf8, bytes)) => hex(&bytes, 0),
        Some((encoding, _)) => format!("{encoding:?}"),
        None => format!("{:X?}", case.input),
    };
    if case.id.is_empty() { input } else { format!("{input} ({})", case.id) }
}
