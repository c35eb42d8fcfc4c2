//! UTF-8 to UTF-16: the unit that each lane writes, computed from the bytes around it.
//!
//! A lane sees its own byte as b1, three bytes before it, and the one after it. Where a character ends, the lane of its
//! last byte writes the unit:
//!
//! ```text
//!  b4       b3       b2       b1        b0               the unit
//!                             0xxxxxxx  no continuation  00000000 0xxxxxxx
//!                    110yyyyy 10xxxxxx  no continuation  00000yyy yyxxxxxx
//!           1110zzzz 10yyyyyy 10xxxxxx  no continuation  zzzzyyyy yyxxxxxx
//!  11110... 10...... 10yyyyyy 10xxxxxx  no continuation  110111yy yyxxxxxx  the low surrogate
//!           11110vvv 10wwwwww 10zz....  a continuation   110110.. ........  the high surrogate: its bits
//!                                                                           are vvvwwwwwwzz, less 1000000
//! ```
//!
//! For example, the euro sign and U+1F37D, whose four bytes have two lanes that write:
//!
//! ```text
//! b1        E2  82  AC     F0  9F  8D  BD
//! low               AC             3C  7D
//! high              20             D8  DF
//! ```
//!
//! - **One formula for one to three bytes**: the low byte is `b1 & 7F` and two bits of b2; the high byte is four bits of
//!   b2, and how far b3 is above E0 as the upper nibble. b2 counts only if b1 is a continuation byte. Bit 5 of a
//!   two-byte lead is 0, where a continuation byte may have the first y; and b3 is E0 or above only if it is the lead of
//!   this character.
//! - **Lookups by nibble** shift bits up, since x86 has no shift of bytes.
//! - **Surrogates** cost as much again, so [`units_of_three`] omits them where there are none. The low one is what the
//!   formula for three bytes yields, with other bits at its top. The third of the four bytes writes the high one. To
//!   subtract 10000 from the character is to subtract 40 from vvvwwwwwwzz, whose lower byte borrows from `vvv` iff the
//!   first two bits of w are 0.
//! - **No branch, no state**: what a lane writes depends on five bytes, so the text may be cut into vectors anywhere.

use crate::Simd;

/// The units that the lanes of a block write.
#[derive(Clone, Copy, Debug)]
pub struct Lanes<V> {
    /// The lower byte of each unit.
    pub low: V,
    /// The upper byte of each unit.
    pub high: V,
    /// One bit per lane: set if the lane writes.
    pub writes: u64,
}

/// The unit that each lane writes, given its byte b1, the bytes before it, and the byte after it, b0. This writes those of
/// up to three bytes; `with_surrogates` adds the others.
///
/// The bytes must be part of valid text, with zeros before its start and after its end.
#[inline(always)]
pub fn units_of_three<K: Simd>(kernel: K, [b0, b1, b2, b3]: [K::V; 4]) -> Lanes<K::V> {
    // Continuation bytes are the 64 smallest as signed numbers.
    let goes_on = kernel.movemask(kernel.add_signed_saturating(b0, kernel.splat(0x40)));
    // b2 counts only if b1 is a continuation byte.
    let middle = kernel.and(b2, kernel.spread(b1));
    let low = kernel.or(kernel.and(b1, kernel.splat(0x7F)), two_bits(kernel, middle));
    let lead = kernel.lookup_16(&UPPER_NIBBLE, kernel.sub_saturating(b3, kernel.splat(0xE0)));
    let high = kernel.or(kernel.bits_2_to_5(middle), lead);
    Lanes { low, high, writes: !goes_on }
}

/// Adds the lanes that write a surrogate.
#[inline(always)]
pub(super) fn with_surrogates<K: Simd>(
    kernel: K, lanes: Lanes<K::V>, [b1, b2, b3, b4]: [K::V; 4],
) -> Lanes<K::V> {
    let is_low = kernel.spread(from_lead_four(kernel, b4));
    let is_high = kernel.spread(from_lead_four(kernel, b3));
    let yy = kernel.and(kernel.bits_2_to_5(b2), kernel.splat(0x03));
    let high = choose(kernel, is_low, kernel.or(yy, kernel.splat(0xDC)), lanes.high);
    // wwwwwwzz, less 40, with the borrow.
    let w = kernel.and(shift_up_two(kernel, b2), kernel.splat(0xFC));
    let z = kernel.and(kernel.high_nibble(b1), kernel.splat(0x03));
    let pair_low = kernel.add(kernel.or(w, z), kernel.splat(0xC0));
    // If no bit of 30 is set, w is below 10 and the subtraction borrows.
    let borrows = is_zero(kernel, kernel.and(b2, kernel.splat(0x30)));
    let pair_high = kernel.add(kernel.add(b3, kernel.splat(0xE8)), borrows);
    Lanes {
        low: choose(kernel, is_high, pair_low, lanes.low),
        high: choose(kernel, is_high, pair_high, high),
        writes: lanes.writes | kernel.movemask(is_high),
    }
}

/// Whether any byte is F0 or above.
#[inline(always)]
pub(super) fn has_four<S: Simd>(simd: S, b3: S::V, b4: S::V) -> bool {
    simd.any_high_bit(from_lead_four(simd, simd.max(b3, b4)))
}

/// 80 or above if the byte is F0 or above, else below 80.
#[inline(always)]
fn from_lead_four<S: Simd>(simd: S, a: S::V) -> S::V {
    // F0..FF become 80..8F.
    simd.sub_saturating(a, simd.splat(0x70))
}

/// FF if the byte is 0, else 0. The lowest four bits must be 0.
#[inline(always)]
fn is_zero<S: Simd>(simd: S, a: S::V) -> S::V {
    simd.lookup_16(&ZERO, simd.high_nibble(a))
}

#[inline(always)]
fn shift_up_two<S: Simd>(simd: S, a: S::V) -> S::V {
    let twice = simd.add(a, a);
    simd.add(twice, twice)
}

/// The two lowest bits, shifted to the top.
#[inline(always)]
fn two_bits<S: Simd>(simd: S, a: S::V) -> S::V {
    simd.lookup_16(&TWO_BITS, simd.and(a, simd.splat(0x0F)))
}

/// `a` where the mask is FF, `b` where it is 0.
#[inline(always)]
pub(super) fn choose<S: Simd>(simd: S, mask: S::V, a: S::V, b: S::V) -> S::V {
    simd.xor(b, simd.and(mask, simd.xor(a, b)))
}

const ZERO: [u8; 16] = [0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const TWO_BITS: [u8; 16] =
    [0, 0x40, 0x80, 0xC0, 0, 0x40, 0x80, 0xC0, 0, 0x40, 0x80, 0xC0, 0, 0x40, 0x80, 0xC0];
pub(super) const UPPER_NIBBLE: [u8; 16] =
    [0, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70, 0x80, 0x90, 0xA0, 0xB0, 0xC0, 0xD0, 0xE0, 0xF0];
