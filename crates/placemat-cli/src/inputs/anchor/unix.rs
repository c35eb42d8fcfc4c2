//! On Unix: paths relative to an open directory.

use std::{ffi::OsStr, fs::File, io, os::unix::ffi::OsStrExt, path::Path, sync::Arc};

use rustix::{
    fd::{AsFd, BorrowedFd, OwnedFd},
    fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat, fstat, openat, statat},
};

use super::{Entry, Kind, Listing};

/// A directory whose path from the last anchor is longer than this becomes an anchor. With another name, of at most
/// 255 bytes, the path stays below the `PATH_MAX` of any system.
const SPAN: usize = 512;

/// Identifies a directory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::inputs) struct Id {
    device: u64,
    inode: u64,
}

/// The start of paths.
#[derive(Clone, Debug, Default)]
pub(in crate::inputs) struct Anchor {
    /// The directory; `None` for the current one.
    dir: Option<Arc<OwnedFd>>,
    /// The number of bytes of a path that lead to it.
    skipped: usize,
}

impl Anchor {
    /// Lists the directory `path`, in no particular order.
    pub(in crate::inputs) fn list(
        &self,
        path: &Path,
    ) -> io::Result<Listing<impl Iterator<Item = io::Result<Entry>> + use<>>> {
        let dir = self.open(path, OFlags::DIRECTORY)?;
        let id = id(&fstat(&dir)?);
        let (anchor, mut entries) = if self.rest(path).len() > SPAN {
            let skipped = path.as_os_str().len() + usize::from(!path.as_os_str().as_bytes().ends_with(b"/"));
            let entries = Dir::read_from(&dir)?;
            (Self { dir: Some(Arc::new(dir)), skipped }, entries)
        } else {
            (self.clone(), Dir::new(dir)?)
        };
        let entries = std::iter::from_fn(move || {
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
        });
        Ok(Listing { anchor, id, entries })
    }

    /// The kind and the id of `path`, after following symbolic links.
    pub(in crate::inputs) fn metadata(&self, path: &Path) -> io::Result<(Option<Kind>, Id)> {
        let of = statat(self.start(), self.rest(path), AtFlags::empty())?;
        Ok((to_kind(FileType::from_raw_mode(of.st_mode)), id(&of)))
    }

    /// Opens a file without blocking.
    pub(in crate::inputs) fn open_file(&self, path: &Path) -> io::Result<File> {
        self.open(path, OFlags::NONBLOCK | OFlags::NOCTTY).map(File::from)
    }

    /// The ancestors of the directory `path`, innermost first, up to one that is `known` or that cannot be opened.
    pub(in crate::inputs) fn ancestors(&self, path: &Path, known: impl Fn(&Id) -> bool) -> Vec<Id> {
        let mut ids = Vec::new();
        let Ok(mut dir) = self.open(path, OFlags::DIRECTORY) else { return ids };
        let mut last = fstat(&dir).ok().map(|of| id(&of));
        loop {
            let Ok(parent) = openat(&dir, "..", OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()) else {
                return ids;
            };
            let Ok(id) = fstat(&parent).map(|of| id(&of)) else { return ids };
            // The root is its own parent.
            if last.as_ref() == Some(&id) || known(&id) {
                return ids;
            }
            ids.push(id.clone());
            (dir, last) = (parent, Some(id));
        }
    }

    fn open(&self, path: &Path, flags: OFlags) -> io::Result<OwnedFd> {
        Ok(openat(self.start(), self.rest(path), flags | OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?)
    }

    fn start(&self) -> BorrowedFd<'_> {
        self.dir.as_ref().map_or(CWD, |dir| dir.as_fd())
    }

    /// The part of `path` relative to the anchor.
    fn rest<'a>(&self, path: &'a Path) -> &'a OsStr {
        OsStr::from_bytes(path.as_os_str().as_bytes().get(self.skipped..).unwrap_or_default())
    }
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
