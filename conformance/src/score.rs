//! The strength of test vectors: the share of mutants that they kill.
//!
//! [`score`] runs every [mutant](crate::mutants) on the vectors. A mutant is *killed* if it fails one of them. For
//! each survivor the report shows a short input that would kill it: a case to add.
//!
//! Some mutants are excluded, because vectors cannot expose their bugs; `score/excluded.txt` gives the reasons. Edits of
//! tables that change no result are reported as equivalent.
//!
//! ```
//! use placemat_conformance::{score, profiles::Profile, vectors::{Case, Input, Outcome, Recipe}};
//!
//! let case = |bytes: &[u8], ok| Case {
//!     input: Input::Bytes(Recipe::of(bytes)),
//!     expected: [(Profile::Rfc3629, Outcome::Verdict(ok))].into(),
//!     ..Case::default()
//! };
//! let report = score::score(&[case(b"\xC0\xAF", false), case(b"/", true)]);
//! let semantic = report.family("semantic").unwrap();
//! assert!(0 < semantic.killed && semantic.killed < semantic.of);
//! assert!(semantic.survivors.iter().any(|survivor| survivor.mutant == "ED A0 accepted"));
//! ```

mod foreign;
mod report;
mod trial;

use std::cmp::Reverse;

use itertools::{Either, Itertools as _};

pub use foreign::read;
pub use report::{FamilyScore, Score, Survivor, Wrong};

use crate::mutants::{self, Family, Mutant};
use crate::vectors::{self, Case, Catch, flags};
use crate::{lists::pairs, threads::in_parallel};
use trial::{Trial, killing};

/// Counts the mutants that these vectors kill.
///
/// Wrong vectors, on which the correct decoder fails, are listed and left out, since they would kill everything.
/// Takes some seconds for ten thousand cases, optimised. Some mutants panic; so this function installs, once, a panic
/// hook that suppresses their messages and forwards all other panics to the previous hook.
pub fn score(cases: &[Case]) -> Score {
    let ours = vectors::committed();
    let mut known: Vec<Trial<'_>> = ours.iter().map(Trial::new).collect();
    known.sort_by_key(Trial::len);
    score_with(cases, |mutant| killing(mutant, &known).next().map(|at| known[at].case.clone()))
}

/// The same without cases to add for the survivors, which take longer to find.
pub fn count(cases: &[Case]) -> Score {
    score_with(cases, |_| None)
}

/// `add` finds the case to add for a survivor.
fn score_with(cases: &[Case], add: impl Fn(&Mutant) -> Option<Case>) -> Score {
    let universe = Universe::new();
    let (right, wrong) = sift(cases);
    let trials: Vec<Trial<'_>> = right.iter().map(|case| Trial::new(case)).collect();
    let mutants = &universe.mutants;
    let killed = in_parallel(mutants.len(), |at| killing(&mutants[at], &trials).next().is_some());
    report::make(&universe, cases.len(), &killed, add, wrong)
}

/// The cases with correct expected results, and the others.
fn sift(cases: &[Case]) -> (Vec<&Case>, Vec<Wrong>) {
    cases.iter().enumerate().partition_map(|(at, case)| match vectors::contradiction(case) {
        None => Either::Left(case),
        Some(why) => Either::Right(Wrong { number: at + 1, id: case.id.clone(), why }),
    })
}

/// The mutants that are excluded from the score, by family and the beginnings of their names.
const EXCLUDED: &str = include_str!("score/excluded.txt");

/// The mutants included in the score.
struct Universe {
    mutants: Vec<Mutant>,
    /// The number of table edits that change no result.
    equivalent: usize,
}

/// The families of the score, in the order of reports. The mutants of kernels' raw results are right in what is shown.
fn families() -> impl Iterator<Item = Family> {
    Family::ALL.into_iter().filter(|family| !matches!(family, Family::Scan | Family::Older))
}

/// Whether a family has every mutant of a kind: of an automaton, or of the tables of a kernel.
const fn is_systematic(family: Family) -> bool {
    matches!(family, Family::Automaton | Family::Table)
}

impl Universe {
    fn new() -> Self {
        let named = mutants::all().into_iter().filter(is_included);
        let (tables, equivalent): (Vec<_>, Vec<_>) =
            mutants::tables().partition(|mutant| mutant.shortest.is_some());
        let mutants = named.chain(mutants::automata()).chain(tables).collect();
        Self { mutants, equivalent: equivalent.len() }
    }

    /// The mutants of a family, with their numbers.
    fn of(&self, family: Family) -> impl Iterator<Item = (usize, &Mutant)> {
        self.mutants.iter().enumerate().filter(move |(_, mutant)| mutant.family == family)
    }
}

fn is_included(mutant: &Mutant) -> bool {
    let is_it =
        |(family, name): (&str, &str)| mutant.family.name() == family && mutant.name.starts_with(name);
    families().any(|family| family == mutant.family) && !pairs(EXCLUDED).any(is_it)
}

/// The maximum number of mutants listed with a case: those that the fewest other cases catch.
const LIST_MAX_LEN: usize = 4;

/// The committed files by name, each case with its results derived anew, the mutants that it catches, and the flag of the
/// smoke set. Takes a minute, optimised.
pub fn finished() -> Vec<(&'static str, Vec<Case>)> {
    let mut files: Vec<(&str, Vec<Case>)> = vectors::by_file()
        .map(|(name, cases)| (name, cases.into_iter().map(vectors::renewed).collect()))
        .collect();
    let universe = Universe::new();
    let (killers, cost) = {
        let trials: Vec<Trial<'_>> = files.iter().flat_map(|(_, cases)| cases).map(Trial::new).collect();
        let cost: Vec<usize> = trials.iter().map(Trial::len).collect();
        let mutants = &universe.mutants;
        (in_parallel(mutants.len(), |at| killing(&mutants[at], &trials).collect::<Vec<_>>()), cost)
    };
    let smoke = cover(&universe, &killers, &cost);
    let mutants = killers.iter().enumerate();
    let caught = mutants.flat_map(|(mutant, cases)| cases.iter().map(move |case| (*case, mutant)));
    let mut caught = caught.into_group_map();
    for (at, case) in files.iter_mut().flat_map(|(_, cases)| cases).enumerate() {
        let mutants = caught.remove(&at).unwrap_or_default();
        annotate(case, &mutants, &universe, &killers);
        if smoke.contains(&at) {
            case.flags.push(flags::SMOKE.to_owned());
        }
    }
    files
}

/// A small set of cases that kills all mutants that are not systematic: greedily picks the case that kills most of the
/// remaining mutants, and a short one among equals.
fn cover(universe: &Universe, killers: &[Vec<usize>], cost: &[usize]) -> Vec<usize> {
    let wanted = |at: &usize| !is_systematic(universe.mutants[*at].family) && !killers[*at].is_empty();
    let mut left: Vec<usize> = (0..killers.len()).filter(wanted).collect();
    let mut chosen = Vec::new();
    while !left.is_empty() {
        let gains = left.iter().flat_map(|&mutant| &killers[mutant]).copied().counts();
        let best = gains.into_iter().max_by_key(|&(case, gain)| (gain, Reverse((cost[case], case))));
        let Some((best, _)) = best else { break };
        chosen.push(best);
        left.retain(|&mutant| killers[mutant].binary_search(&best).is_err());
    }
    chosen
}

/// Lists what the case catches: the rarest mutants by name, the systematic ones by their number.
fn annotate(case: &mut Case, mutants: &[usize], universe: &Universe, killers: &[Vec<usize>]) {
    let mutant = |at: usize| &universe.mutants[at];
    let mut named: Vec<usize> =
        mutants.iter().copied().filter(|&at| !is_systematic(mutant(at).family)).collect();
    named.sort_by_key(|&at| killers[at].len());
    let named = named.into_iter().take(if case.has(flags::W_METHOD) { 0 } else { LIST_MAX_LEN });
    let names = named.map(|at| format!("{}: {}", mutant(at).family.name(), mutant(at).name));
    case.catches.extend(names.map(Catch::Mutant));
    for family in [Family::Automaton, Family::Table] {
        let count = mutants.iter().filter(|&&at| mutant(at).family == family).count();
        let of = universe.of(family).count();
        if count > 0 && (family == Family::Automaton || !case.has(flags::W_METHOD)) {
            case.catches.push(Catch::Mutant(format!("{}: {count} of {of}", family.name())));
        }
    }
}
