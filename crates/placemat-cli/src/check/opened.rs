//! Files that have been opened, and what their first octets tell.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use crate::{
    args::Binary,
    hint::Hint,
    output::End,
    sniff::{HEAD, Look},
    text::count,
};

/// An input that could be opened.
pub(super) enum Opened<R> {
    /// To be checked.
    Text(Headed<R>),
    /// Not to be checked, and why.
    Skipped(End),
}

impl Opened<File> {
    /// Finds out whether to check this file.
    pub(super) fn new(path: &Path, file: File, binary: Binary) -> io::Result<Self> {
        let mut file = Headed::new(file);
        if binary == Binary::Check {
            return Ok(Self::Text(file));
        }
        file.read_head()?;
        Ok(match Look::of(&file.head) {
            Look::Text => Self::Text(file),
            Look::Binary => Self::Skipped(End::Binary { listed: binary == Binary::List }),
            Look::Utf16 { little_endian } => {
                let bytes = count(file.head.len());
                let hint = Hint::utf16(little_endian, path, file.file());
                Self::Skipped(End::Utf16 { hint, bytes })
            }
        })
    }
}

/// A reader that remembers its first octets.
pub(super) struct Headed<R> {
    head: Vec<u8>,
    /// How many octets of the head are still to be read.
    unread: usize,
    inner: R,
}

impl<R: Read> Headed<R> {
    pub(super) fn new(inner: R) -> Self {
        Self { head: Vec::new(), unread: 0, inner }
    }

    pub(super) fn file(&self) -> &R {
        &self.inner
    }

    /// Reads the head, so that it is known before all else.
    pub(super) fn read_head(&mut self) -> io::Result<()> {
        if !self.head.is_empty() {
            return Ok(());
        }
        self.inner.by_ref().take(count(HEAD)).read_to_end(&mut self.head)?;
        self.unread = self.head.len();
        Ok(())
    }

    /// What has been read of the first bytes.
    pub(super) fn head(&self) -> &[u8] {
        &self.head
    }
}

impl<R: Read> Read for Headed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.unread > 0 {
            let from = self.head.len() - self.unread;
            let read = (&self.head[from..]).read(buffer)?;
            self.unread -= read;
            return Ok(read);
        }
        let read = self.inner.read(buffer)?;
        let missing = HEAD.saturating_sub(self.head.len());
        self.head.extend_from_slice(&buffer[..read.min(missing)]);
        Ok(read)
    }
}
