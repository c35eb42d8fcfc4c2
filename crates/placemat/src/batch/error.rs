use core::{error, fmt};

use crate::Utf8Error;

/// What is wrong with the first row of a batch that something is wrong with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// The row is not valid UTF-8.
    Malformed {
        /// How many rows come before it.
        row: usize,
        /// Its first error; positions count from the start of the row.
        error: Utf8Error,
    },
    /// The row ends before it begins.
    NotAscending {
        /// How many rows come before it.
        row: usize,
    },
    /// The row, or the length before it, is not inside the buffer; or there is no such buffer.
    OutOfBounds {
        /// How many rows come before it.
        row: usize,
    },
    /// The view of a short row has something other than zeros after the row.
    Padding {
        /// How many rows come before it.
        row: usize,
    },
    /// The view of a long row does not have the first four bytes of the row.
    Prefix {
        /// How many rows come before it.
        row: usize,
    },
}

impl Error {
    /// How many rows come before the one that the error is about.
    #[must_use]
    pub const fn row(&self) -> usize {
        match *self {
            Self::Malformed { row, .. }
            | Self::NotAscending { row }
            | Self::OutOfBounds { row }
            | Self::Padding { row }
            | Self::Prefix { row } => row,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}: ", self.row())?;
        match self {
            Self::Malformed { error, .. } => error.fmt(f),
            Self::NotAscending { .. } => f.write_str("it ends before it begins"),
            Self::OutOfBounds { .. } => f.write_str("it is not inside the buffer"),
            Self::Padding { .. } => f.write_str("its view has more than zeros after it"),
            Self::Prefix { .. } => f.write_str("its view begins otherwise than the row itself"),
        }
    }
}

// No source: the text above has that of the `Utf8Error`.
impl error::Error for Error {}
