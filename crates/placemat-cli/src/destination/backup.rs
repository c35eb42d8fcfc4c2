//! A backup of a file that is about to be replaced.

use std::io;

use super::attributes::{self, Losses};
use crate::{place::Place, text::shown};

/// Keeps a file under the name of its backup, too. An existing file of that name stays.
///
/// The backup is another name (hard link) of the file, so at no time is there less than one complete copy. It is on the
/// disk before this function returns.
pub(super) fn make(file: &Place, backup: &Place) -> io::Result<()> {
    match file.link(backup) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => copy(file, backup),
        linked => linked,
    }
    .map_err(|error| {
        let name = shown(backup.name());
        match error.kind() {
            io::ErrorKind::AlreadyExists => {
                io::Error::new(error.kind(), format!("its backup {name} exists already; nothing is changed"))
            }
            _ => io::Error::new(error.kind(), format!("its backup {name}: {error}; nothing is changed")),
        }
    })?;
    backup.sync_name();
    Ok(())
}

/// Copies a file, on file systems without hard links.
fn copy(file: &Place, backup: &Place) -> io::Result<()> {
    let mut original = file.open(false)?;
    let (temporary, mut copy) = backup.temporary(0o600)?;
    let copied = attributes::keep(&copy, &original, Losses::Accepted)
        .and_then(|()| io::copy(&mut original, &mut copy))
        .and_then(|_| copy.sync_all())
        .and_then(|()| temporary.rename_new(backup));
    if copied.is_err() {
        let _ = temporary.remove();
    }
    copied
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The rows of `tests/cases/files.jsonl` have links.
    #[test]
    fn a_copy_never_replaces() {
        let dir = tempfile::tempdir().unwrap();
        let [path, copied] = ["a", "a.copy"].map(|name| dir.path().join(name));
        fs::write(&path, "old").unwrap();
        let [file, backup] = [&path, &copied].map(|path| Place::named(path).unwrap());
        copy(&file, &backup).unwrap();
        assert_eq!(fs::read_to_string(copied).unwrap(), "old");
        assert_eq!(copy(&file, &backup).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "no temporary file is left");
    }
}
