//! Files that were found in a directory.

use std::{
    fs::{File, OpenOptions},
    io,
    path::Path,
};

/// Opens a regular file, and never waits for anything.
///
/// Nobody asked for this file by name. It may have become a pipe since it was found, and there are files that call
/// themselves regular and wait for news when they are read, as some below /proc do.
pub(crate) fn open_found(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    let file = options.open(path)?;
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::Error::other("it is no longer a regular file"))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::{fs, process::Command};

    use super::*;

    #[test]
    fn only_regular_files_and_without_waiting() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        fs::write(&file, "text").unwrap();
        assert_eq!(open_found(&file).and_then(io::read_to_string).unwrap(), "text");
        assert!(open_found(dir.path()).is_err());
        assert!(open_found(Path::new("/dev/null")).is_err());
        let fifo = dir.path().join("fifo");
        if Command::new("mkfifo").arg(&fifo).status().is_ok_and(|status| status.success()) {
            assert_eq!(open_found(&fifo).unwrap_err().to_string(), "it is no longer a regular file");
        }
    }
}
