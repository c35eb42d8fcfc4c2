//! A file that gets its name when it is complete and synced to disk.

use std::{
    fs::{File, FileTimes, Metadata},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tempfile::{Builder, NamedTempFile};

use super::interrupt;

/// A temporary file in the directory of its final name. It is removed if it is not committed, or if a signal ends the
/// process; after SIGKILL it remains, with a name that begins with `.placemat-`.
pub(crate) struct Temporary {
    file: NamedTempFile,
    /// Its final name.
    path: PathBuf,
    /// Whether it replaces a file.
    replaces: bool,
}

impl Temporary {
    /// For a file that does not exist.
    pub(super) fn new(path: &Path) -> io::Result<Self> {
        Self::make(for_everyone(&mut builder()), path.to_owned(), false)
    }

    /// For an existing file. Keeps its owner, group and permissions as far as this process may set them. A symbolic
    /// link stands for its target.
    pub(super) fn for_existing(path: &Path, meta: &Metadata) -> io::Result<Self> {
        let temporary = Self::make(&builder(), path.canonicalize()?, true)?;
        keep_owner_and_permissions(temporary.file.as_file(), meta)?;
        Ok(temporary)
    }

    fn make(builder: &Builder<'_, '_>, path: PathBuf, replaces: bool) -> io::Result<Self> {
        let mut pending = interrupt::pending();
        let file = builder.tempfile_in(directory(&path))?;
        *pending = Some(file.path().to_owned());
        Ok(Self { file, path, replaces })
    }

    pub(super) fn set_times(&self, meta: &Metadata) -> io::Result<()> {
        let times = FileTimes::new().set_accessed(meta.accessed()?).set_modified(meta.modified()?);
        self.file.as_file().set_times(times)
    }

    /// The final name, which is no symbolic link.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Renames the file. After a crash, either the old or the complete new contents exist.
    pub(super) fn commit(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        let path = self.path.clone();
        let mut pending = interrupt::pending();
        if self.replaces {
            self.file.persist(&self.path)?;
        } else {
            // Another program may have created a file of this name meanwhile.
            self.file.persist_noclobber(&self.path)?;
        }
        *pending = None;
        sync_directory(&path);
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

/// Syncs the name of a file. Some file systems do not support it.
pub(super) fn sync_directory(path: &Path) {
    if cfg!(unix) {
        let _ = File::open(directory(path)).and_then(|directory| directory.sync_all());
    }
}

pub(super) fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".placemat-");
    builder
}

/// The default permissions of a new file: all, minus the user's mask.
#[cfg(unix)]
fn for_everyone<'a>(builder: &'a mut Builder<'static, 'static>) -> &'a Builder<'static, 'static> {
    use std::{fs::Permissions, os::unix::fs::PermissionsExt};
    builder.permissions(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn for_everyone<'a>(builder: &'a mut Builder<'static, 'static>) -> &'a Builder<'static, 'static> {
    builder
}

/// The directory of a file.
pub(super) fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

#[cfg(unix)]
pub(super) fn keep_owner_and_permissions(file: &File, meta: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let mut mode = meta.mode() & 0o7777;
    // Only root may change the owner; others may still change the group to one of their own.
    if fchown(file, Some(meta.uid()), Some(meta.gid())).is_err() {
        let _ = fchown(file, None, Some(meta.gid()));
        // Set-id bits must not apply to another owner or group.
        mode &= 0o777;
    }
    file.set_permissions(std::fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
pub(super) fn keep_owner_and_permissions(file: &File, meta: &Metadata) -> io::Result<()> {
    file.set_permissions(meta.permissions())
}
