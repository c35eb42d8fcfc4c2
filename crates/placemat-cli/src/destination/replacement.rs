//! Output that replaces the input.
//!
//! While the output equals the file, nothing is written. At the first difference a temporary file is created, and the
//! equal part is copied. So a file that needs no change is not touched.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File, Metadata, OpenOptions},
    io::{self, Read, Seek, Write},
    path::{Path, PathBuf},
};

use same_file::Handle;

use super::{backup, temporary::Temporary};
use crate::text::count;

pub(crate) struct Replacement {
    path: PathBuf,
    meta: Metadata,
    keep_times: bool,
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
    pub(super) fn new(path: &Path, keep_times: bool, writes: bool) -> io::Result<Self> {
        // A file that is not writable is not replaced.
        let file = OpenOptions::new().read(true).write(writes).open(path)?;
        let meta = file.metadata()?;
        let original = Handle::from_file(file)?;
        Ok(Self {
            path: path.to_owned(),
            meta,
            keep_times,
            backup: None,
            original,
            equal: 0,
            temporary: None,
            writes,
            differs: false,
        })
    }

    pub(super) fn with_backup(self, suffix: Option<&OsStr>) -> Self {
        Self { backup: suffix.map(OsStr::to_owned), ..self }
    }

    /// Creates the temporary file if there is none yet, with the equal part.
    fn begin(&mut self) -> io::Result<&mut Temporary> {
        let temporary = match self.temporary.take() {
            Some(temporary) => temporary,
            None => {
                let mut temporary = Temporary::for_existing(&self.path, &self.meta)?;
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
        // Concurrent changes by another program must not be lost.
        let now = fs::metadata(&self.path)?;
        let same = Handle::from_path(&self.path)? == self.original
            && now.len() == self.meta.len()
            && now.modified().ok() == self.meta.modified().ok();
        if !same {
            return Err(changed());
        }
        let Some(temporary) = self.temporary else { return Ok(false) };
        if self.keep_times {
            temporary.set_times(&self.meta)?;
        }
        if let Some(suffix) = &self.backup {
            backup::make(temporary.path(), suffix)?;
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

fn changed() -> io::Error {
    io::Error::other("another program has changed it meanwhile; it is left as it is")
}
