//! How strong are test vectors? The share of wrong decoders that they catch.
//!
//! [`score`] holds every [mutant](crate::mutants) against the vectors. A mutant is *killed* if it gets one of
//! them wrong. For each survivor the report shows a short input that would kill it: what to add.
//!
//! Not every mutant is asked about. Some are wrong in what vectors do not show, and [`UNASKED`] says why. Some
//! edits of tables change nothing at all, which the report counts as equivalent.
//!
//! ```
//! use placemat_conformance::{score, vectors::{Case, Expected, Input, Recipe}};
//!
//! let case = |bytes: &[u8], ok| Case {
//!     input: Input::Bytes(Recipe::of(bytes)),
//!     expected: Expected { rfc3629: Some(ok), ..Expected::default() },
//!     ..Case::default()
//! };
//! let report = score::score(&[case(b"\xC0\xAF", false), case(b"/", true)]);
//! let semantic = report.family("semantic").unwrap();
//! assert!(0 < semantic.killed && semantic.killed < semantic.of);
//! assert!(semantic.survivors.iter().any(|survivor| survivor.mutant == "ED A0 accepted"));
//! ```

mod ask;
mod convert;
mod finish;
mod foreign;
mod matrix;
mod report;
mod universe;

pub use finish::finished;
pub use foreign::read;
pub use report::{FamilyScore, Score, Survivor, Wrong};
pub use universe::{UNASKED, Unasked};

use crate::vectors::{self, Case, Input, Recipe};
use ask::Question;
use matrix::killers;
use report::shortest;
use universe::Universe;

/// How many mutants these vectors kill.
///
/// Wrong vectors, those that the right decoder fails, are listed and left out: they would kill everything.
/// Takes some seconds for ten thousand cases, optimised. Some mutants panic; so this installs, once, a hook
/// for panics that says nothing of theirs and leaves the others to the hook that was there.
#[must_use]
pub fn score(cases: &[Case]) -> Score {
    score_with(cases, |universe, survivors| shortest(universe, survivors, &vectors::committed()))
}

/// The same without what to add for the survivors, which takes longer to find than they do.
#[must_use]
pub fn count(cases: &[Case]) -> Score {
    score_with(cases, |_, _| Vec::new())
}

/// For each survivor, by its number, what to add.
type Additions = Vec<(usize, Option<Case>)>;

fn score_with(cases: &[Case], add: impl FnOnce(&Universe, &[usize]) -> Additions) -> Score {
    let universe = Universe::new();
    let (right, wrong) = sift(cases);
    let questions: Vec<Question<'_>> = right.iter().map(|case| Question::new(case)).collect();
    let killed = killers(&universe.mutants, &questions);
    let survivors: Vec<usize> = (0..killed.len()).filter(|&at| killed[at].is_none()).collect();
    let inputs = add(&universe, &survivors);
    report::make(&universe, cases.len(), &killed, inputs, wrong)
}

/// The cases whose expected results are right, and the others.
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

/// The bytes of a case, if it has any.
fn bytes(case: &Case) -> Option<&Recipe> {
    match &case.input {
        Input::Bytes(recipe) => Some(recipe),
        Input::Values(_) | Input::Utf16Be(_) | Input::Utf32Be(_) | Input::Latin1(_) => None,
    }
}
