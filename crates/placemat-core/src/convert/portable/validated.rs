use crate::{
    convert::{Utf16, Utf32, portable::Native},
    utf16::{is_high, is_low, is_surrogate},
};

/// How much of text is valid, in encodings with units that are wider than a byte.
///
/// Kernels give the same number.
pub trait ValidateUnits: Native {
    /// How many units come before the first ill-formed sequence; all, if there is none. Linear time; no panic.
    #[inline(always)]
    fn valid(source: &[Self::Unit]) -> usize {
        Self::valid_of(source, |unit| unit)
    }

    /// The same of units that are still to be made, such as those in bytes of either order.
    fn valid_of<U: Copy>(source: &[U], unit: impl Fn(U) -> Self::Unit) -> usize;
}

/// Units that are looked at together. Where fewer are left the last ones are looked at again, so that only text that
/// is shorter than the shorter block goes unit by unit.
const BLOCK: usize = 64;
const SHORT: usize = 8;

impl ValidateUnits for Utf16 {
    #[inline(always)]
    fn valid_of<U: Copy>(source: &[U], unit: impl Fn(U) -> u16) -> usize {
        let from = |at: usize| source.get(at).map(|one| unit(*one));
        // Low surrogates come after high ones, and nothing else does: what is wrong shows between two units.
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
        // What is left: the last unit, a few, or what an error is in. It does not begin inside a pair.
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

/// Whether each unit of `next` is low if and only if the one before it is high, without a branch for each, so that
/// compilers use vectors.
#[inline(always)]
fn are_pairs<U: Copy, const N: usize>(block: &[U; N], next: &[U; N], unit: impl Fn(U) -> u16) -> bool {
    let odd = |any, (one, next): (&U, &U)| any | (is_high(unit(*one)) != is_low(unit(*next)));
    !block.iter().zip(next).fold(false, odd)
}

/// The start of the first block that is not good, or of what comes after the last one: the last unit, or a few. A
/// block is given with the units one further, of which the last is the first of the next block.
#[inline(always)]
fn blocks<U>(
    units: &[U],
    is_good: impl Fn(&[U; BLOCK], &[U; BLOCK]) -> bool,
    is_short_good: impl Fn(&[U; SHORT], &[U; SHORT]) -> bool,
) -> usize {
    let mut at = 0;
    while let Some((block, next)) = block_at(units, at) {
        if !is_good(block, next) {
            return at;
        }
        at += BLOCK;
    }
    // The same units again, and those that are left.
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

/// Whether the unit is a scalar value, without a branch.
#[must_use]
#[inline(always)]
pub fn is_scalar_value(unit: u32) -> bool {
    (unit <= char::MAX as u32) & (unit & !0x7FF != 0xD800)
}
