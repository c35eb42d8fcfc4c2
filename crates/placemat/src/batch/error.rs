use core::{error, fmt};

use crate::Utf8Error;

/// The error in the first invalid row of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RowError {
    /// The row is not valid UTF-8.
    Invalid {
        /// The index of the row.
        row: usize,
        /// The first error in the row; its position counts from the start of the row, in bytes.
        error: Utf8Error,
    },
    /// The row ends before it begins.
    NotAscending {
        /// The index of the row.
        row: usize,
    },
    /// The row, or its length prefix, is out of bounds, or its buffer does not exist.
    OutOfBounds {
        /// The index of the row.
        row: usize,
    },
    /// The view of a short row is not padded with zeros.
    Padding {
        /// The index of the row.
        row: usize,
    },
    /// The prefix in the view of a long row differs from the row's first four bytes.
    Prefix {
        /// The index of the row.
        row: usize,
    },
    /// A bitmap has no bit for the row.
    Bitmap {
        /// The index of the row.
        row: usize,
    },
    /// The repaired column is too long for its offsets or lengths, from this row on.
    TooLong {
        /// The index of the row.
        row: usize,
    },
}

impl RowError {
    /// The index of the first invalid row.
    #[must_use]
    pub const fn row(&self) -> usize {
        match *self {
            Self::Invalid { row, .. }
            | Self::NotAscending { row }
            | Self::OutOfBounds { row }
            | Self::Padding { row }
            | Self::Prefix { row }
            | Self::Bitmap { row }
            | Self::TooLong { row } => row,
        }
    }
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}: ", self.row())?;
        match self {
            Self::Invalid { error, .. } => error.fmt(f),
            Self::NotAscending { .. } => f.write_str("it ends before it begins"),
            Self::OutOfBounds { .. } => f.write_str("it is not inside the buffer"),
            Self::Padding { .. } => f.write_str("the padding in its view is not zero"),
            Self::Prefix { .. } => f.write_str("the prefix in its view differs from the row"),
            Self::Bitmap { .. } => f.write_str("the bitmap has no bit for it"),
            Self::TooLong { .. } => f.write_str("with U+FFFD it ends beyond the largest offset"),
        }
    }
}

// No source: the message above includes that of the `Utf8Error`.
impl error::Error for RowError {}
