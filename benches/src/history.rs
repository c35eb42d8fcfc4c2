//! The files of a run: the latest one, whose name is always the same, and one that no later run replaces.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::{origin::Origin, record::Record};

/// Writes a run into a folder as `report.json`, and once more under the name of its time and revision; the
/// files.
///
/// # Errors
///
/// What the file system says.
pub fn write(folder: &Path, record: &Record) -> io::Result<[PathBuf; 2]> {
    fs::create_dir_all(folder)?;
    let [latest, kept] = ["report".to_owned(), name(&record.origin)].map(|name| folder.join(name + ".json"));
    record.write(&latest)?;
    fs::copy(&latest, &kept)?;
    Ok([latest, kept])
}

/// The date, the time of day and the first digits of the revision, so that names have the order of the runs:
/// `2026-01-02-1314-0a1b2c3`. With changes that were not committed, it ends in `-changed`.
fn name(origin: &Origin) -> String {
    let revision = origin.revision.as_ref().map_or("unknown".to_owned(), |revision| {
        let digits: String = revision.commit.chars().take(7).collect();
        digits + if revision.dirty { "-changed" } else { "" }
    });
    let date = origin.date.trim_end_matches(" UTC").replace(' ', "-").replace(':', "");
    format!("{date}-{revision}")
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;
    use crate::{fixture::record, origin::Revision};

    #[test]
    fn a_later_run_replaces_only_the_latest() {
        let folder = env::temp_dir().join(format!("placemat-history-{}", process::id()));
        let mut record = record(Vec::new());
        let commit = "0a1b2c3d4e5f60718293a4b5c6d7e8f901234567".to_owned();
        for (date, dirty, seed, expected) in [
            ("2026-01-02 13:14 UTC", false, 1, "2026-01-02-1314-0a1b2c3.json"),
            ("2026-01-02 13:40 UTC", true, 2, "2026-01-02-1340-0a1b2c3-changed.json"),
        ] {
            date.clone_into(&mut record.origin.date);
            record.origin.revision = Some(Revision { commit: commit.clone(), dirty });
            record.seed = seed;
            let [latest, kept] = write(&folder, &record).unwrap();
            assert_eq!((latest, kept), (folder.join("report.json"), folder.join(expected)));
        }
        let seed = |file: &str| Record::read(&folder.join(file)).unwrap().seed;
        assert_eq!((seed("report.json"), seed("2026-01-02-1314-0a1b2c3.json")), (2, 1));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_run_of_no_repository_has_a_name() {
        let mut origin = record(Vec::new()).origin;
        "2026-01-02 13:14 UTC".clone_into(&mut origin.date);
        origin.revision = None;
        assert_eq!(name(&origin), "2026-01-02-1314-unknown");
    }
}
