//! A compact notation for bytes.

use serde::{Deserialize, Serialize};

use super::hex;

/// A recipe for an input: pieces, concatenated.
///
/// In JSON it is a list. Bytes are hexadecimal digits, two for each:
///
/// ```json
/// [{"fill":"61","times":63},{"hex":"c2"}]
/// ```
///
/// ```
/// use placemat_conformance::vectors::Recipe;
///
/// let recipe = Recipe::of(&[b'a'; 63]).then(Recipe::of(b"\xC2"));
/// assert_eq!(recipe.len(), Some(64));
/// assert_eq!(recipe.bytes().last(), Some(&0xC2));
/// assert_eq!(recipe.pieces().len(), 2);
/// ```
///
/// Two recipes are equal if they make the same bytes.
#[derive(Clone, Debug, Default, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Recipe(Vec<Piece>);

impl PartialEq for Recipe {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || self.bytes() == other.bytes()
    }
}

/// A part of a [`Recipe`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Fields", into = "Fields")]
pub enum Piece {
    /// These bytes.
    Hex(Vec<u8>),
    /// These bytes, repeated.
    Fill {
        /// The bytes to repeat.
        bytes: Vec<u8>,
        /// The number of repetitions.
        times: usize,
    },
}

/// The longest pattern that [`Recipe::of`] detects.
const PATTERN: usize = 6;

/// Shorter repetitions are more readable when written out.
const WORTH: usize = 16;

impl Recipe {
    /// The maximum number of bytes that a recipe from a file may expand to: 16 MiB, as in a frame of the adapter
    /// protocol.
    pub const MOST: usize = 16 << 20;

    /// These pieces.
    #[must_use]
    pub const fn new(pieces: Vec<Piece>) -> Self {
        Self(pieces)
    }

    /// A short recipe for these bytes. Equal bytes always have the same recipe.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let mut pieces = Vec::new();
        let (mut at, mut plain) = (0, 0);
        while at < bytes.len() {
            let Some((width, times)) = repetition(&bytes[at..]) else {
                at += 1;
                continue;
            };
            if plain < at {
                pieces.push(Piece::Hex(bytes[plain..at].to_vec()));
            }
            pieces.push(Piece::Fill { bytes: bytes[at..at + width].to_vec(), times });
            at += width * times;
            plain = at;
        }
        if plain < bytes.len() {
            pieces.push(Piece::Hex(bytes[plain..].to_vec()));
        }
        Self(pieces)
    }

    /// Appends `next`.
    #[must_use]
    pub fn then(mut self, next: Self) -> Self {
        self.0.extend(next.0);
        self
    }

    /// The pieces.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.0
    }

    /// The length of the bytes; `None` if it exceeds `usize`.
    #[must_use]
    pub fn len(&self) -> Option<usize> {
        self.0.iter().try_fold(0_usize, |len, piece| len.checked_add(piece.len()?))
    }

    /// Whether the recipe expands to no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// The bytes.
    ///
    /// # Panics
    ///
    /// If they do not fit into memory. A recipe from a file has at most [`MOST`](Self::MOST) bytes.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut all = Vec::new();
        for piece in &self.0 {
            match piece {
                Piece::Hex(bytes) => all.extend_from_slice(bytes),
                Piece::Fill { bytes, times } => all.extend(bytes.repeat(*times)),
            }
        }
        all
    }

    /// The bytes as big-endian UTF-16 code units. A single byte at the end is omitted.
    #[must_use]
    pub fn units(&self) -> Vec<u16> {
        self.bytes().as_chunks().0.iter().map(|&pair| u16::from_be_bytes(pair)).collect()
    }
}

impl Piece {
    fn len(&self) -> Option<usize> {
        match self {
            Self::Hex(bytes) => Some(bytes.len()),
            Self::Fill { bytes, times } => bytes.len().checked_mul(*times),
        }
    }
}

/// The pattern at the start of `bytes`, as its length and the number of repetitions, if it is worth a piece. Of the
/// patterns that extend furthest, the shortest.
fn repetition(bytes: &[u8]) -> Option<(usize, usize)> {
    let reach = |width: usize| {
        let times = bytes.chunks_exact(width).take_while(|chunk| *chunk == &bytes[..width]).count();
        (width, times)
    };
    let all = (1..=PATTERN.min(bytes.len())).map(reach);
    let best = all.max_by_key(|&(width, times)| (width * times, PATTERN - width))?;
    (best.1 > 1 && best.0 * best.1 >= WORTH).then_some(best)
}

/// The serialised form of a piece.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    #[serde(skip_serializing_if = "Option::is_none")]
    hex: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fill: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<usize>,
}

impl From<Piece> for Fields {
    fn from(piece: Piece) -> Self {
        match piece {
            Piece::Hex(bytes) => Self { hex: Some(hex::write(&bytes)), ..Self::default() },
            Piece::Fill { bytes, times } => {
                Self { fill: Some(hex::write(&bytes)), times: Some(times), ..Self::default() }
            }
        }
    }
}

impl TryFrom<Fields> for Piece {
    type Error = String;

    fn try_from(fields: Fields) -> Result<Self, String> {
        match fields {
            Fields { hex: Some(digits), fill: None, times: None } => Ok(Self::Hex(hex::read(&digits)?)),
            Fields { hex: None, fill: Some(digits), times: Some(times) } => {
                Ok(Self::Fill { bytes: hex::read(&digits)?, times })
            }
            _ => Err("a piece has either `hex`, or `fill` and `times`".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(bytes: &[u8], times: usize) -> Piece {
        Piece::Fill { bytes: bytes.to_vec(), times }
    }

    #[test]
    fn recipes_are_short_and_make_the_bytes() {
        let euros = "\u{20AC}".repeat(7);
        for (bytes, pieces) in [
            (vec![], vec![]),
            (b"abab".to_vec(), vec![Piece::Hex(b"abab".to_vec())]),
            (vec![b'a'; 15], vec![Piece::Hex(vec![b'a'; 15])]),
            (vec![b'a'; 16], vec![fill(b"a", 16)]),
            (euros.clone().into_bytes(), vec![fill("\u{20AC}".as_bytes(), 7)]),
            (
                [&b"xy"[..], &[b'a'; 63], b"\xC2", euros.as_bytes()].concat(),
                vec![
                    Piece::Hex(b"xy".to_vec()),
                    fill(b"a", 63),
                    Piece::Hex(b"\xC2".to_vec()),
                    fill("\u{20AC}".as_bytes(), 7),
                ],
            ),
        ] {
            let recipe = Recipe::of(&bytes);
            assert_eq!(recipe.pieces(), pieces);
            assert_eq!((recipe.bytes(), recipe.len()), (bytes.clone(), Some(bytes.len())));
            assert_eq!(recipe.is_empty(), bytes.is_empty());
        }
    }

    #[test]
    fn a_length_that_is_too_large_is_none() {
        assert_eq!(Recipe::new(vec![fill(b"ab", usize::MAX)]).len(), None);
        assert_eq!(Recipe::new(vec![fill(b"a", usize::MAX), Piece::Hex(vec![0])]).len(), None);
    }
}
