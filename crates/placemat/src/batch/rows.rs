//! Rows that lie one after another in one buffer: what every layout comes down to.
//!
//! A stretch of such rows is sound exactly if all of its bytes are valid together, and at each place
//! where a row begins, a character begins. So each row is valid: it begins with a character, and the one
//! that begins after it cuts off nothing.

use placemat_core::Scan;

use super::Error;
use crate::{backend::columns, backend_choice::BackendChoice};

/// About how many bytes are validated together: the row that reaches as far is the last one. So they are still in a near
/// cache when it is looked at where rows begin.
pub(super) const STRETCH: usize = 64 * 1024;

/// Continuations are less, as signed numbers: 80..BF.
const ABOVE_CONTINUATIONS: i32 = -0x40;

/// So many bytes tell whether it is worth asking if all are ASCII.
const SAMPLE: usize = 1024;

/// Whether the bytes of a stretch, `values[start..end]`, are valid, and at each of these places in them a
/// character begins, or they end. Places count from `base` on, which is not after `start`. None is after the end;
/// `are_near` says that all are less than [`STRETCH`].
#[inline]
pub(super) fn are_sound(
    choice: BackendChoice,
    values: &[u8],
    (base, start, end): (usize, usize, usize),
    places: impl Iterator<Item = usize> + Clone,
    are_near: bool,
) -> bool {
    let Some(bytes) = values.get(start..end) else { return false };
    // The scan comes before the places, since it fetches bytes from far memory faster.
    choice.scan(bytes) == Scan::Clean
        && (is_ascii(choice, bytes)
            || are_near && cuts_nothing(places.clone(), &values[base..])
            || are_boundaries(places, &values[base..end]))
}

/// Whether valid bytes are ASCII, as far as that is quick to say: then each of them is a character.
#[inline]
fn is_ascii(choice: BackendChoice, bytes: &[u8]) -> bool {
    bytes[..bytes.len().min(SAMPLE)].is_ascii()
        && choice.measure(columns::CHARACTERS, bytes) == Some(bytes.len())
}

/// Whether there is no continuation at any of these places, which are less than [`STRETCH`], where this can be told
/// without asking of each whether it is inside: not near the end of the values. After an empty row at the end of a
/// stretch there may be one, so what is false here is looked at once more.
#[inline]
fn cuts_nothing(places: impl Iterator<Item = usize>, values: &[u8]) -> bool {
    let Some(bytes) = values.first_chunk::<STRETCH>() else { return false };
    places.fold(0, |all, at| all | begins(bytes[at % STRETCH])) >= 0
}

/// Whether at each of these places of valid bytes a character begins, or they end.
#[inline]
pub(super) fn are_boundaries(places: impl Iterator<Item = usize>, bytes: &[u8]) -> bool {
    let mut all = 0;
    for at in places {
        match bytes.get(at) {
            Some(byte) => all |= begins(*byte),
            None if at == bytes.len() => {}
            None => return false,
        }
    }
    all >= 0
}

/// Below 0 if the byte is a continuation, so that the union of several is, if one is.
#[inline]
pub(super) fn begins(byte: u8) -> i32 {
    i32::from(byte.cast_signed()) - ABOVE_CONTINUATIONS
}

/// Validates the row `values[start..end]`.
pub(super) fn one(
    choice: BackendChoice,
    row: usize,
    start: usize,
    end: usize,
    values: &[u8],
) -> Result<(), Error> {
    if start.max(end) > values.len() {
        return Err(Error::OutOfBounds { row });
    }
    let bytes = values.get(start..end).ok_or(Error::NotAscending { row })?;
    choice.validate(bytes).map_err(|error| Error::Malformed { row, error })
}
