//! The input of a command that writes: a file or standard input.

use std::{
    fs::File,
    io::{self, Read, Seek},
    path::Path,
};

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

/// An opened input.
pub(crate) enum Source {
    Stdin,
    File(Handle),
}

impl Source {
    /// Standard input for `-`, otherwise the file.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::Stdin);
        }
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        Self::new(file)
    }

    pub(crate) fn new(file: File) -> io::Result<Self> {
        Handle::from_file(file).map(Self::File)
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

    /// The first bytes of a file. Rewinds it afterwards.
    pub(crate) fn head(&mut self) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        self.by_ref().take(count(HEAD)).read_to_end(&mut head)?;
        self.rewind()?;
        Ok(head)
    }

    /// Whether a file is UTF-8. Rewinds it afterwards.
    pub(crate) fn encoding(&mut self) -> io::Result<Utf8> {
        let Self::File(handle) = self else { return Ok(Utf8::No) };
        let mut file = handle.as_file();
        let mut validator = Validator::new();
        let mut buffer = vec![0; 64 << 10];
        let (mut is_ascii, mut is_utf8) = (true, true);
        while is_utf8 {
            let bytes = match file.read(&mut buffer)? {
                0 => break,
                read => &buffer[..read],
            };
            is_ascii &= bytes.is_ascii();
            is_utf8 = validator.feed(bytes).is_ok();
        }
        file.rewind()?;
        Ok(match is_utf8 && validator.finish().is_ok() {
            true if is_ascii => Utf8::Ascii,
            true => Utf8::BeyondAscii,
            false => Utf8::No,
        })
    }

    /// The file, if it is a regular one.
    pub(crate) fn file(&self) -> Option<&File> {
        match self {
            Self::File(handle) => {
                Some(handle.as_file()).filter(|file| file.metadata().is_ok_and(|of| of.is_file()))
            }
            _ => None,
        }
    }

    /// Rewinds a regular file; other inputs cannot be read twice.
    pub(crate) fn rewind(&mut self) -> io::Result<()> {
        match self {
            Self::File(handle) if handle.as_file().metadata()?.is_file() => handle.as_file().rewind(),
            _ => Err(io::ErrorKind::NotSeekable.into()),
        }
    }

    /// Whether it is the same regular file as `other`.
    pub(crate) fn is(&self, other: &Handle) -> bool {
        let is_regular = |handle: &Handle| handle.as_file().metadata().is_ok_and(|meta| meta.is_file());
        match self {
            Self::Stdin => Handle::stdin().is_ok_and(|own| own == *other && is_regular(&own)),
            Self::File(own) => own == other && is_regular(own),
        }
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stdin => stdio::Input.read(buffer),
            Self::File(handle) => handle.as_file_mut().read(buffer),
        }
    }
}
