//! The bytes of a line that is valid so far.

use std::fs::File;
use std::io::{Read, Seek, Write};

use super::stop::Stop;

/// The maximum number of bytes that stay in memory.
const MEMORY: usize = 1 << 20;

/// The size of a piece that is read from the file.
const PIECE: usize = 64 << 10;

/// The bytes that are held. Those in the temporary file come first.
#[derive(Default)]
pub(super) struct Held {
    file: Option<File>,
    memory: Vec<u8>,
}

impl Held {
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        self.memory.extend_from_slice(bytes);
        if self.memory.len() > MEMORY {
            let file = self.file.take().map_or_else(tempfile::tempfile, Ok).map_err(Stop::Held)?;
            self.file.insert(file).write_all(&self.memory).map_err(Stop::Held)?;
            self.memory.clear();
        }
        Ok(())
    }

    /// Passes everything on, and forgets it.
    pub(super) fn release(&mut self, mut write: impl FnMut(&[u8]) -> Result<(), Stop>) -> Result<(), Stop> {
        if let Some(mut file) = self.file.take() {
            file.rewind().map_err(Stop::Held)?;
            let mut piece = vec![0; PIECE];
            loop {
                match file.read(&mut piece).map_err(Stop::Held)? {
                    0 => break,
                    read => write(&piece[..read])?,
                }
            }
        }
        write(&self.memory)?;
        self.clear();
        Ok(())
    }

    pub(super) fn clear(&mut self) {
        self.file = None;
        self.memory.clear();
    }
}
