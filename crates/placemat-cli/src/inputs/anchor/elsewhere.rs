//! On other systems: whole paths.

use std::{
    fs::{self, File, FileType},
    io,
    path::{Path, PathBuf},
};

use super::{Entry, Kind, Listing};

/// Identifies a directory: its real path.
pub(in crate::inputs) type Id = PathBuf;

/// The start of paths: the current directory.
#[derive(Clone, Debug, Default)]
pub(in crate::inputs) struct Anchor;

impl Anchor {
    /// Lists the directory `path`, in no particular order.
    pub(in crate::inputs) fn list(
        &self,
        path: &Path,
    ) -> io::Result<Listing<impl Iterator<Item = io::Result<Entry>> + use<>>> {
        let entries = fs::read_dir(path)?.map(|entry| {
            entry.map(|entry| (entry.file_name().into_boxed_os_str(), entry.file_type().map(to_kind)))
        });
        Ok(Listing { anchor: Self, id: fs::canonicalize(path)?, entries })
    }

    /// The kind and the id of `path`, after following symbolic links.
    pub(in crate::inputs) fn metadata(&self, path: &Path) -> io::Result<(Option<Kind>, Id)> {
        Ok((to_kind(fs::metadata(path)?.file_type()), fs::canonicalize(path)?))
    }

    /// Opens a file.
    pub(in crate::inputs) fn open_file(&self, path: &Path) -> io::Result<File> {
        File::open(path)
    }

    /// The ancestors of the directory `path`, innermost first, up to one that is `known`.
    pub(in crate::inputs) fn ancestors(&self, path: &Path, known: impl Fn(&Id) -> bool) -> Vec<Id> {
        let Ok(real) = fs::canonicalize(path) else { return Vec::new() };
        let above = real.ancestors().skip(1).map(Path::to_owned);
        above.take_while(|id| !known(id)).collect()
    }
}

fn to_kind(of: FileType) -> Option<Kind> {
    match of {
        _ if of.is_file() => Some(Kind::File),
        _ if of.is_dir() => Some(Kind::Dir),
        _ if of.is_symlink() => Some(Kind::Link),
        _ => None,
    }
}
