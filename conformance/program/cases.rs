//! Selection of the cases to run.

use std::{fmt::Display, fs, path::PathBuf};

pub(crate) use placemat_conformance::vectors::Case;
use placemat_conformance::{
    cases::EDGES,
    random::Random,
    vectors::{self, Input, Recipe},
};

use crate::{args::Choice, protocol::Op};

/// The selected cases of these files, or of the built-in vectors.
///
/// # Errors
///
/// A file cannot be read, or an id is unknown.
pub(crate) fn chosen(choice: &Choice, files: &[PathBuf]) -> Result<Vec<Case>, String> {
    let mut cases = of_files(files, vectors::read)?;
    if files.is_empty() {
        cases = built_in();
    }
    if let Some(unknown) = choice.only.iter().find(|id| !cases.iter().any(|case| case.id == **id)) {
        return Err(format!("there is no case `{unknown}`; `placemat-conformance list` has them all"));
    }
    cases.retain(|case| {
        (choice.only.is_empty() || choice.only.contains(&case.id))
            && choice.flag.iter().all(|flag| case.has(flag))
            && (choice.profile.is_empty()
                || choice.profile.iter().any(|profile| case.expected.contains_key(profile)))
    });
    Ok(cases)
}

/// The cases of these files.
///
/// # Errors
///
/// A file cannot be read, or this function refuses it.
pub(crate) fn of_files<T, E: Display>(
    files: &[PathBuf],
    read: impl Fn(&str) -> Result<Vec<T>, E>,
) -> Result<Vec<T>, String> {
    let mut all = Vec::new();
    for file in files {
        let named = |error: &dyn Display| format!("{}: {error}", file.display());
        let text = fs::read_to_string(file).map_err(|error| named(&error))?;
        all.extend(read(&text).map_err(|error| named(&error))?);
    }
    Ok(all)
}

/// The committed vectors.
pub(crate) fn built_in() -> Vec<Case> {
    vectors::committed()
}

/// Random short strings of the bytes at the ends of ranges.
pub(crate) fn random(count: usize, seed: u64) -> impl Iterator<Item = Case> {
    const LONGEST: usize = 8;
    let mut random = Random(seed);
    (0..count).map(move |_| {
        let len = random.below(LONGEST + 1);
        let bytes: Vec<u8> = (0..len).map(|_| EDGES[random.below(EDGES.len())]).collect();
        let input = Input::Bytes(Recipe::of(&bytes));
        let expected = vectors::expected(&input, Op::Validate.profiles());
        let (clause, note) = ("RFC 3629, section 4".to_owned(), "random bytes".to_owned());
        Case { id: "random".to_owned(), clause, note, input, expected, ..Case::default() }
    })
}
