//! The input of a command that writes: a file or standard input.

use std::io::{self, Read, Seek};
use std::{fs::File, path::Path};

use placemat::stream::Validator;
use same_file::Handle;

use crate::{sniff::HEAD, stdio, text::count};

/// Whether bytes are UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Utf8 {
    No,
    /// Nothing but ASCII.
    Ascii,
    BeyondAscii,
}

/// An opened input. It keeps its first bytes.
pub(crate) struct Source {
    /// `None` for standard input.
    file: Option<Handle>,
    head: Vec<u8>,
    /// The number of bytes of the head that are still to be returned.
    unread: usize,
}

impl Source {
    pub(crate) const STDIN: Self = Self { file: None, head: Vec::new(), unread: 0 };

    /// Standard input for `-`, otherwise the file.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::STDIN);
        }
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        Self::new(file)
    }

    pub(crate) fn new(file: File) -> io::Result<Self> {
        Ok(Self { file: Some(Handle::from_file(file)?), ..Self::STDIN })
    }

    /// The same input, if it can be read again; otherwise a temporary copy of it.
    pub(crate) fn rewindable(mut self) -> io::Result<Self> {
        if self.rewind().is_ok() {
            return Ok(self);
        }
        let mut copy = tempfile::tempfile()?;
        io::copy(&mut self, &mut copy)?;
        copy.rewind()?;
        Self::new(copy)
    }

    /// Reads the first bytes of a file in advance, and returns them.
    pub(crate) fn peek(&mut self) -> io::Result<&[u8]> {
        if let Some(file) = self.file.as_ref().filter(|_| self.head.is_empty()) {
            file.as_file().take(count(HEAD)).read_to_end(&mut self.head)?;
            self.unread = self.head.len();
        }
        Ok(&self.head)
    }

    /// The first bytes, as far as they have been read.
    pub(crate) fn head(&self) -> &[u8] {
        &self.head
    }

    /// Whether a file is UTF-8. Rewinds it afterwards.
    pub(crate) fn encoding(&mut self) -> io::Result<Utf8> {
        if self.file.is_none() {
            return Ok(Utf8::No);
        }
        let mut validator = Validator::new();
        let mut buffer = vec![0; 64 << 10];
        let (mut is_ascii, mut is_utf8) = (true, true);
        while is_utf8 {
            let bytes = match self.read(&mut buffer)? {
                0 => break,
                read => &buffer[..read],
            };
            is_ascii &= bytes.is_ascii();
            is_utf8 = validator.feed(bytes).is_ok();
        }
        self.rewind()?;
        Ok(match is_utf8 && validator.finish().is_ok() {
            true if is_ascii => Utf8::Ascii,
            true => Utf8::BeyondAscii,
            false => Utf8::No,
        })
    }

    /// The file, if it is a regular one.
    pub(crate) fn file(&self) -> Option<&File> {
        let file = self.file.as_ref()?.as_file();
        file.metadata().is_ok_and(|of| of.is_file()).then_some(file)
    }

    /// Rewinds a regular file; other inputs cannot be read twice.
    pub(crate) fn rewind(&mut self) -> io::Result<()> {
        self.file().ok_or(io::ErrorKind::NotSeekable)?.rewind()?;
        self.head.clear();
        self.unread = 0;
        Ok(())
    }

    /// Whether it is the same regular file as `other`.
    pub(crate) fn is(&self, other: &Handle) -> bool {
        let is_regular = |handle: &Handle| handle.as_file().metadata().is_ok_and(|meta| meta.is_file());
        match &self.file {
            None => Handle::stdin().is_ok_and(|own| own == *other && is_regular(&own)),
            Some(own) => own == other && is_regular(own),
        }
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.unread > 0 {
            let from = self.head.len() - self.unread;
            let read = (&self.head[from..]).read(buffer)?;
            self.unread -= read;
            return Ok(read);
        }
        let read = match &mut self.file {
            Some(file) => file.as_file_mut().read(buffer)?,
            None => stdio::Input.read(buffer)?,
        };
        let missing = HEAD.saturating_sub(self.head.len());
        self.head.extend_from_slice(&buffer[..read.min(missing)]);
        Ok(read)
    }
}
