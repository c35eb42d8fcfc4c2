//! Validates adjacent rows in one buffer, which every layout reduces to.
//!
//! All rows of a segment are valid iff the bytes of the segment are valid as a whole and each row starts at a character
//! boundary: then each row begins with a whole character, and the next row's start does not cut one off.

use placemat_core::Scan;

use super::RowError;
use crate::{backend::columns, backend_choice::BackendChoice};

/// About how many bytes are validated together; the row that reaches this length is the last one. They are still in a
/// near cache when the row starts are checked.
pub(super) const SEGMENT: usize = 64 * 1024;

/// As signed bytes, continuation bytes (80..BF) are below this.
const ABOVE_CONTINUATIONS: i32 = -0x40;

/// Number of bytes that decide whether checking all of them for ASCII is worthwhile.
const SAMPLE: usize = 1024;

/// Whether `values[start..end]` is valid and each of `places` is a character boundary in it or its end. Places
/// are relative to `base`, which is at most `start`, and none is beyond the end; `are_near` means that all are
/// below [`SEGMENT`].
#[inline]
pub(super) fn are_valid(
    choice: BackendChoice, values: &[u8], (base, start, end): (usize, usize, usize),
    places: impl Iterator<Item = usize> + Clone, are_near: bool,
) -> bool {
    let Some(bytes) = values.get(start..end) else { return false };
    // Scan before checking places, because the scan fetches uncached bytes faster.
    choice.scan(bytes) == Scan::Clean
        && (is_ascii(choice, bytes)
            || are_near && cuts_nothing(places.clone(), &values[base..])
            || are_boundaries(places, &values[base..end]))
}

/// A quick check whether valid bytes are all ASCII, so that each is a character; may return `false` for ASCII.
#[inline]
fn is_ascii(choice: BackendChoice, bytes: &[u8]) -> bool {
    bytes[..bytes.len().min(SAMPLE)].is_ascii()
        && choice.measure(columns::CHARACTERS, bytes) == Some(bytes.len())
}

/// Whether none of these places, which are below [`SEGMENT`], is at a continuation byte. Returns `false` near the
/// end of `values`, where it would need bounds checks, and possibly after an empty row at the end of a segment; the
/// caller then checks again.
#[inline]
fn cuts_nothing(places: impl Iterator<Item = usize>, values: &[u8]) -> bool {
    let Some(bytes) = values.first_chunk::<SEGMENT>() else { return false };
    places.fold(0, |all, at| all | begins(bytes[at % SEGMENT])) >= 0
}

/// Whether each of these places in valid bytes is a character boundary or their end.
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

/// Negative if the byte is a continuation byte, so that the OR of several is negative if any is one.
#[inline]
pub(super) fn begins(byte: u8) -> i32 {
    i32::from(byte.cast_signed()) - ABOVE_CONTINUATIONS
}

/// Validates the row `values[start..end]`.
pub(super) fn validate_row(
    choice: BackendChoice, row: usize, start: usize, end: usize, values: &[u8],
) -> Result<(), RowError> {
    if start.max(end) > values.len() {
        return Err(RowError::OutOfBounds { row });
    }
    let bytes = values.get(start..end).ok_or(RowError::NotAscending { row })?;
    choice.validate(bytes).map_err(|error| RowError::Invalid { row, error })
}
