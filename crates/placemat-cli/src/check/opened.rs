//! Opened files, and the file type from their first bytes.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use crate::{
    args::Binary,
    hint::Hint,
    output::Ended,
    sniff::{FileType, HEAD},
    stdio,
    text::count,
};

/// An opened input.
pub(super) enum Opened {
    /// To be checked.
    Text(Peeked),
    /// Not to be checked, with the outcome.
    Skipped(Ended),
}

impl Opened {
    /// Standard input.
    pub(super) fn stdin() -> Self {
        Self::Text(Peeked { head: Vec::new(), unread: 0, file: None })
    }

    /// Decides whether to check this file.
    pub(super) fn new(path: &Path, file: File, binary: Binary) -> io::Result<Self> {
        let mut input = Peeked { head: Vec::new(), unread: 0, file: Some(file) };
        if binary == Binary::Check {
            return Ok(Self::Text(input));
        }
        input.read_head()?;
        Ok(match FileType::of(&input.head) {
            FileType::Text => Self::Text(input),
            FileType::Binary => Self::Skipped(Ended::Binary { listed: binary == Binary::List }),
            FileType::Utf16 { little_endian } => {
                let bytes = count(input.head.len());
                let hint = Hint::utf16(little_endian, path, input.file());
                Self::Skipped(Ended::Utf16 { hint, bytes })
            }
        })
    }
}

/// A reader that keeps its first bytes.
pub(super) struct Peeked {
    head: Vec<u8>,
    /// The number of bytes of the head that are still to be returned.
    unread: usize,
    /// `None` for standard input.
    file: Option<File>,
}

impl Peeked {
    pub(super) fn file(&self) -> Option<&File> {
        self.file.as_ref()
    }

    /// Reads the head of a file in advance.
    pub(super) fn read_head(&mut self) -> io::Result<()> {
        if let Some(file) = self.file.as_mut().filter(|_| self.head.is_empty()) {
            file.take(count(HEAD)).read_to_end(&mut self.head)?;
            self.unread = self.head.len();
        }
        Ok(())
    }

    /// The first bytes, as far as they have been read.
    pub(super) fn head(&self) -> &[u8] {
        &self.head
    }
}

impl Read for Peeked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.unread > 0 {
            let from = self.head.len() - self.unread;
            let read = (&self.head[from..]).read(buffer)?;
            self.unread -= read;
            return Ok(read);
        }
        let read = match &mut self.file {
            Some(file) => file.read(buffer)?,
            None => stdio::Input.read(buffer)?,
        };
        let missing = HEAD.saturating_sub(self.head.len());
        self.head.extend_from_slice(&buffer[..read.min(missing)]);
        Ok(read)
    }
}
