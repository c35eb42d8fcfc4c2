//! The results that are committed: one file for each processor in `benches/results`.
//!
//! `NAME.json` is a [`Summary`]. `NAME.md`, which may be missing, is written by hand: its heading is the
//! processor's name, and the rest says what the numbers do not.
//!
//! A file does not identify the person who measured: no name of a user or a machine, no path, no time of day.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    origin::Origin,
    summary::{FORMAT, Summary, lines},
};

/// The results on one processor.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    /// The name of the file, without its extension.
    pub(crate) name: String,
    /// What the processor is called.
    pub(crate) title: String,
    /// What there is to know of it.
    pub(crate) note: String,
    /// The numbers.
    pub(crate) summary: Summary,
}

/// Where the files are.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results")
}

/// Where the results of checks are: [`Judged`](crate::check::Judged), under the same names.
pub(crate) fn checks() -> PathBuf {
    folder().join("checks")
}

/// Reads every file of a folder, by name.
pub(crate) fn read(folder: &Path) -> io::Result<Vec<Results>> {
    let results = |(name, summary): (String, Summary)| {
        if summary.format != FORMAT {
            return Err(about(Path::new(&name), &"written by another version"));
        }
        let (title, note) = note(folder, &name)?;
        Ok(Results { name, title, note, summary })
    };
    files(folder)?.into_iter().map(results).collect()
}

/// The JSON files in a folder, by name.
pub(crate) fn files<T: DeserializeOwned>(folder: &Path) -> io::Result<Vec<(String, T)>> {
    let entries: Vec<_> =
        fs::read_dir(folder).map_err(|error| about(folder, &error))?.collect::<io::Result<_>>()?;
    let mut files: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let name = |file: &Path| file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    files.iter().map(|file| Ok((name(file), parse(file)?))).collect()
}

/// Reads a JSON file.
pub(crate) fn parse<T: DeserializeOwned>(file: &Path) -> io::Result<T> {
    let text = fs::read_to_string(file).map_err(|error| about(file, &error))?;
    serde_json::from_str(&text).map_err(|error| about(file, &error))
}

/// The heading of a processor's note, or its name; and the text after it, if there is a note.
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

/// Whether results of this origin may be saved under this name. To be asked before a long run.
///
/// # Errors
///
/// If the name is not one of lower-case letters, digits and dashes, or the revision is not known exactly.
pub(crate) fn may_save(name: &str, origin: &Origin) -> io::Result<()> {
    let fine = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if name.is_empty() || !name.chars().all(fine) {
        return Err(io::Error::other(format!("{name:?} is no name for results: use a to z, 0 to 9 and -")));
    }
    if origin.revision.as_ref().is_none_or(|revision| revision.dirty) {
        return Err(io::Error::other("results are saved for a commit: commit your changes first"));
    }
    Ok(())
}

/// Writes a file of one processor into a folder; the file. The value has this origin, and a `list` at its end.
///
/// # Errors
///
/// Those of [`may_save`] and of the file system, and if the origin contains the name of the user, of the
/// machine, or of the home folder.
pub(crate) fn save(
    folder: &Path,
    name: &str,
    origin: &Origin,
    value: &impl Serialize,
    list: &str,
) -> io::Result<PathBuf> {
    may_save(name, origin)?;
    let origin = serde_json::to_string(&origin)?;
    if let Some(secret) = secrets().into_iter().find(|secret| contains_word(&origin, secret)) {
        return Err(io::Error::other(format!(
            "the file would contain {secret:?}, the name of your user, machine or home folder: {origin}"
        )));
    }
    fs::create_dir_all(folder)?;
    let file = folder.join(format!("{name}.json"));
    fs::write(&file, lines(value, list)?).map_err(|error| about(&file, &error))?;
    Ok(file)
}

/// What identifies who runs this program, and where: the names of the user, of the machine and of the home
/// folder, as far as the environment has them.
fn secrets() -> Vec<String> {
    const NAMES: [&str; 7] =
        ["USER", "LOGNAME", "USERNAME", "HOME", "USERPROFILE", "HOSTNAME", "COMPUTERNAME"];
    let named = NAMES.iter().filter_map(|name| env::var(name).ok());
    let host = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let mut secrets: Vec<_> = named.chain(host).map(|secret| secret.trim().to_owned()).collect();
    secrets.retain(|secret| secret.chars().any(char::is_alphanumeric));
    secrets
}

/// Whether a text contains this, and not only as a part of a longer word.
fn contains_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        ![before, after].into_iter().flatten().any(char::is_alphanumeric)
    })
}

pub(crate) fn about(path: &Path, what: &dyn std::fmt::Display) -> io::Error {
    io::Error::other(format!("{}: {what}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::process;

    use super::*;
    use crate::{
        contenders::Kind,
        fixture::{cell, lane, record, steady},
        group::Group,
        origin::Revision,
    };

    #[test]
    fn what_is_saved_is_what_is_read() {
        let folder = env::temp_dir().join(format!("placemat-results-{}", process::id()));
        let lanes =
            vec![lane("placemat", Kind::Facade, steady(1000)), lane("peer", Kind::Peer, steady(2000))];
        let mut summary = Summary::of(&record(vec![cell(Group::Validate, 64, lanes)]));
        let revision = |dirty| Some(Revision { commit: "abc".to_owned(), dirty });
        for (name, revision) in [("acme-1", None), ("acme-1", revision(true)), ("../acme", revision(false))] {
            summary.origin.revision = revision;
            assert!(summary.save(&folder, name).is_err(), "{name}: {:?}", summary.origin.revision);
        }
        let file = summary.save(&folder, "acme-1").unwrap();
        let all = read(&folder).unwrap();
        assert_eq!((all.len(), all[0].title.as_str(), all[0].note.as_str()), (1, "acme-1", ""));
        assert_eq!(lines(&all[0].summary, "findings").unwrap(), fs::read_to_string(&file).unwrap());
        fs::write(folder.join("acme-1.md"), "# Acme 1\n\nA note.\n").unwrap();
        let all = read(&folder).unwrap();
        assert_eq!((all[0].title.as_str(), all[0].note.as_str()), ("Acme 1", "A note."));
        // The file does not say who measured, even if the flags do.
        let home = "/opt/jo do";
        summary.origin.date = "2026-01-02 13:14 UTC".to_owned();
        summary.origin.rust = format!("rustc 1, RUSTFLAGS \"-C linker={home}/ld -C target-cpu=native\"");
        summary.origin.cpp = Some(format!("c++ 1, CXXFLAGS \"-isystem {home}/include\""));
        let text = fs::read_to_string(summary.save(&folder, "acme-1").unwrap()).unwrap();
        let secrets = secrets();
        let known = ["jo", "opt", "do", "13:14", "/"].into_iter().chain(secrets.iter().map(String::as_str));
        for secret in known {
            assert!(!contains_word(&text, secret), "{secret:?} in {text}");
        }
        assert!(text.contains("2026-01-02") && text.contains("target-cpu=native"), "{text}");
        if let Some(secret) = secrets.first() {
            summary.origin.active = format!("avx2 ({secret})");
            assert!(summary.save(&folder, "acme-1").unwrap_err().to_string().contains(secret));
        }
        fs::write(&file, "{}").unwrap();
        assert!(read(&folder).unwrap_err().to_string().contains("acme-1.json: "));
        fs::remove_dir_all(&folder).unwrap();
    }
}
