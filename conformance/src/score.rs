//! The strength of test vectors: the share of mutants that they kill.
//!
//! [`score`] runs every [mutant](crate::mutants) on the vectors. A mutant is *killed* if it fails one of them. For
//! each survivor the report shows a short input that would kill it: a case to add.
//!
//! Some mutants are excluded, because vectors cannot expose their bugs; [`EXCLUDED`] gives the reasons. Edits of
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

mod finish;
mod foreign;
mod report;
mod trial;

pub use finish::finished;
pub use foreign::read;
pub use report::{FamilyScore, Score, Survivor, Wrong};

use crate::mutants::{self, Family, Mutant};
use crate::threads::in_parallel;
use crate::vectors::{self, Case};
use report::Known;
use trial::{Trial, killing};

/// Counts the mutants that these vectors kill.
///
/// Wrong vectors, on which the correct decoder fails, are listed and left out, since they would kill everything.
/// Takes some seconds for ten thousand cases, optimised. Some mutants panic; so this function installs, once, a panic
/// hook that suppresses their messages and forwards all other panics to the previous hook.
pub fn score(cases: &[Case]) -> Score {
    let (ours, short) = (vectors::committed(), report::short_cases());
    let mut known = Known::of(&ours, &short);
    score_with(cases, |mutant| known.shortest(mutant))
}

/// The same without cases to add for the survivors, which take longer to find.
pub fn count(cases: &[Case]) -> Score {
    score_with(cases, |_| None)
}

/// `add` finds the case to add for a survivor.
fn score_with(cases: &[Case], add: impl FnMut(&Mutant) -> Option<Case>) -> Score {
    let universe = Universe::new();
    let (right, wrong) = sift(cases);
    let trials: Vec<Trial<'_>> = right.iter().map(|case| Trial::new(case)).collect();
    let mutants = &universe.mutants;
    let killed = in_parallel(mutants.len(), |at| killing(&mutants[at], &trials).next().is_some());
    report::make(&universe, cases.len(), &killed, add, wrong)
}

/// The cases with correct expected results, and the others.
fn sift(cases: &[Case]) -> (Vec<&Case>, Vec<Wrong>) {
    let mut right = Vec::new();
    let mut wrong = Vec::new();
    for (at, case) in cases.iter().enumerate() {
        match vectors::contradiction(case) {
            None => right.push(case),
            Some(why) => wrong.push(Wrong { number: at + 1, id: case.id.clone(), why }),
        }
    }
    (right, wrong)
}

/// The mutants that are excluded from the score: the family, the reason, and the beginnings of their names; an empty one for
/// the whole family.
#[rustfmt::skip]
pub const EXCLUDED: [(Family, &str, &[&str]); 7] = [
    (Family::Convert, "wrong only where the destination ends, or a chunk, which vectors do not have", &[
        "the high half of a pair is lost where the destination ends",
        "a pair is torn where the destination ends", "the destination is counted in units of the source",
        "an incomplete end is an error in every chunk", "a full destination",
        "the destination comes before the error",
    ]),
    (Family::Scan, "right in what is shown, and wrong in the raw result of a kernel", &[""]),
    (Family::Block, "a false alarm, which the search for the error corrects", &["NoSecondTry"]),
    (Family::Encode, "rejected, as it should be, and vectors do not say why", &[
        "surrogates are said to be", "what is out of range is said to be",
    ]),
    (Family::Report, "wrong only after some thousand calls, which depends on their order", &[
        "wrong after 20,000 calls", "wrong in every 9,973rd call",
    ]),
    (Family::Report, "wrong only at some addresses, which vectors do not say", &[
        "position counts from an aligned address", "wrong at the last address",
        "wrong where the input ends at a page", "errors that begin a page",
    ]),
    (Family::Report, "wrong only in what an error is called, which vectors do not say", &[
        "C0 is an invalid byte", "C1 is an invalid byte", "E0 80 is broken off", "F0 80 is broken off",
        "F0 8F is too large", "a surrogate is broken off", "a low surrogate is too large", "F4 90 is broken off",
        "F5 is an invalid byte", "F8 and up are invalid bytes", "FD is an invalid byte", "FE is too large",
        "a lead after a lead is unexpected", "a lead and FF is an invalid byte",
        "what is broken off is truncated", "truncated is broken off",
        "a continuation at the start is broken off", "the kind is not reported",
    ]),
];

/// The mutants included in the score.
struct Universe {
    mutants: Vec<Mutant>,
    /// The number of table edits that change no result.
    equivalent: usize,
}

/// The families of the score, in the order of reports.
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
    let mut excluded = EXCLUDED.iter().filter(|(family, ..)| *family == mutant.family);
    !excluded.any(|(.., names)| names.iter().any(|name| mutant.name.starts_with(name)))
}
