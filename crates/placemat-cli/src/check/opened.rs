//! Opened files, and the file type from their first bytes.

use std::{fs::File, io, path::Path};

use crate::{args::Binary, hint::Hint, output::Ended, sniff::FileType, source::Source, text::count};

/// An opened input.
pub(super) enum Opened {
    /// To be checked.
    Text(Source),
    /// Not to be checked, with the outcome.
    Skipped(Ended),
}

impl Opened {
    /// Decides whether to check this file.
    pub(super) fn new(path: &Path, file: File, binary: Binary) -> io::Result<Self> {
        let mut input = Source::new(file)?;
        if binary == Binary::Check {
            return Ok(Self::Text(input));
        }
        Ok(match FileType::of(input.peek()?) {
            FileType::Text => Self::Text(input),
            FileType::Binary => Self::Skipped(Ended::Binary { listed: binary == Binary::List }),
            FileType::Utf16 { little_endian } => {
                let bytes = count(input.head().len());
                let hint = Hint::utf16(little_endian, path, input.file());
                Self::Skipped(Ended::Utf16 { hint, bytes })
            }
        })
    }
}
