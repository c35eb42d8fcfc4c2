//! Output that replaces the input.
//!
//! While the output equals the file, nothing is written. At the first difference a temporary file is created, and the
//! equal part is copied. So a file that needs no change is not touched.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, Write};

use same_file::Handle;

use super::attributes::Losses;
use super::temporary::{Temporary, changed};
use crate::place::{Place, State};
use crate::{source::Source, text::count};

pub(crate) struct Replacement {
    place: Place,
    meta: Metadata,
    /// Taken by the temporary file.
    state: Option<State>,
    keep_times: bool,
    losses: Losses,
    /// The suffix of the backup.
    backup: Option<OsString>,
    /// The original file.
    original: Handle,
    /// The number of output bytes that equal the file.
    equal: u64,
    /// The output, once it differs.
    temporary: Option<Temporary>,
    /// Whether to write it; otherwise the output is only compared.
    writes: bool,
    differs: bool,
}

impl Replacement {
    pub(super) fn new(place: Place, writes: bool) -> io::Result<Self> {
        // A file that is not writable is not replaced.
        let file = place.open(writes)?;
        Ok(Self {
            place,
            meta: file.metadata()?,
            state: Some(State::of(&file)?),
            keep_times: false,
            losses: Losses::Refused,
            backup: None,
            original: Handle::from_file(file)?,
            equal: 0,
            temporary: None,
            writes,
            differs: false,
        })
    }

    pub(super) fn with(self, keep_times: bool, losses: Losses, suffix: Option<&OsStr>) -> Self {
        Self { keep_times, losses, backup: suffix.map(OsStr::to_owned), ..self }
    }

    /// Whether the source is the file that is replaced.
    pub(super) fn replaces(&self, source: &Source) -> bool {
        source.is(&self.original)
    }

    /// Creates the temporary file if there is none yet, with the equal part.
    fn begin(&mut self) -> io::Result<&mut Temporary> {
        let temporary = match self.temporary.take() {
            Some(temporary) => temporary,
            None => {
                let file = self.original.as_file();
                let state = self.state.take().map_or_else(|| State::of(file), Ok)?;
                let mut temporary = Temporary::replacing(self.place.clone(), file, state, self.losses)?;
                if let Some(suffix) = &self.backup {
                    temporary.set_backup(self.place.with_suffix(suffix));
                }
                let mut original: &File = self.original.as_file();
                original.rewind()?;
                let copied = io::copy(&mut original.take(self.equal), &mut temporary)?;
                if copied < self.equal {
                    return Err(changed());
                }
                temporary
            }
        };
        Ok(self.temporary.insert(temporary))
    }

    /// Whether the file continues with these bytes.
    fn goes_on(&self, bytes: &[u8]) -> io::Result<bool> {
        let mut original: &File = self.original.as_file();
        let mut own = [0; 8 << 10];
        for part in bytes.chunks(own.len()) {
            let own = &mut own[..part.len()];
            match original.read_exact(own) {
                Ok(()) if own == part => {}
                Ok(()) => return Ok(false),
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }

    /// Returns whether the output differs from the file.
    pub(super) fn commit(mut self) -> io::Result<bool> {
        if self.temporary.is_none() {
            if self.equal == self.meta.len() || !self.writes {
                return Ok(self.differs || self.equal != self.meta.len());
            }
            // The output is a proper prefix of the file.
            self.begin()?;
        }
        let Some(temporary) = self.temporary else { return Ok(false) };
        if self.keep_times {
            temporary.set_times(&self.meta)?;
        }
        // On systems that cannot replace open files, it must be closed.
        drop(self.original);
        temporary.commit().map(|()| true)
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.temporary.is_none() && !self.differs && self.goes_on(bytes)? {
            self.equal += count(bytes.len());
            return Ok(bytes.len());
        }
        if !self.writes {
            self.differs = true;
            return Ok(bytes.len());
        }
        self.begin()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
