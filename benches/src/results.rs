//! The committed files, one for each processor in `benches/results`, and their checks in a folder there.
//!
//! `NAME.json` is a [`Record`] without times. The optional `NAME.md` is written by hand: its heading is the
//! processor's name, and the rest contains remarks on the results. A file does not identify the person who measured:
//! it has no user or machine name, no path, no time of day.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use serde::{Serialize, de::DeserializeOwned};

use crate::{environment::Environment, record::Record};

/// The results on one processor.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    /// The name of the file, without its extension.
    pub(crate) name: String,
    /// The name of the processor.
    pub(crate) title: String,
    /// Remarks on the results.
    pub(crate) note: String,
    /// The numbers.
    pub(crate) run: Record,
}

/// The folder of the files.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results")
}

/// The folder for results of checks: [`Checked`](crate::check::Checked), under the same names.
pub(crate) fn checks() -> PathBuf {
    folder().join("checks")
}

/// Reads the results in a folder, ordered by name.
pub(crate) fn read(folder: &Path) -> io::Result<Vec<Results>> {
    let results = |file: &PathBuf| {
        let name = name_of(file);
        let (title, note) = note(folder, &name)?;
        Ok(Results { name, title, note, run: Record::read(file)? })
    };
    json_files(folder)?.iter().map(results).collect()
}

/// Parses the JSON files in a folder; each with its name.
pub(crate) fn parse_all<T: DeserializeOwned>(folder: &Path) -> io::Result<Vec<(String, T)>> {
    json_files(folder)?.iter().map(|file| Ok((name_of(file), parse(file)?))).collect()
}

/// The heading of a processor's note, or its file name; and the text after it, if there is a note.
pub(crate) fn note(folder: &Path, name: &str) -> io::Result<(String, String)> {
    let file = folder.join(name).with_extension("md");
    let note = match fs::read_to_string(&file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        note => note.map_err(|error| about(&file, &error))?,
    };
    let (title, note) =
        note.strip_prefix("# ").and_then(|note| note.split_once('\n')).unwrap_or((name, &note));
    Ok((title.to_owned(), note.trim().to_owned()))
}

/// The JSON files in a folder, in order.
fn json_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries: Vec<_> =
        fs::read_dir(folder).map_err(|error| about(folder, &error))?.collect::<io::Result<_>>()?;
    let mut files: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    Ok(files)
}

fn name_of(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
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
    if environment.revision.as_ref().is_none_or(|revision| revision.dirty) {
        return Err(io::Error::other("results are saved for a commit: commit your changes first"));
    }
    Ok(())
}

/// Writes a processor's file into a folder; returns its path. `value` has this environment, and a `list` at its end.
///
/// # Errors
///
/// Those of [`may_save`] and of the file system, and if the environment contains the name of the user, of the
/// machine, or of the home folder.
pub(crate) fn save(
    folder: &Path,
    name: &str,
    environment: &Environment,
    value: &impl Serialize,
    list: &str,
) -> io::Result<PathBuf> {
    may_save(name, environment)?;
    let environment = serde_json::to_string(&environment)?;
    if let Some(secret) = secrets().into_iter().find(|secret| contains_word(&environment, secret)) {
        return Err(io::Error::other(format!(
            "the file would contain {secret:?}, the name of your user, machine or home folder: {environment}"
        )));
    }
    fs::create_dir_all(folder)?;
    let file = folder.join(format!("{name}.json"));
    fs::write(&file, lines(value, list)?).map_err(|error| about(&file, &error))?;
    Ok(file)
}

/// Strings that identify the user and the machine: the names of the user, of the machine and of the home folder, if
/// the environment has them.
pub(crate) fn secrets() -> Vec<String> {
    const NAMES: [&str; 7] =
        ["USER", "LOGNAME", "USERNAME", "HOME", "USERPROFILE", "HOSTNAME", "COMPUTERNAME"];
    let named = NAMES.iter().filter_map(|name| env::var(name).ok());
    let host = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let mut secrets: Vec<_> = named.chain(host).map(|secret| secret.trim().to_owned()).collect();
    secrets.retain(|secret| secret.chars().any(char::is_alphanumeric));
    secrets
}

/// Whether a text contains this as a whole word.
pub(crate) fn contains_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        ![before, after].into_iter().flatten().any(char::is_alphanumeric)
    })
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
    use std::process;

    use super::*;
    use crate::{
        contenders::Kind,
        environment::Revision,
        fixture::{cell, lane, record, steady},
        group::Group,
    };

    #[test]
    fn what_is_saved_is_what_is_read() {
        let folder = env::temp_dir().join(format!("placemat-results-{}", process::id()));
        let lanes =
            vec![lane("placemat", Kind::Facade, steady(1000)), lane("peer", Kind::Peer, steady(2000))];
        let mut run = record(vec![cell(Group::Validate, 64, lanes)]);
        let revision = |dirty| Some(Revision { commit: "abc".to_owned(), dirty });
        for (name, revision) in [("acme-1", None), ("acme-1", revision(true)), ("../acme", revision(false))] {
            run.environment.revision = revision;
            assert!(run.save(&folder, name).is_err(), "{name}: {:?}", run.environment.revision);
        }
        let file = run.save(&folder, "acme-1").unwrap();
        let all = read(&folder).unwrap();
        assert_eq!((all.len(), all[0].title.as_str(), all[0].note.as_str()), (1, "acme-1", ""));
        assert_eq!(lines(&all[0].run, "findings").unwrap(), fs::read_to_string(&file).unwrap());
        fs::write(folder.join("acme-1.md"), "# Acme 1\n\nA note.\n").unwrap();
        let all = read(&folder).unwrap();
        assert_eq!((all[0].title.as_str(), all[0].note.as_str()), ("Acme 1", "A note."));
        // The file does not identify the user, even if the flags do.
        let home = "/opt/jo do";
        run.environment.date = "2026-01-02 13:14 UTC".to_owned();
        run.environment.rust = format!("rustc 1, RUSTFLAGS \"-C linker={home}/ld -C target-cpu=native\"");
        run.environment.cpp = Some(format!("c++ 1, CXXFLAGS \"-isystem {home}/include\""));
        let text = fs::read_to_string(run.save(&folder, "acme-1").unwrap()).unwrap();
        let secrets = secrets();
        let known = ["jo", "opt", "do", "13:14", "/"].into_iter().chain(secrets.iter().map(String::as_str));
        for secret in known {
            assert!(!contains_word(&text, secret), "{secret:?} in {text}");
        }
        assert!(text.contains("2026-01-02") && text.contains("target-cpu=native"), "{text}");
        if let Some(secret) = secrets.first() {
            run.environment.active = format!("avx2 ({secret})");
            assert!(run.save(&folder, "acme-1").unwrap_err().to_string().contains(secret));
        }
        fs::write(&file, "{}").unwrap();
        assert!(read(&folder).unwrap_err().to_string().contains("acme-1.json: "));
        fs::remove_dir_all(&folder).unwrap();
    }
}
