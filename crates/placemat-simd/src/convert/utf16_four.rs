//! The UTF-8 of each unit of UTF-16 in four bytes, of which a shuffle selects those that it needs.

use super::words::Words;

/// The output of each unit in four bytes: two words, and the mask of bytes that it does not need.
#[derive(Clone, Copy)]
pub(super) struct Four<V> {
    /// The only byte of ASCII, and the last byte of other units.
    pub(super) last: V,
    /// The lead of three; and the middle of three, or the lead of two.
    pub(super) other: V,
    /// FF in the lower byte for units below 80, and in the upper byte for units that become at most two bytes.
    pub(super) shorter: V,
}

/// For units that are not surrogates.
#[inline(always)]
pub(super) fn four_bytes<S: Words>(simd: S, unit: S::V) -> Four<S::V> {
    let last = simd.or(simd.and(simd.low_twice(unit), simd.word(0x3F7F)), simd.word(0x8000));
    let other = simd.or(simd.and(simd.shift_up::<2>(unit), simd.word(0x3F00)), simd.shift_down::<12>(unit));
    let two = are(simd, unit, 0xF800, 0);
    let marks = simd.or(simd.and(two, simd.word(0x4000)), simd.word(0x80E0));
    let one = are(simd, unit, 0xFF80, 0);
    let shorter = simd.and(two, simd.or(one, simd.word(0xFF00)));
    Four { last, other: simd.or(other, marks), shorter }
}

/// FFFF where the bits under the mask equal `bits`.
#[inline(always)]
pub(super) fn are<S: Words>(simd: S, a: S::V, mask: u16, bits: u16) -> S::V {
    simd.equal_words(simd.and(a, simd.word(mask)), simd.word(bits))
}
