//! Selection of the cases to run.

use std::{fmt::Display, fs, path::PathBuf};

use placemat_conformance::vectors;
pub(crate) use placemat_conformance::vectors::Case;

use crate::args::Choice;

/// The selected cases of these files, or of the built-in vectors. Fails if a file cannot be read, or an id is
/// unknown.
pub(crate) fn chosen(choice: &Choice, files: &[PathBuf]) -> Result<Vec<Case>, String> {
    let mut cases = if files.is_empty() { vectors::committed() } else { of_files(files, vectors::read)? };
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

/// The cases of these files. Fails if a file cannot be read, or `read` refuses it.
pub(crate) fn of_files<T, E: Display>(
    files: &[PathBuf], read: impl Fn(&str) -> Result<Vec<T>, E>,
) -> Result<Vec<T>, String> {
    let mut all = Vec::new();
    for file in files {
        let named = |error: &dyn Display| format!("{}: {error}", file.display());
        let text = fs::read_to_string(file).map_err(|error| named(&error))?;
        all.extend(read(&text).map_err(|error| named(&error))?);
    }
    Ok(all)
}
