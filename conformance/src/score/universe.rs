//! The mutants that vectors can kill.

use crate::mutants::{self, Family, Mutant};

/// Mutants excluded from the score, and the reason.
#[derive(Clone, Copy, Debug)]
pub struct Excluded {
    /// Their family.
    pub family: Family,
    /// The prefix of their names; empty for the whole family.
    pub name: &'static str,
    /// The reason.
    pub why: &'static str,
}

const fn excluded(family: Family, name: &'static str, why: &'static str) -> Excluded {
    Excluded { family, name, why }
}

const KIND: &str = "wrong only in what an error is called, which vectors do not say";
const ADDRESS: &str = "wrong only at some addresses, which vectors do not say";
const CALLS: &str = "wrong only after some thousand calls, which depends on their order";

const REJECTED: &str = "rejected, as it should be, and vectors do not say why";
const EDGES: &str = "wrong only where the destination ends, or a chunk, which vectors do not have";

/// The excluded mutants.
pub const EXCLUDED: [Excluded; 34] = [
    excluded(Family::Convert, "the high half of a pair is lost where the destination ends", EDGES),
    excluded(Family::Convert, "a pair is torn where the destination ends", EDGES),
    excluded(Family::Convert, "the destination is counted in units of the source", EDGES),
    excluded(Family::Convert, "an incomplete end is an error in every chunk", EDGES),
    excluded(Family::Convert, "a full destination", EDGES),
    excluded(Family::Convert, "the destination comes before the error", EDGES),
    excluded(Family::Scan, "", "right in what is shown, and wrong in the raw result of a kernel"),
    excluded(Family::Block, "NoSecondTry", "a false alarm, which the search for the error corrects"),
    excluded(Family::Encode, "surrogates are said to be", REJECTED),
    excluded(Family::Encode, "what is out of range is said to be", REJECTED),
    excluded(Family::Report, "wrong after 20,000 calls", CALLS),
    excluded(Family::Report, "wrong in every 9,973rd call", CALLS),
    excluded(Family::Report, "position counts from an aligned address", ADDRESS),
    excluded(Family::Report, "wrong at the last address", ADDRESS),
    excluded(Family::Report, "wrong where the input ends at a page", ADDRESS),
    excluded(Family::Report, "errors that begin a page", ADDRESS),
    excluded(Family::Report, "C0 is an invalid byte", KIND),
    excluded(Family::Report, "C1 is an invalid byte", KIND),
    excluded(Family::Report, "E0 80 is broken off", KIND),
    excluded(Family::Report, "F0 80 is broken off", KIND),
    excluded(Family::Report, "F0 8F is too large", KIND),
    excluded(Family::Report, "a surrogate is broken off", KIND),
    excluded(Family::Report, "a low surrogate is too large", KIND),
    excluded(Family::Report, "F4 90 is broken off", KIND),
    excluded(Family::Report, "F5 is an invalid byte", KIND),
    excluded(Family::Report, "F8 and up are invalid bytes", KIND),
    excluded(Family::Report, "FD is an invalid byte", KIND),
    excluded(Family::Report, "FE is too large", KIND),
    excluded(Family::Report, "a lead after a lead is unexpected", KIND),
    excluded(Family::Report, "a lead and FF is an invalid byte", KIND),
    excluded(Family::Report, "what is broken off is truncated", KIND),
    excluded(Family::Report, "truncated is broken off", KIND),
    excluded(Family::Report, "a continuation at the start is broken off", KIND),
    excluded(Family::Report, "the kind is not reported", KIND),
];

/// The mutants included in the score.
pub(super) struct Universe {
    pub(super) mutants: Vec<Included>,
    /// The number of table edits that change no result.
    pub(super) equivalent: usize,
}

/// A mutant included in the score.
pub(super) struct Included {
    pub(super) mutant: Mutant,
    /// The name of its family in reports.
    pub(super) family: &'static str,
    /// A shortest input that kills it, if known exactly.
    pub(super) shortest: Option<Vec<u8>>,
}

/// The names of the families, in the order of reports.
pub(super) const FAMILIES: [&str; 11] = [
    "semantic",
    "replacement",
    "position",
    "block",
    "stream",
    "encode",
    "bom",
    "practice",
    "convert",
    "automaton",
    "table",
];

/// The families that the smoke set kills.
pub(super) const SMOKE: &[&str] = FAMILIES.split_at(9).0;

impl Universe {
    pub(super) fn new() -> Self {
        let included = |mutant: Mutant, shortest| Included { family: family(&mutant), mutant, shortest };
        let named = mutants::all().into_iter().filter(is_included).map(|mutant| included(mutant, None));
        let automata = mutants::automata().map(|mutant| included(mutant, None));
        let mut all: Vec<Included> = named.chain(automata).collect();
        let mut equivalent = 0;
        for edit in mutants::tables() {
            match edit.shortest {
                Some(bytes) => all.push(included(edit.mutant, Some(bytes))),
                None => equivalent += 1,
            }
        }
        all.sort_by_key(|included| FAMILIES.iter().position(|name| *name == included.family));
        Self { mutants: all, equivalent }
    }
}

fn is_included(mutant: &Mutant) -> bool {
    let listed =
        |excluded: &Excluded| excluded.family == mutant.family && mutant.name.starts_with(excluded.name);
    !EXCLUDED.iter().any(listed)
}

fn family(mutant: &Mutant) -> &'static str {
    match mutant.family {
        Family::Semantic if REPLACEMENT.iter().any(|name| mutant.name.starts_with(name)) => "replacement",
        family => family.name(),
    }
}

/// Semantic mutants that replace incorrectly.
const REPLACEMENT: [&str; 2] = ["one U+FFFD", "replacement"];
