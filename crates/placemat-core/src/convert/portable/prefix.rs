//! Measures the text before the first unit that is too large.

/// Units that are compared together, and fewer near the end and near the unit that is too large.
const BLOCK: usize = 64;
const SHORT: usize = 8;

/// Returns the number of units before the first one above `largest`. Linear time; no panic.
#[must_use]
#[inline(always)]
pub fn up_to<U: Copy + Ord>(units: &[U], largest: U) -> usize {
    let mut at = blocks::<U, SHORT>(units, blocks::<U, BLOCK>(units, 0, largest), largest);
    while units.get(at).is_some_and(|unit| *unit <= largest) {
        at += 1;
    }
    at
}

/// Skips the blocks from `at` on in which no unit is above `largest`.
#[inline(always)]
fn blocks<U: Copy + Ord, const N: usize>(units: &[U], mut at: usize, largest: U) -> usize {
    while let Some(block) = units.get(at..).and_then(<[U]>::first_chunk::<N>)
        && !block.iter().fold(false, |any, unit| any | (*unit > largest))
    {
        at += N;
    }
    at
}
