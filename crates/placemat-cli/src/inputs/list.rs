//! `--files-from`.

use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::{fs::File, mem};

use memchr::memchr;

use crate::stdio;

/// The maximum length of a path in a list. No operating system accepts longer ones.
const LONGEST: u64 = 64 << 10;

/// U+FEFF in UTF-8.
const BOM: &[u8] = "\u{FEFF}".as_bytes();

/// A list of paths, read lazily.
pub(crate) struct List {
    /// `None` after the end, or after a read error.
    source: Option<Box<dyn BufRead + Send>>,
    /// Whether anything has been read.
    started: bool,
    /// The name of the list.
    path: PathBuf,
    /// The byte that ends a path.
    end: u8,
}

impl List {
    /// Opens the list `path`, whose paths end in a NUL or in a line feed.
    pub(crate) fn open(path: &Path, null: bool) -> Result<Self, String> {
        let source: Box<dyn BufRead + Send> = if super::is_stdin(path) {
            Box::new(BufReader::new(stdio::Input))
        } else {
            let file = File::open(path).and_then(|file| {
                // Opening a directory succeeds, but reading it does not.
                if file.metadata()?.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { Ok(file) }
            });
            match file {
                Ok(file) => Box::new(BufReader::new(file)),
                Err(error) => {
                    return Err(format!("--files-from {}: {error}", crate::text::shown(path)));
                }
            }
        };
        let end = if null { 0 } else { b'\n' };
        Ok(Self { source: Some(source), started: false, path: path.to_owned(), end })
    }

    /// Whether the list is read from standard input.
    pub(crate) fn is_stdin(&self) -> bool {
        super::is_stdin(&self.path)
    }

    /// The error for an unreadable path in the list, with a hint if the list seems to be of another kind.
    pub(super) fn doubt(&self, path: &Path, error: io::Error) -> io::Error {
        let bytes = path.as_os_str().as_encoded_bytes();
        let hint = if bytes.starts_with(BOM) {
            "does this list begin with a byte order mark (U+FEFF)? `placemat convert --bom strip` removes it"
        } else if self.end == b'\n' && memchr(0, bytes).is_some() {
            "do the paths of this list end in NULs? Then use --null"
        } else if self.end == b'\n' && bytes.ends_with(b"\r") {
            "do the lines of this list end in CR LF? Then the CR counts as a part of the path"
        } else if self.end == b'\n' && bytes.len() > 1 && bytes.starts_with(b"\"") && bytes.ends_with(b"\"") {
            "did git quote this name? Then use `git ls-files -z` and --null"
        } else if self.end == 0 && memchr(b'\n', bytes).is_some() {
            "do the paths of this list end in line feeds? Then leave --null out"
        } else {
            return error;
        };
        io::Error::new(error.kind(), format!("{error}; {hint}"))
    }

    /// The next path, without its terminator; empty at the end of the list.
    fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        let is_first = !mem::replace(&mut self.started, true);
        let read = match &mut self.source {
            None => 0,
            Some(source) => source.take(LONGEST).read_until(self.end, &mut line)?,
        };
        if read == 0 {
            self.source = None;
        } else if is_first && (line.starts_with(b"\xFF\xFE") || line.starts_with(b"\xFE\xFF")) {
            return Err(io::Error::other(
                "this list is UTF-16; `placemat convert --from utf-16 --bom strip` makes UTF-8 of it",
            ));
        } else if line.last() == Some(&self.end) {
            line.pop();
        } else if line.len() as u64 == LONGEST {
            return Err(io::Error::other("a line of this list is far too long for a path"));
        }
        Ok(line)
    }
}

impl Iterator for List {
    type Item = Result<PathBuf, (PathBuf, io::Error)>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.source.is_some() {
            match self.read().and_then(to_path) {
                Ok(None) => {}
                Ok(Some(path)) => return Some(Ok(path)),
                Err(error) => {
                    self.source = None;
                    return Some(Err((self.path.clone(), error)));
                }
            }
        }
        None
    }
}

/// Converts bytes to a path; `None` if there are none.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
fn to_path(bytes: Vec<u8>) -> io::Result<Option<PathBuf>> {
    use std::{ffi::OsString, os::unix::ffi::OsStringExt};
    Ok((!bytes.is_empty()).then(|| OsString::from_vec(bytes).into()))
}

/// Converts bytes to a path; `None` if there are none.
#[cfg(not(unix))]
fn to_path(mut bytes: Vec<u8>) -> io::Result<Option<PathBuf>> {
    // On Windows, editors end lines with CR LF.
    bytes.pop_if(|last| *last == b'\r');
    match placemat::string_from_utf8(bytes) {
        Ok(path) => Ok((!path.is_empty()).then(|| path.into())),
        Err(error) => Err(io::Error::other(format!("a line of this list is not UTF-8: {error}"))),
    }
}
