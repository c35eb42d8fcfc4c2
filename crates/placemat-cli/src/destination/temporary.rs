//! A file that takes its name when it is complete and on the disk.

use std::{
    fs::{File, FileTimes, Metadata},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tempfile::{Builder, NamedTempFile};

use super::interrupt;

/// A file in the making, in the directory in which it will be. Removed if it is not committed, or if a signal
/// ends the process; if the process is killed without notice, it stays, and begins with `.placemat-`.
pub(crate) struct Temporary {
    file: NamedTempFile,
    /// Its name in the end.
    path: PathBuf,
}

impl Temporary {
    /// For a file that does not exist.
    pub(super) fn new(path: &Path) -> io::Result<Self> {
        Self::make(for_everyone(&mut builder()), path.to_owned())
    }

    /// For a file that exists. It keeps its owner, group and permissions as far as this process may set them. Of
    /// a symbolic link, the file that it points to is meant.
    pub(super) fn for_existing(path: &Path, meta: &Metadata) -> io::Result<Self> {
        let temporary = Self::make(&builder(), path.canonicalize()?)?;
        keep_owner_and_permissions(temporary.file.as_file(), meta)?;
        Ok(temporary)
    }

    fn make(builder: &Builder<'_, '_>, path: PathBuf) -> io::Result<Self> {
        let mut pending = interrupt::pending();
        let file = builder.tempfile_in(directory(&path))?;
        *pending = Some(file.path().to_owned());
        Ok(Self { file, path })
    }

    pub(super) fn set_times(&self, meta: &Metadata) -> io::Result<()> {
        let times = FileTimes::new().set_accessed(meta.accessed()?).set_modified(meta.modified()?);
        self.file.as_file().set_times(times)
    }

    /// Gives the file its name. After a crash there is either what was there before, or all of it.
    pub(super) fn commit(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        let directory = directory(&self.path).to_owned();
        let mut pending = interrupt::pending();
        self.file.persist(&self.path).map_err(|error| error.error)?;
        *pending = None;
        if cfg!(unix) {
            // The name too. Some file systems cannot; then it is up to them.
            let _ = File::open(directory).and_then(|directory| directory.sync_all());
        }
        Ok(())
    }
}

impl Write for Temporary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".placemat-");
    builder
}

/// Permissions as any new file has them: all, less what the user's mask forbids.
#[cfg(unix)]
fn for_everyone<'a>(builder: &'a mut Builder<'static, 'static>) -> &'a Builder<'static, 'static> {
    use std::{fs::Permissions, os::unix::fs::PermissionsExt};
    builder.permissions(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn for_everyone<'a>(builder: &'a mut Builder<'static, 'static>) -> &'a Builder<'static, 'static> {
    builder
}

/// The directory that a file is in.
fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

#[cfg(unix)]
fn keep_owner_and_permissions(file: &File, meta: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let mut mode = meta.mode() & 0o7777;
    // Only root may give a file away; others may still choose among their groups.
    if fchown(file, Some(meta.uid()), Some(meta.gid())).is_err() {
        let _ = fchown(file, None, Some(meta.gid()));
        // What runs as its owner or group must not run as another.
        mode &= 0o777;
    }
    file.set_permissions(std::fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn keep_owner_and_permissions(file: &File, meta: &Metadata) -> io::Result<()> {
    file.set_permissions(meta.permissions())
}
