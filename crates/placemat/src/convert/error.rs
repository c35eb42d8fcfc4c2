use core::{error, fmt};

/// The error of a conversion of a whole text.
///
/// ```
/// use placemat::convert::{Converter, Error, Latin1, Utf8};
///
/// let error = Converter::<Utf8, Latin1>::strict().output_len("5 \u{20AC}".as_bytes()).unwrap_err();
/// assert_eq!(error, Error::Unmappable { at: 2, character: '\u{20AC}' });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error<E> {
    /// The source is invalid.
    Malformed(E),
    /// The target encoding lacks a character of the source.
    Unmappable {
        /// Its offset in the source, in units.
        at: usize,
        /// The first such character.
        character: char,
    },
}

#[cfg(feature = "alloc")]
impl<E> Error<E> {
    /// The error of a conversion to an encoding that has every character.
    pub(crate) fn malformed(self) -> E {
        match self {
            Self::Malformed(error) => error,
            Self::Unmappable { .. } => unreachable!("the target has every character"),
        }
    }
}

impl<E: fmt::Display> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(error) => error.fmt(f),
            Self::Unmappable { at, character } => {
                write!(f, "U+{:04X} at index {at} is not in the target encoding", u32::from(*character))
            }
        }
    }
}

// No source: the message above is already that of the inner error.
impl<E: error::Error> error::Error for Error<E> {}
