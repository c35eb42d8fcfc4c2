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
/// let bytes = [&[b'a'; 63][..], b"\xC2"].concat();
/// assert_eq!(Recipe::of(&bytes).bytes(), bytes);
/// ```
///
/// Two recipes are equal if they make the same bytes.
#[derive(Clone, Debug, Default, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Piece>")]
pub struct Recipe(Vec<Piece>);

impl TryFrom<Vec<Piece>> for Recipe {
    type Error = String;

    fn try_from(pieces: Vec<Piece>) -> Result<Self, String> {
        let recipe = Self(pieces);
        let fits = recipe.len().is_some_and(|len| len <= Self::MOST);
        fits.then_some(recipe).ok_or_else(|| format!("a recipe makes more than {} bytes", Self::MOST))
    }
}

impl PartialEq for Recipe {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || self.bytes() == other.bytes()
    }
}

/// A part of a [`Recipe`]: bytes, and how often they are repeated.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Fields", into = "Fields")]
struct Piece {
    bytes: Vec<u8>,
    times: usize,
}

/// The longest pattern that [`Recipe::of`] detects.
const PATTERN: usize = 6;

/// Shorter repetitions are more readable when written out.
const WORTH: usize = 16;

impl Recipe {
    /// The maximum number of bytes that a recipe from a file may expand to: 16 MiB, as in a frame of the adapter
    /// protocol.
    pub const MOST: usize = 16 << 20;

    /// A short recipe for these bytes. Equal bytes always have the same recipe.
    pub fn of(bytes: &[u8]) -> Self {
        let mut pieces = Vec::new();
        let (mut at, mut plain) = (0, 0);
        while at < bytes.len() {
            let Some((width, times)) = repetition(&bytes[at..]) else {
                at += 1;
                continue;
            };
            if plain < at {
                pieces.push(Piece { bytes: bytes[plain..at].to_vec(), times: 1 });
            }
            pieces.push(Piece { bytes: bytes[at..at + width].to_vec(), times });
            at += width * times;
            plain = at;
        }
        if plain < bytes.len() {
            pieces.push(Piece { bytes: bytes[plain..].to_vec(), times: 1 });
        }
        Self(pieces)
    }

    /// The length of the bytes; `None` if it exceeds `usize`.
    pub(super) fn len(&self) -> Option<usize> {
        self.0
            .iter()
            .try_fold(0_usize, |len, piece| len.checked_add(piece.bytes.len().checked_mul(piece.times)?))
    }

    /// The bytes. Panics if they do not fit into memory. A recipe from a file has at most [`MOST`](Self::MOST) bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.iter().map(|piece| piece.bytes.repeat(piece.times)).collect::<Vec<_>>().concat()
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
    fn from(Piece { bytes, times }: Piece) -> Self {
        let digits = Some(hex::write(&bytes));
        match times {
            1 => Self { hex: digits, ..Self::default() },
            _ => Self { fill: digits, times: Some(times), ..Self::default() },
        }
    }
}

impl TryFrom<Fields> for Piece {
    type Error = String;

    fn try_from(fields: Fields) -> Result<Self, String> {
        let (digits, times) = match fields {
            Fields { hex: Some(digits), fill: None, times: None } => (digits, 1),
            Fields { hex: None, fill: Some(digits), times: Some(times) } => (digits, times),
            _ => return Err("a piece has either `hex`, or `fill` and `times`".to_owned()),
        };
        Ok(Self { bytes: hex::read(&digits)?, times })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_that_is_too_large_is_none() {
        let piece = |bytes: &[u8], times| Piece { bytes: bytes.to_vec(), times };
        assert_eq!(Recipe(vec![piece(b"ab", usize::MAX)]).len(), None);
        assert_eq!(Recipe(vec![piece(b"a", usize::MAX), piece(b"\0", 1)]).len(), None);
    }
}
