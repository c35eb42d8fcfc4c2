use crate::convert::{Utf16, Utf32, portable::Native};
use crate::utf16::{is_high, is_low, is_surrogate};

/// Validates text in encodings with units wider than a byte.
///
/// Kernels return the same number.
pub trait ValidateUnits: Native {
    /// The number of units before the first invalid sequence; all units if there is none. Linear time; no panic.
    #[inline(always)]
    fn valid(source: &[Self::Unit]) -> usize {
        Self::valid_of(source, |unit| unit)
    }

    /// `valid`, for units that `unit` converts, such as bytes in either order.
    fn valid_of<U: Copy>(source: &[U], unit: impl Fn(U) -> Self::Unit) -> usize;
}

/// Units that are checked together. A last block overlaps the one before it, so that only text shorter than the
/// shorter block is checked unit by unit.
const BLOCK: usize = 64;
const SHORT: usize = 8;

impl ValidateUnits for Utf16 {
    #[inline(always)]
    fn valid_of<U: Copy>(source: &[U], unit: impl Fn(U) -> u16) -> usize {
        let from = |at: usize| source.get(at).map(|one| unit(*one));
        // UTF-16 is valid iff the units after high surrogates, and no others, are low: compares adjacent units.
        let at = match from(0) {
            Some(first) if !is_low(first) => {
                let is_plain = |block: &[U; BLOCK], next: &[U; BLOCK]| {
                    !block.iter().fold(false, |any, one| any | is_surrogate(unit(*one)))
                        && !is_low(unit(next[BLOCK - 1]))
                };
                blocks(
                    source,
                    |block, next| is_plain(block, next) || are_pairs(block, next, &unit),
                    |block, next| are_pairs(block, next, &unit),
                )
            }
            _ => 0,
        };
        // The rest: the last unit, a few units, or a block with an error. Do not start inside a pair.
        let mut at = at - usize::from(at > 0 && from(at).is_some_and(is_low));
        while let Some(one) = from(at) {
            let is_pair = is_high(one) && from(at + 1).is_some_and(is_low);
            if is_surrogate(one) && !is_pair {
                break;
            }
            at += 1 + usize::from(is_pair);
        }
        at
    }
}

impl ValidateUnits for Utf32 {
    #[inline(always)]
    fn valid_of<U: Copy>(source: &[U], unit: impl Fn(U) -> u32) -> usize {
        let is_good = |one: &U| is_scalar_value(unit(*one));
        let at = blocks(
            source,
            |block, _| block.iter().fold(true, |all, one| all & is_good(one)),
            |block, _| block.iter().fold(true, |all, one| all & is_good(one)),
        );
        at + source.iter().skip(at).take_while(|one| is_good(one)).count()
    }
}

/// Whether each unit of `next` is low iff the one before it is high, without branches, so that compilers vectorise.
#[inline(always)]
pub(super) fn are_pairs<U: Copy, const N: usize>(
    block: &[U; N], next: &[U; N], unit: impl Fn(U) -> u16,
) -> bool {
    let odd = |any, (one, next): (&U, &U)| any | (is_high(unit(*one)) != is_low(unit(*next)));
    !block.iter().zip(next).fold(false, odd)
}

/// Returns the start of the first block that is not good, or of the units after the last one. `next` is the block
/// shifted by one unit, so its last unit is the first one of the next block.
#[inline(always)]
fn blocks<U>(
    units: &[U], is_good: impl Fn(&[U; BLOCK], &[U; BLOCK]) -> bool,
    is_short_good: impl Fn(&[U; SHORT], &[U; SHORT]) -> bool,
) -> usize {
    let mut at = 0;
    while let Some((block, next)) = block_at(units, at) {
        if !is_good(block, next) {
            return at;
        }
        at += BLOCK;
    }
    // The last block again, extended by the remaining units.
    let before_last = |len: usize| units.len().checked_sub(len + 1);
    if let Some((block, next)) = before_last(BLOCK).and_then(|from| block_at(units, from)) {
        return if is_good(block, next) { units.len() - 1 } else { at };
    }
    while let Some((block, next)) = block_at(units, at) {
        if !is_short_good(block, next) {
            return at;
        }
        at += SHORT;
    }
    match before_last(SHORT).and_then(|from| block_at(units, from)) {
        Some((block, next)) if is_short_good(block, next) => units.len() - 1,
        _ => at,
    }
}

#[inline(always)]
fn block_at<U, const N: usize>(units: &[U], at: usize) -> Option<(&[U; N], &[U; N])> {
    Some((units.get(at..)?.first_chunk()?, units.get(at + 1..)?.first_chunk()?))
}

/// Returns whether the unit is a scalar value, without a branch.
#[must_use]
#[inline(always)]
pub fn is_scalar_value(unit: u32) -> bool {
    (unit <= char::MAX as u32) & (unit & !0x7FF != 0xD800)
}
