//! Files with results, one for each processor: JSON with a line for each finding. `benches/results.py` makes pages of
//! those that are committed.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Serialize, de::DeserializeOwned};

use crate::environment::{CHANGED, Environment};

/// The folder of the committed runs, and of the results of checks, under the same names in `checks`.
pub(crate) fn results() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results")
}

/// What is in a folder, in order.
pub(crate) fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.map_err(|error| about(folder, &error))?;
    let mut paths: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

/// Reads a JSON file.
pub(crate) fn parse<T: DeserializeOwned>(file: &Path) -> io::Result<T> {
    let text = fs::read_to_string(file).map_err(|error| about(file, &error))?;
    serde_json::from_str(&text).map_err(|error| about(file, &error))
}

/// Checks that results of this environment may be saved under this name. Call it before a long run.
///
/// # Errors
///
/// If the name is not one of lower-case letters, digits and dashes, or the revision is not known exactly.
pub(crate) fn may_save(name: &str, environment: &Environment) -> io::Result<()> {
    let fine = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if name.is_empty() || !name.chars().all(fine) {
        return Err(io::Error::other(format!("{name:?} is no name for results: use a to z, 0 to 9 and -")));
    }
    if environment.revision.as_ref().is_none_or(|revision| revision.ends_with(CHANGED)) {
        return Err(io::Error::other("results are saved for a commit: commit your changes first"));
    }
    Ok(())
}

/// Writes a processor's file into a folder; returns its path. `value` has this environment, and a `list` at its end.
///
/// # Errors
///
/// Those of [`may_save`] and of the file system.
pub(crate) fn save(
    folder: &Path, name: &str, environment: &Environment, value: &impl Serialize, list: &str,
) -> io::Result<PathBuf> {
    may_save(name, environment)?;
    fs::create_dir_all(folder)?;
    let file = folder.join(format!("{name}.json"));
    fs::write(&file, lines(value, list)?).map_err(|error| about(&file, &error))?;
    Ok(file)
}

pub(crate) fn about(path: &Path, what: &dyn std::fmt::Display) -> io::Error {
    io::Error::other(format!("{}: {what}", path.display()))
}

/// JSON with one line for each element of the list at its end, for readable diffs.
pub(crate) fn lines(value: &impl Serialize, list: &str) -> serde_json::Result<String> {
    let mut value = serde_json::to_value(value)?;
    let items = value.get_mut(list).map(serde_json::Value::take);
    let items = items.as_ref().and_then(serde_json::Value::as_array).map_or(&[][..], Vec::as_slice);
    let items = items.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?.join(",\n");
    let fields = value.as_object().into_iter().flatten().filter(|(name, _)| *name != list);
    let fields = fields.map(|(name, value)| Ok(format!("\"{name}\":{}", serde_json::to_string(value)?)));
    let fields = fields.collect::<serde_json::Result<Vec<_>>>()?.join(",\n");
    Ok(format!("{{{fields},\n\"{list}\":[\n{items}\n]}}\n"))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;
    use crate::fixture::{cell, lane, record, steady};
    use crate::{contenders::Kind, group::Group};

    #[test]
    fn what_is_saved_has_a_revision_and_no_path() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path();
        let mut run =
            record(vec![cell(Group::Validate, 64, vec![lane("placemat", Kind::Facade, steady(1000))])]);
        for (name, revision) in [("acme-1", None), ("acme-1", Some("abc-changed")), ("../acme", Some("abc"))]
        {
            run.environment.revision = revision.map(str::to_owned);
            assert!(run.save(folder, name).is_err(), "{name}: {:?}", run.environment.revision);
        }
        let home = "/opt/jo do";
        run.environment.date = "2026-01-02 13:14 UTC".to_owned();
        run.environment.rust = format!("rustc 1, RUSTFLAGS \"-C linker={home}/ld -C target-cpu=native\"");
        run.environment.cpp = Some(format!("c++ 1, CXXFLAGS \"-isystem {home}/include\""));
        let text = fs::read_to_string(run.save(folder, "acme-1").unwrap()).unwrap();
        assert!(!text.contains("13:14") && !text.contains('/'), "{text}");
        assert!(text.contains("2026-01-02") && text.contains("rustc 1"), "{text}");
    }

    #[test]
    fn the_book_and_readme_say_what_the_committed_results_say() {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("results.py");
        match Command::new("python3").arg(script).arg("--check").output() {
            Ok(output) if output.status.code() == Some(77) => println!("not run: {output:?}"),
            Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
            Err(error) => println!("not run: python3: {error}"),
        }
    }
}
