//! On Unix: names relative to an open directory.

use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::{ffi::OsStr, fs::File, io, sync::Arc};

use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{
    self, AtFlags, CWD, FileType, FlockOperation, Mode, OFlags, Stat, flock, fstat, fsync, linkat, openat,
    readlinkat, renameat, statat, unlinkat,
};
use rustix::io::Errno;

use super::{Entry, Kind, TEMPORARY, leads_nowhere, not_regular};

/// To open a directory, which need not be readable to reach what is in it.
#[cfg(any(target_os = "linux", target_os = "android"))]
const SEARCH: OFlags = OFlags::PATH.union(OFlags::DIRECTORY);
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const SEARCH: OFlags = OFlags::DIRECTORY;

/// How many links in a row are followed, as in Linux.
const MOST_LINKS: usize = 40;

/// Identifies a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Id {
    device: u64,
    inode: u64,
}

/// What changes if a program writes to a file or replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct State {
    kind: Option<Kind>,
    contents: (Id, u64, [i64; 2]),
    /// The mode, the user and the group.
    access: [u32; 3],
    /// The time when anything changed, even the name.
    changed: [i64; 2],
}

impl State {
    pub(crate) fn of(file: &File) -> io::Result<Self> {
        Ok(Self::from(&fstat(file)?))
    }

    pub(crate) fn is_file(&self) -> bool {
        self.kind == Some(Kind::File)
    }

    /// Whether it is the same file.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.contents.0 == other.contents.0
    }

    /// Whether it is the same file, and nobody has written to it or changed who may access it.
    pub(crate) fn has_contents_of(&self, other: &Self) -> bool {
        self.contents == other.contents && self.access == other.access
    }
}

#[allow(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::unnecessary_cast,
    reason = "it depends on the system"
)]
impl From<&Stat> for State {
    fn from(of: &Stat) -> Self {
        Self {
            kind: to_kind(FileType::from_raw_mode(of.st_mode)),
            contents: (id(of), of.st_size as u64, [of.st_mtime as i64, of.st_mtime_nsec as i64]),
            access: [of.st_mode as u32, of.st_uid, of.st_gid],
            changed: [of.st_ctime as i64, of.st_ctime_nsec as i64],
        }
    }
}

/// An open directory.
#[derive(Clone, Debug)]
pub(crate) struct Dir(Arc<OwnedFd>);

impl Dir {
    /// Opens a directory that the user names, perhaps by a link.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        open(CWD, path.as_os_str(), SEARCH)
    }

    /// Opens a directory in this one.
    pub(crate) fn enter(&self, name: &OsStr, follow: bool) -> io::Result<Self> {
        open(&self.0, name, if follow { SEARCH } else { SEARCH | OFlags::NOFOLLOW })
    }

    pub(crate) fn parent(&self) -> io::Result<Self> {
        self.enter("..".as_ref(), true)
    }

    pub(crate) fn id(&self) -> io::Result<Id> {
        Ok(id(&fstat(&self.0)?))
    }

    pub(crate) fn at(&self, name: &OsStr) -> Place {
        Place { dir: self.clone(), name: name.into() }
    }

    /// Lists the directory, in no particular order.
    pub(crate) fn list(&self) -> io::Result<impl Iterator<Item = io::Result<Entry>> + use<>> {
        let readable = openat(&self.0, ".", OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
        let mut entries = fs::Dir::new(readable)?;
        Ok(std::iter::from_fn(move || {
            loop {
                let entry = match entries.read()? {
                    Ok(entry) => entry,
                    Err(error) => return Some(Err(error.into())),
                };
                let name = OsStr::from_bytes(entry.file_name().to_bytes());
                if name == "." || name == ".." {
                    continue;
                }
                let kind = match entry.file_type() {
                    // Some file systems do not report the type.
                    FileType::Unknown => entries
                        .fd()
                        .and_then(|dir| statat(dir, name, AtFlags::SYMLINK_NOFOLLOW))
                        .map(|of| FileType::from_raw_mode(of.st_mode)),
                    known => Ok(known),
                };
                return Some(Ok((name.into(), kind.map(to_kind).map_err(io::Error::from))));
            }
        }))
    }

    /// The kind and the id of an entry, after following symbolic links.
    pub(crate) fn metadata(&self, name: &OsStr) -> io::Result<(Option<Kind>, Id)> {
        let of = statat(&self.0, name, AtFlags::empty())?;
        Ok((to_kind(FileType::from_raw_mode(of.st_mode)), id(&of)))
    }

    /// The ancestors of the directory, innermost first, up to one that is `known` or that cannot be opened.
    pub(crate) fn ancestors(&self, known: impl Fn(&Id) -> bool) -> Vec<Id> {
        let mut ids = Vec::new();
        let (mut dir, mut last) = (self.clone(), self.id().ok());
        while let Ok(parent) = dir.parent() {
            let Ok(id) = parent.id() else { break };
            // The root is its own parent.
            if last.as_ref() == Some(&id) || known(&id) {
                break;
            }
            ids.push(id.clone());
            (dir, last) = (parent, Some(id));
        }
        ids
    }
}

/// A name in a directory.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    dir: Dir,
    name: Box<OsStr>,
}

impl Place {
    /// The file that the user names, perhaps by a link. It need not exist.
    pub(crate) fn named(path: &Path) -> io::Result<Self> {
        Self::below(CWD, path)?.resolve()
    }

    fn below(dir: impl AsFd, path: &Path) -> io::Result<Self> {
        let is_dir = path.as_os_str().as_bytes().ends_with(b"/");
        let Some(name) = path.file_name().filter(|_| !is_dir) else {
            return Err(io::ErrorKind::IsADirectory.into());
        };
        let parent = path.parent().map_or(OsStr::new(""), Path::as_os_str);
        let parent = if parent.is_empty() { OsStr::new(".") } else { parent };
        Ok(Self { dir: open(dir, parent, SEARCH)?, name: name.into() })
    }

    /// If it is a symbolic link, the place to which it leads.
    pub(crate) fn resolve(mut self) -> io::Result<Self> {
        for links in 0..=MOST_LINKS {
            match readlinkat(&self.dir.0, &*self.name, Vec::new()) {
                Ok(target) => {
                    let target = PathBuf::from(std::ffi::OsString::from_vec(target.into_bytes()));
                    self = Self::below(&self.dir.0, &target)?;
                }
                Err(Errno::NOENT) if links > 0 => return Err(leads_nowhere()),
                // It is no link.
                Err(Errno::INVAL | Errno::NOENT) => return Ok(self),
                Err(error) => return Err(error.into()),
            }
        }
        Err(Errno::LOOP.into())
    }

    pub(super) fn beside(&self, name: &OsStr) -> Self {
        self.dir.at(name)
    }

    pub(crate) fn name(&self) -> &Path {
        Path::new(&*self.name)
    }

    /// The state of what has this name now.
    pub(crate) fn state(&self) -> io::Result<State> {
        Ok(State::from(&statat(&self.dir.0, &*self.name, AtFlags::SYMLINK_NOFOLLOW)?))
    }

    pub(super) fn open_any(&self, writes: bool) -> io::Result<File> {
        let access = if writes { OFlags::RDWR } else { OFlags::RDONLY };
        let flags = access | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        match openat(&self.dir.0, &*self.name, flags, Mode::empty()) {
            Err(Errno::LOOP) => Err(not_regular()),
            opened => Ok(opened?.into()),
        }
    }

    /// Creates the file, locked until it is closed, so that no other run takes it for an input.
    pub(super) fn create(&self, mode: u16) -> io::Result<File> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let file = openat(&self.dir.0, &*self.name, flags, Mode::from_raw_mode(mode.into()))?;
        // Some file systems have no locks. Then `is_temporary` cannot lock it either.
        let _ = flock(&file, FlockOperation::LockExclusive);
        Ok(file.into())
    }

    /// Whether it is the temporary file of a running command: it is locked, or so new that it is empty. What a killed
    /// command has left is a file like any other.
    pub(crate) fn is_temporary(&self) -> bool {
        self.name.as_bytes().starts_with(TEMPORARY.as_bytes())
            && self.open(false).is_ok_and(|file| {
                flock(&file, FlockOperation::NonBlockingLockShared).is_err()
                    || file.metadata().is_ok_and(|of| of.len() == 0)
            })
    }

    /// Renames the file, which replaces another one.
    pub(crate) fn rename(&self, to: &Self) -> io::Result<()> {
        Ok(renameat(&self.dir.0, &*self.name, &to.dir.0, &*to.name)?)
    }

    /// Renames the file, unless there is one of the new name.
    pub(crate) fn rename_new(&self, to: &Self) -> io::Result<()> {
        if self.rename_with(to, false)? { Ok(()) } else { self.link(to).and_then(|()| self.remove()) }
    }

    /// Gives the file another name, unless there is one of that name.
    pub(crate) fn link(&self, to: &Self) -> io::Result<()> {
        Ok(linkat(&self.dir.0, &*self.name, &to.dir.0, &*to.name, AtFlags::empty())?)
    }

    /// Exchanges the names of two files. Returns whether the system can do this.
    pub(crate) fn exchange(&self, with: &Self) -> io::Result<bool> {
        self.rename_with(with, true)
    }

    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    fn rename_with(&self, to: &Self, exchange: bool) -> io::Result<bool> {
        let flags = if exchange { fs::RenameFlags::EXCHANGE } else { fs::RenameFlags::NOREPLACE };
        match fs::renameat_with(&self.dir.0, &*self.name, &to.dir.0, &*to.name, flags) {
            Ok(()) => Ok(true),
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
    #[expect(clippy::unnecessary_wraps, reason = "on other systems it can fail")]
    fn rename_with(&self, _: &Self, _: bool) -> io::Result<bool> {
        Ok(false)
    }

    pub(crate) fn remove(&self) -> io::Result<()> {
        Ok(unlinkat(&self.dir.0, &*self.name, AtFlags::empty())?)
    }

    /// Syncs the name to disk. Some file systems do not support it.
    pub(crate) fn sync_name(&self) {
        let dir = openat(&self.dir.0, ".", OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty());
        let _ = dir.and_then(fsync);
    }
}

fn open(at: impl AsFd, path: &OsStr, flags: OFlags) -> io::Result<Dir> {
    Ok(Dir(Arc::new(openat(at, path, flags | OFlags::CLOEXEC, Mode::empty())?)))
}

#[allow(
    clippy::useless_conversion,
    clippy::cast_sign_loss,
    clippy::unnecessary_cast,
    reason = "it depends on the system"
)]
fn id(of: &Stat) -> Id {
    Id { device: of.st_dev as u64, inode: of.st_ino as u64 }
}

fn to_kind(of: FileType) -> Option<Kind> {
    match of {
        FileType::RegularFile => Some(Kind::File),
        FileType::Directory => Some(Kind::Dir),
        FileType::Symlink => Some(Kind::Link),
        _ => None,
    }
}
