//! Cases that are written by hand. A committed line is the source of its input; its results are derived anew.

use placemat_vectors::FILES;

use super::{answers::outcome, check::chosen};
use crate::vectors::{Case, Catch, flags, json};

/// The cases of a file, with the results of the same profiles.
///
/// # Panics
///
/// If a line is no case, or names a profile that is not about its input.
pub(super) fn cases(file: &str) -> Vec<Case> {
    let text = FILES.iter().find(|(name, _)| *name == file).map_or("", |(_, text)| text);
    let cases = json::read(text).unwrap_or_else(|error| panic!("{file}.jsonl, {error}"));
    cases.into_iter().map(renewed).collect()
}

/// The case without what it catches and whether it is in the smoke set, which are determined afterwards.
fn renewed(mut case: Case) -> Case {
    for (&profile, own) in &mut case.expected {
        let right = outcome(profile, &case.input, &chosen(own));
        *own = right.unwrap_or_else(|| panic!("{}: `{profile}` is about other inputs", case.id));
    }
    case.flags.retain(|flag| flag != flags::SMOKE);
    case.catches.retain(|catch| matches!(catch, Catch::Bug { .. }));
    case
}
