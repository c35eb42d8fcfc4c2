//! Rows that lie one after another in one buffer: what every layout comes down to.

use core::iter;

use placemat_core::Scan;

use super::{Error, Offset};
use crate::judge::Judge;

/// How many rows are judged together at most.
pub(super) const ROWS: usize = 512;

/// How many octets: the row that reaches as far is the last one. So they are still in the nearest cache when
/// it is looked at where rows begin.
pub(super) const STRETCH: usize = 16 * 1024;

/// Continuations are less, as signed numbers: 80..BF.
const ABOVE_CONTINUATIONS: i8 = -0x40;

/// So many octets tell whether it is worth asking if all are ASCII.
const SAMPLE: usize = 1024;

/// Judges the rows `values[bounds[i]..bounds[i + 1]]`, the first of which has `row` rows before it.
#[inline]
pub(super) fn check<O: Offset>(judge: Judge, row: usize, bounds: &[O], values: &[u8]) -> Result<(), Error> {
    let mut row = row;
    for bounds in stretches(bounds) {
        if !is_sound(judge, bounds, values) {
            first_wrong(judge, row, bounds, values)?;
        }
        row += bounds.len() - 1;
    }
    Ok(())
}

/// Whether nothing is wrong with any of the rows.
#[inline]
pub(super) fn are_sound<O: Offset>(judge: Judge, bounds: &[O], values: &[u8]) -> bool {
    stretches(bounds).all(|bounds| is_sound(judge, bounds, values))
}

/// The rows, a stretch at a time: the last bound of each is the first one of the next.
#[inline]
fn stretches<O: Offset>(bounds: &[O]) -> impl Iterator<Item = &[O]> {
    let mut rest = bounds;
    iter::from_fn(move || {
        let [start, ends @ .., last] = rest else { return None };
        let is_inside = |end: &O| end.index().wrapping_sub(start.index()) < STRETCH;
        // Where rows do not ascend, this is some number of them, and as good as any other.
        let rows = if is_inside(last) { ends.len() } else { ends.partition_point(is_inside) } + 1;
        let stretch = &rest[..=rows];
        rest = &rest[rows..];
        Some(stretch)
    })
}

/// Whether nothing is wrong with any of the rows of a stretch.
///
/// All of their octets are well formed together, and at each bound a character begins. So each row is well
/// formed: it begins with a character, and the one that begins after it cuts off nothing.
#[inline]
fn is_sound<O: Offset>(judge: Judge, bounds: &[O], values: &[u8]) -> bool {
    let (Some(start), Some(end)) = (bounds.first(), bounds.last()) else { return true };
    let start = start.index();
    let Some(octets) = values.get(start..end.index()) else { return false };
    // The scan comes before the bounds, since it fetches octets from far memory faster.
    are_ascending(bounds)
        && judge.scan(octets) == Scan::Clean
        && (is_ascii(judge, octets)
            || cuts_nothing(bounds, start, values)
            || are_boundaries(bounds.iter().map(|bound| bound.wrapped().wrapping_sub(start)), octets))
}

/// Whether well-formed octets are ASCII, as far as that is quick to say: then each of them is a character.
#[inline]
fn is_ascii(judge: Judge, octets: &[u8]) -> bool {
    octets[..octets.len().min(SAMPLE)].is_ascii()
        && judge.measure(|measuring| measuring.characters(), octets) == Some(octets.len())
}

/// Whether no row ends before it begins. So all bounds are inside, if the first and the last one are.
#[inline]
fn are_ascending<O: Offset>(bounds: &[O]) -> bool {
    // No early end, so that it is done for many at once.
    bounds.windows(2).fold(true, |all, pair| all & (pair[0] <= pair[1]))
}

/// Whether no bound inside the stretch is at a continuation, where this can be told without asking of each bound
/// whether it is inside the values: not near their end. An empty row at the end of the stretch may be at the
/// continuation that comes after it, so what is false here is looked at once more.
#[inline]
fn cuts_nothing<O: Offset>(bounds: &[O], start: usize, values: &[u8]) -> bool {
    let Some(octets) = values.get(start..).and_then(<[u8]>::first_chunk::<STRETCH>) else { return false };
    let [_, inner @ .., _] = bounds else { return true };
    // All bounds but the last are less than STRETCH after the first, if they ascend.
    inner.iter().fold(true, |all, bound| {
        let at = bound.wrapped().wrapping_sub(start) % STRETCH;
        all & (octets[at].cast_signed() >= ABOVE_CONTINUATIONS)
    })
}

/// Whether at each of these places of well-formed octets a character begins, or they end.
#[inline]
pub(super) fn are_boundaries(places: impl Iterator<Item = usize>, octets: &[u8]) -> bool {
    let (mut is_cut, mut outside) = (false, 0);
    for at in places {
        match octets.get(at) {
            Some(octet) => is_cut |= octet.cast_signed() < ABOVE_CONTINUATIONS,
            None => outside |= at ^ octets.len(),
        }
    }
    outside == 0 && !is_cut
}

/// Row after row: the first that something is wrong with.
#[cold]
#[inline(never)]
fn first_wrong<O: Offset>(judge: Judge, row: usize, bounds: &[O], values: &[u8]) -> Result<(), Error> {
    for (row, bounds) in (row..).zip(bounds.windows(2)) {
        one(judge, row, bounds[0].index(), bounds[1].index(), values)?;
    }
    Ok(())
}

/// Judges the row `values[start..end]`.
pub(super) fn one(judge: Judge, row: usize, start: usize, end: usize, values: &[u8]) -> Result<(), Error> {
    if start.max(end) > values.len() {
        return Err(Error::OutOfBounds { row });
    }
    let octets = values.get(start..end).ok_or(Error::NotAscending { row })?;
    judge.validate(octets).map_err(|error| Error::Malformed { row, error })
}
