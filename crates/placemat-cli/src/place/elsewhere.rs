//! On other systems: whole paths.

use std::fs::{self, File, FileType, OpenOptions};
use std::path::{Path, PathBuf};
use std::{ffi::OsStr, io, sync::Arc, time::SystemTime};

use same_file::Handle;
use tempfile::TempPath;

use super::{Entry, Kind, TEMPORARY, leads_nowhere};

/// Identifies a directory: its real path.
pub(crate) type Id = PathBuf;

/// What changes if a program writes to a file or replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct State {
    is_file: bool,
    handle: Arc<Handle>,
    len: u64,
    modified: Option<SystemTime>,
}

impl State {
    pub(crate) fn of(file: &File) -> io::Result<Self> {
        let of = file.metadata()?;
        let handle = Arc::new(Handle::from_file(file.try_clone()?)?);
        Ok(Self { is_file: of.is_file(), handle, len: of.len(), modified: of.modified().ok() })
    }

    pub(crate) fn is_file(&self) -> bool {
        self.is_file
    }

    /// Whether it is the same file.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.handle == other.handle
    }

    /// Whether it is the same file, and nobody has written to it.
    pub(crate) fn has_contents_of(&self, other: &Self) -> bool {
        self == other
    }
}

/// A directory.
#[derive(Clone, Debug)]
pub(crate) struct Dir(PathBuf);

#[expect(clippy::unnecessary_wraps, reason = "on Unix it can fail")]
impl Dir {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(path.to_owned()))
    }

    /// A directory in this one.
    pub(crate) fn enter(&self, name: &OsStr, _follow: bool) -> io::Result<Self> {
        Ok(Self(self.0.join(name)))
    }

    pub(crate) fn parent(&self) -> io::Result<Self> {
        self.0.parent().map(|parent| Self(parent.to_owned())).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    pub(crate) fn id(&self) -> io::Result<Id> {
        fs::canonicalize(&self.0)
    }

    pub(crate) fn at(&self, name: &OsStr) -> Place {
        Place(self.0.join(name))
    }

    /// Lists the directory, in no particular order.
    pub(crate) fn list(&self) -> io::Result<impl Iterator<Item = io::Result<Entry>> + use<>> {
        Ok(fs::read_dir(&self.0)?.map(|entry| {
            entry.map(|entry| (entry.file_name().into_boxed_os_str(), entry.file_type().map(to_kind)))
        }))
    }

    /// The kind and the id of an entry, after following symbolic links.
    pub(crate) fn metadata(&self, name: &OsStr) -> io::Result<(Option<Kind>, Id)> {
        let path = self.0.join(name);
        Ok((to_kind(fs::metadata(&path)?.file_type()), fs::canonicalize(path)?))
    }

    /// The ancestors of the directory, innermost first, up to one that is `known`.
    pub(crate) fn ancestors(&self, known: impl Fn(&Id) -> bool) -> Vec<Id> {
        let Ok(real) = self.id() else { return Vec::new() };
        let above = real.ancestors().skip(1).map(Path::to_owned);
        above.take_while(|id| !known(id)).collect()
    }
}

/// A path.
#[derive(Clone, Debug)]
pub(crate) struct Place(PathBuf);

impl Place {
    /// The file that the user names, perhaps by a link. It need not exist.
    pub(crate) fn named(path: &Path) -> io::Result<Self> {
        Self(path.to_owned()).resolve()
    }

    /// If it is a symbolic link, the place to which it leads.
    pub(crate) fn resolve(self) -> io::Result<Self> {
        match fs::symlink_metadata(&self.0) {
            Ok(of) if of.is_symlink() => fs::canonicalize(&self.0).map(Self).map_err(|_| leads_nowhere()),
            _ => Ok(self),
        }
    }

    pub(super) fn beside(&self, name: &OsStr) -> Self {
        Self(self.0.with_file_name(name))
    }

    pub(crate) fn name(&self) -> &Path {
        self.0.file_name().map_or(&self.0, Path::new)
    }

    /// The state of what has this name now.
    pub(crate) fn state(&self) -> io::Result<State> {
        State::of(&self.open_any(false)?)
    }

    pub(super) fn open_any(&self, writes: bool) -> io::Result<File> {
        OpenOptions::new().read(true).write(writes).open(&self.0)
    }

    pub(super) fn create(&self, _mode: u16) -> io::Result<File> {
        OpenOptions::new().read(true).write(true).create_new(true).open(&self.0)
    }

    /// Whether it has the name of a temporary file.
    pub(crate) fn is_temporary(&self) -> bool {
        let name = self.0.file_name().unwrap_or_default();
        name.as_encoded_bytes().starts_with(TEMPORARY.as_bytes())
    }

    /// Renames the file, which replaces another one.
    pub(crate) fn rename(&self, to: &Self) -> io::Result<()> {
        Ok(TempPath::try_from_path(&self.0)?.persist(&to.0)?)
    }

    /// Renames the file, unless there is one of the new name.
    pub(crate) fn rename_new(&self, to: &Self) -> io::Result<()> {
        Ok(TempPath::try_from_path(&self.0)?.persist_noclobber(&to.0)?)
    }

    /// Gives the file another name, unless there is one of that name.
    pub(crate) fn link(&self, to: &Self) -> io::Result<()> {
        fs::hard_link(&self.0, &to.0)
    }

    /// Exchanges the names of two files. Returns whether the system can do this.
    #[expect(clippy::unnecessary_wraps, reason = "on Unix it can fail")]
    pub(crate) fn exchange(&self, _with: &Self) -> io::Result<bool> {
        Ok(false)
    }

    pub(crate) fn remove(&self) -> io::Result<()> {
        fs::remove_file(&self.0)
    }

    /// Nothing to do: a name that was changed is on the disk with the file.
    pub(crate) fn sync_name(&self) {}
}

fn to_kind(of: FileType) -> Option<Kind> {
    match of {
        _ if of.is_file() => Some(Kind::File),
        _ if of.is_dir() => Some(Kind::Dir),
        _ if of.is_symlink() => Some(Kind::Link),
        _ => None,
    }
}
