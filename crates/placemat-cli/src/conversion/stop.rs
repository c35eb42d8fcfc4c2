//! What can end a conversion early.

use std::{fmt, io};

use crate::{
    charset::Charset,
    reason::Reason,
    stream::Position,
    text::{is_harmless, spaced_hex},
};

/// Why a conversion ended early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The input is invalid, or the output cannot express it, and that is to end the conversion.
    Problem(Problem),
    /// The input does not begin with the signature that this encoding needs.
    NoSignature(Charset),
    /// The input cannot be read.
    Read(io::Error),
    /// The output cannot be written.
    Write(io::Error),
}

/// An ill-formed sequence, or a character that the output cannot express.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(super) position: Position,
    /// In the input; `None` if the encoding is such that it cannot be known.
    pub(super) offset: Option<u64>,
    pub(super) what: What,
}

#[derive(Clone, Debug)]
pub(super) enum What {
    Invalid { bytes: Vec<u8>, reason: Reason },
    Unmappable { char: char, to: Charset },
}

impl fmt::Display for Problem {
    /// Begins with the line, to be written after the name of the input and a colon.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column } = self.position;
        write!(f, "{line}:{column}: ")?;
        if let Some(offset) = self.offset {
            write!(f, "byte {offset}: ")?;
        }
        match &self.what {
            What::Invalid { bytes, reason } => write!(f, "{}: {reason}", spaced_hex(bytes).trim_end()),
            What::Unmappable { char, to } => {
                write!(f, "U+{:04X}", u32::from(*char))?;
                if is_harmless(*char) {
                    write!(f, " \"{char}\"")?;
                }
                write!(f, " is not in {to}")
            }
        }
    }
}
