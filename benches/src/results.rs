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

use crate::{
    origin::Origin,
    summary::{FORMAT, Summary},
};

/// The results on one processor.
#[derive(Clone, Debug)]
pub struct Results {
    /// The name of the file, without its extension.
    pub name: String,
    /// What the processor is called.
    pub title: String,
    /// What there is to know of it.
    pub note: String,
    /// The numbers.
    pub summary: Summary,
}

/// Where the files are.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results")
}

/// Where the results of checks are: [`Judged`](crate::check::Judged), under the same names.
#[must_use]
pub fn checks() -> PathBuf {
    folder().join("checks")
}

/// Reads every file of a folder, by name.
///
/// # Errors
///
/// With the path: what the file system says, or a file that is not in this format.
pub fn read(folder: &Path) -> io::Result<Vec<Results>> {
    json(folder)?.iter().map(|file| read_one(file)).collect()
}

/// The processors of which a folder has a file, by name: the name, and the heading that the note in
/// benches/results gives it, if there is one.
///
/// # Errors
///
/// With the path: what the file system says.
pub fn processors(of: &Path) -> io::Result<Vec<(String, String)>> {
    let processor = |file: &PathBuf| {
        let name = name(file);
        let (title, _) = note(&folder().join(&name).with_extension("md"))?;
        Ok((name.clone(), title.unwrap_or(name)))
    };
    json(of)?.iter().map(processor).collect()
}

/// The files of results in a folder, by name.
fn json(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries: Vec<_> =
        fs::read_dir(folder).map_err(|error| about(folder, &error))?.collect::<io::Result<_>>()?;
    let mut files: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    Ok(files)
}

fn name(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The heading of a note, and the text after it; without a note, nothing.
fn note(file: &Path) -> io::Result<(Option<String>, String)> {
    let note = match fs::read_to_string(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        note => note.map_err(|error| about(file, &error))?,
    };
    Ok(match note.strip_prefix("# ").map(|note| note.split_once('\n').unwrap_or((note, ""))) {
        Some((title, note)) => (Some(title.to_owned()), note.trim().to_owned()),
        None => (None, note.trim().to_owned()),
    })
}

/// Whether results of this origin may be saved under this name. To be asked before a long run.
///
/// # Errors
///
/// If the name is not one of lower-case letters, digits and dashes, or the revision is not known exactly.
pub fn may_save(name: &str, origin: &Origin) -> io::Result<()> {
    let fine = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if name.is_empty() || !name.chars().all(fine) {
        return Err(io::Error::other(format!("{name:?} is no name for results: use a to z, 0 to 9 and -")));
    }
    if origin.revision.as_ref().is_none_or(|revision| revision.dirty) {
        return Err(io::Error::other("results are saved for a commit: commit your changes first"));
    }
    Ok(())
}

/// Writes the results on one processor into a folder; the file.
///
/// # Errors
///
/// Those of [`may_save`] and of the file system, and if the file would contain the name of the user, of the
/// machine, or of the home folder.
pub fn save(folder: &Path, name: &str, summary: &Summary) -> io::Result<PathBuf> {
    let summary = &Summary { origin: summary.origin.impersonal(), ..summary.clone() };
    write(folder, name, &summary.origin, &lines(summary)?)
}

/// Writes a file of one processor, whose numbers have this origin; the file.
///
/// # Errors
///
/// Those of [`may_save`] and of the file system, and if the origin contains the name of the user, of the
/// machine, or of the home folder.
pub(crate) fn write(folder: &Path, name: &str, origin: &Origin, content: &str) -> io::Result<PathBuf> {
    may_save(name, origin)?;
    let origin = serde_json::to_string(&origin.impersonal())?;
    if let Some(secret) = secrets().into_iter().find(|secret| contains_word(&origin, secret)) {
        return Err(io::Error::other(format!(
            "the file would contain {secret:?}, the name of your user, machine or home folder: {origin}"
        )));
    }
    fs::create_dir_all(folder)?;
    let file = folder.join(format!("{name}.json"));
    fs::write(&file, content).map_err(|error| about(&file, &error))?;
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

fn read_one(file: &Path) -> io::Result<Results> {
    let text = fs::read_to_string(file).map_err(|error| about(file, &error))?;
    let summary: Summary = serde_json::from_str(&text).map_err(|error| about(file, &error))?;
    if summary.format != FORMAT {
        return Err(about(file, &"written by another version"));
    }
    let name = name(file);
    let (title, note) = note(&file.with_extension("md"))?;
    let title = title.unwrap_or_else(|| name.clone());
    Ok(Results { name, title, note, summary })
}

/// As JSON, with a line for each finding, so that a comparison of two files can be read.
fn lines(summary: &Summary) -> io::Result<String> {
    let Summary { format, origin, rounds, seed, core, findings } = summary;
    let origin = serde_json::to_string(origin)?;
    let core = match core {
        Some(core) => format!(",\"core\":{}", serde_json::to_string(core)?),
        None => String::new(),
    };
    let findings = findings.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?.join(",\n");
    Ok(format!(
        "{{\"format\":{format},\n\"origin\":{origin},\n\"rounds\":{rounds},\"seed\":{seed}{core},\n\
         \"findings\":[\n{findings}\n]}}\n"
    ))
}

fn about(path: &Path, what: &dyn std::fmt::Display) -> io::Error {
    io::Error::other(format!("{}: {what}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::process;

    use super::*;
    use crate::{
        contenders::Kind,
        fixture::{cell, lane, record, steady},
        origin::Revision,
        record::Group,
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
            assert!(save(&folder, name, &summary).is_err(), "{name}: {:?}", summary.origin.revision);
        }
        let file = save(&folder, "acme-1", &summary).unwrap();
        let all = read(&folder).unwrap();
        assert_eq!((all.len(), all[0].title.as_str(), all[0].note.as_str()), (1, "acme-1", ""));
        assert_eq!(lines(&all[0].summary).unwrap(), fs::read_to_string(&file).unwrap());
        fs::write(folder.join("acme-1.md"), "# Acme 1\n\nA note.\n").unwrap();
        let all = read(&folder).unwrap();
        assert_eq!((all[0].title.as_str(), all[0].note.as_str()), ("Acme 1", "A note."));
        // The file does not say who measured, even if the flags do.
        let home = "/opt/jo do";
        summary.origin.date = "2026-01-02 13:14 UTC".to_owned();
        summary.origin.rust = format!("rustc 1, RUSTFLAGS \"-C linker={home}/ld -C target-cpu=native\"");
        summary.origin.cpp = Some(format!("c++ 1, CXXFLAGS \"-isystem {home}/include\""));
        let text = fs::read_to_string(save(&folder, "acme-1", &summary).unwrap()).unwrap();
        let secrets = secrets();
        let known = ["jo", "opt", "do", "13:14", "/"].into_iter().chain(secrets.iter().map(String::as_str));
        for secret in known {
            assert!(!contains_word(&text, secret), "{secret:?} in {text}");
        }
        assert!(text.contains("2026-01-02") && text.contains("target-cpu=native"), "{text}");
        if let Some(secret) = secrets.first() {
            summary.origin.active = format!("avx2 ({secret})");
            assert!(save(&folder, "acme-1", &summary).unwrap_err().to_string().contains(secret));
        }
        fs::write(&file, "{}").unwrap();
        assert!(read(&folder).unwrap_err().to_string().contains("acme-1.json: "));
        fs::remove_dir_all(&folder).unwrap();
    }
}
