use core::{error, fmt};

/// The error of a conversion of a whole text.
///
/// ```
/// use placemat::convert::{Converter, ConvertError, Latin1, Utf8};
///
/// let error = Converter::<Utf8, Latin1>::strict().output_len("5 \u{20AC}".as_bytes()).unwrap_err();
/// assert_eq!(error, ConvertError::Unmappable { at: 2, character: '\u{20AC}' });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConvertError<E> {
    /// The source is invalid.
    Invalid(E),
    /// The target encoding lacks a character of the source.
    Unmappable {
        /// Its offset in the source, in units.
        at: usize,
        /// The first such character.
        character: char,
    },
}

#[cfg(feature = "alloc")]
impl<E> ConvertError<E> {
    /// The error of a conversion to an encoding that has every character.
    pub(crate) fn invalid(self) -> E {
        match self {
            Self::Invalid(error) => error,
            Self::Unmappable { .. } => unreachable!("the target has every character"),
        }
    }
}

impl<E: fmt::Display> fmt::Display for ConvertError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(error) => error.fmt(f),
            Self::Unmappable { at, character } => {
                write!(f, "U+{:04X} at index {at} is not in the target encoding", u32::from(*character))
            }
        }
    }
}

// No source: the message above is already that of the inner error.
impl<E: error::Error> error::Error for ConvertError<E> {}
