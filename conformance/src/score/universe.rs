//! The mutants that vectors can kill.

use crate::mutants::{self, Family, Mutant};

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
pub(super) struct Universe {
    pub(super) mutants: Vec<Mutant>,
    /// The number of table edits that change no result.
    pub(super) equivalent: usize,
}

/// The families of the score, in the order of reports.
pub(super) fn families() -> impl Iterator<Item = Family> {
    Family::ALL.into_iter().filter(|family| !matches!(family, Family::Scan | Family::Older))
}

/// Whether a family has every mutant of a kind: of an automaton, or of the tables of a kernel.
pub(super) const fn is_systematic(family: Family) -> bool {
    matches!(family, Family::Automaton | Family::Table)
}

impl Universe {
    pub(super) fn new() -> Self {
        let named = mutants::all().into_iter().filter(is_included);
        let (tables, equivalent): (Vec<_>, Vec<_>) =
            mutants::tables().partition(|mutant| mutant.shortest.is_some());
        let mutants = named.chain(mutants::automata()).chain(tables).collect();
        Self { mutants, equivalent: equivalent.len() }
    }

    /// The mutants of a family, with their numbers.
    pub(super) fn of(&self, family: Family) -> impl Iterator<Item = (usize, &Mutant)> {
        self.mutants.iter().enumerate().filter(move |(_, mutant)| mutant.family == family)
    }
}

fn is_included(mutant: &Mutant) -> bool {
    let mut excluded = EXCLUDED.iter().filter(|(family, ..)| *family == mutant.family);
    !excluded.any(|(.., names)| names.iter().any(|name| mutant.name.starts_with(name)))
}
