//! The reasons to end a conversion early.

use std::{fmt, io};

use crate::{charset::Charset, stream::Position, text::is_harmless};

/// Why a conversion ended early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The input is invalid, or the output cannot represent it, and the policy is to stop.
    Problem(Problem),
    /// The input lacks the BOM that this encoding requires.
    NoBom(Charset),
    /// The input cannot be read.
    Read(io::Error),
    /// The output cannot be written.
    Write(io::Error),
}

/// An invalid sequence, or a character that the output cannot represent.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) position: Position,
    /// The offset in the input; `None` if the encoding does not permit computing it.
    pub(crate) offset: Option<u64>,
    pub(crate) what: What,
}

#[derive(Clone, Debug)]
pub(crate) enum What {
    Invalid { len: u64, words: String },
    Unmappable { char: char, to: Charset },
}

impl Problem {
    /// The number of invalid bytes.
    pub(crate) fn len(&self) -> u64 {
        match &self.what {
            What::Invalid { len, .. } => *len,
            What::Unmappable { .. } => 0,
        }
    }
}

impl fmt::Display for Problem {
    /// Starts with the line number, to follow the name of the input and a colon.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column } = self.position;
        write!(f, "{line}:{column}: ")?;
        if let Some(offset) = self.offset {
            write!(f, "byte {offset}: ")?;
        }
        self.what.fmt(f)
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid { words, .. } => f.write_str(words),
            Self::Unmappable { char, to } => {
                write!(f, "U+{:04X}", u32::from(*char))?;
                if is_harmless(*char) {
                    write!(f, " \"{char}\"")?;
                }
                write!(f, " is not in {to}")
            }
        }
    }
}
