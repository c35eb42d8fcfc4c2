//! The committed files, one for each processor in `benches/results`, and their checks in a folder there.
//!
//! `NAME.json` is a [`Record`] without times. The optional `NAME.md` is written by hand: its heading is the
//! processor's name, and the rest contains remarks on the results.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::record::Record;
use crate::saved::{self, about};

/// The results on one processor.
#[derive(Clone, Debug)]
pub(crate) struct Results {
    /// The name of the file, without its extension.
    pub(crate) name: String,
    /// The name of the processor.
    pub(crate) title: String,
    pub(crate) note: String,
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
    let results = |(name, run): (String, Record)| {
        let (title, note) = note(folder, &name)?;
        Ok(Results { name, title, note, run })
    };
    saved::parse_all(folder)?.into_iter().map(results).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{cell, lane, record, steady};
    use crate::{contenders::Kind, group::Group};

    #[test]
    fn what_is_saved_has_a_revision_and_a_note() {
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
        let file = run.save(folder, "acme-1").unwrap();
        let text = fs::read_to_string(&file).unwrap();
        assert!(!text.contains("13:14") && !text.contains('/'), "{text}");
        assert!(text.contains("2026-01-02") && text.contains("rustc 1"), "{text}");
        let titles = || read(folder).map(|all| (all[0].title.clone(), all[0].note.clone()));
        assert_eq!(titles().unwrap(), ("acme-1".to_owned(), String::new()));
        fs::write(folder.join("acme-1.md"), "# Acme 1\n\nA note.\n").unwrap();
        assert_eq!(titles().unwrap(), ("Acme 1".to_owned(), "A note.".to_owned()));
        fs::write(&file, "{}").unwrap();
        assert!(titles().unwrap_err().to_string().contains("acme-1.json: "));
    }
}
