//! A backup of a file that is about to be replaced.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use super::temporary;

/// Keeps a file, which is no symbolic link, under its name with this suffix, too. An existing file of that name stays.
///
/// The backup is another name (hard link) of the file, so at no time is there less than one complete copy. It is on the
/// disk before this function returns.
pub(super) fn make(path: &Path, suffix: &OsStr) -> io::Result<()> {
    let backup = name(path, suffix);
    match fs::hard_link(path, &backup) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => copy(path, &backup),
        linked => linked,
    }
    .map_err(|error| {
        let name = crate::text::shown(&backup);
        match error.kind() {
            io::ErrorKind::AlreadyExists => {
                io::Error::new(error.kind(), format!("its backup {name} exists already; nothing is changed"))
            }
            _ => io::Error::new(error.kind(), format!("its backup {name}: {error}; nothing is changed")),
        }
    })?;
    temporary::sync_directory(path);
    Ok(())
}

/// The name of the backup.
fn name(path: &Path, suffix: &OsStr) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Copies a file, on file systems without hard links.
fn copy(path: &Path, backup: &Path) -> io::Result<()> {
    let mut file = File::open(path)?;
    let mut temporary = temporary::builder().tempfile_in(temporary::directory(path))?;
    io::copy(&mut file, &mut temporary)?;
    temporary::keep_owner_and_permissions(temporary.as_file(), &file.metadata()?)?;
    temporary.as_file().sync_all()?;
    temporary.persist_noclobber(backup)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_copies_never_replace() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        fs::write(&path, "old").unwrap();
        for (suffix, make) in [
            (".link", &(|path: &Path, suffix: &OsStr| make(path, suffix)) as &dyn Fn(&Path, &OsStr) -> _),
            (".copy", &|path, suffix| copy(path, &name(path, suffix))),
        ] {
            let suffix = OsStr::new(suffix);
            make(&path, suffix).unwrap();
            assert_eq!(fs::read_to_string(name(&path, suffix)).unwrap(), "old");
            assert_eq!(make(&path, suffix).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        }
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 3, "no temporary file is left");
    }
}
