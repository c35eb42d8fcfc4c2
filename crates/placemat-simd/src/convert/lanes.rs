use crate::Simd;

/// What the lanes of a block write.
#[derive(Clone, Copy, Debug)]
pub struct Lanes<V> {
    /// The lower octet of each unit.
    pub low: V,
    /// The upper one.
    pub high: V,
    /// One bit a lane: whether it writes.
    pub writes: u64,
}

/// What each lane writes, given its octet b1, the three before it, and b0, the one after it.
///
/// It is right where the octets are part of well-formed text. Before its start and after its end are zeros.
///
/// ```text
///  b4       b3       b2       b1        b0               the unit
///                             0xxxxxxx  no continuation  00000000 0xxxxxxx
///                    110yyyyy 10xxxxxx  no continuation  00000yyy yyxxxxxx
///           1110zzzz 10yyyyyy 10xxxxxx  no continuation  zzzzyyyy yyxxxxxx
///  11110... 10...... 10yyyyyy 10xxxxxx  no continuation  110111yy yyxxxxxx  the low surrogate
///           11110vvv 10wwwwww 10zz....  a continuation   110110.. ........  the high surrogate: its bits
///                                                                           are vvvwwwwwwzz, less 1000000
/// ```
///
/// The first three are one formula: a lead of two octets has no bit 5, where a continuation may have its
/// first y; and b3 is E0 or above only where it is a lead of three octets or more.
#[inline(always)]
pub fn units<S: Simd>(simd: S, [b0, b1, b2, b3, b4]: [S::V; 5]) -> Lanes<S::V> {
    // Continuations are the 64 smallest octets as signed numbers.
    let goes_on = simd.high_bits(simd.add_signed_saturating(b0, simd.splat(0x40)));
    let mut writes = !goes_on;
    // b2 counts only where b1 is a continuation.
    let middle = simd.and(b2, spread(simd, b1));
    let low = simd.or(simd.and(b1, simd.splat(0x7F)), two_bits(simd, middle));
    let upper = four_bits(simd, middle);
    let lead = simd.lookup(&UPPER_NIBBLE, simd.sub_saturating(b3, simd.splat(0xE0)));
    let high = simd.or(upper, lead);
    let any = simd.or(simd.sub_saturating(b3, simd.splat(0xEF)), simd.sub_saturating(b4, simd.splat(0xEF)));
    if simd.nonzero(any) == 0 {
        return Lanes { low, high, writes };
    }
    let is_low = spread(simd, four(simd, b4));
    let is_high = spread(simd, four(simd, b3));
    writes |= simd.high_bits(is_high);
    let high = choose(simd, is_low, simd.or(simd.and(upper, simd.splat(0x03)), simd.splat(0xDC)), high);
    // wwwwwwzz, less 40 and with the borrow.
    let w = simd.and(shift_up_two(simd, b2), simd.splat(0xFC));
    let z = simd.and(simd.high_nibble(b1), simd.splat(0x03));
    let pair_low = simd.add(simd.or(w, z), simd.splat(0xC0));
    // Without a bit in 30, w is below 10 and the subtraction borrows.
    let borrows = is_zero(simd, simd.and(b2, simd.splat(0x30)));
    let pair_high = simd.add(simd.add(b3, simd.splat(0xE8)), borrows);
    Lanes { low: choose(simd, is_high, pair_low, low), high: choose(simd, is_high, pair_high, high), writes }
}

/// FF where the highest bit is set, else 0.
#[inline(always)]
fn spread<S: Simd>(simd: S, a: S::V) -> S::V {
    simd.lookup(&ALL_OR_NOTHING, simd.high_nibble(a))
}

/// 80 or above where the octet is F0 or above, else below.
#[inline(always)]
fn four<S: Simd>(simd: S, a: S::V) -> S::V {
    // F0..FF become 80..8F.
    simd.sub_saturating(a, simd.splat(0x70))
}

/// FF where the octet is 0, else 0; of octets that have no bit below 10.
#[inline(always)]
fn is_zero<S: Simd>(simd: S, a: S::V) -> S::V {
    simd.lookup(&ZERO, simd.high_nibble(a))
}

#[inline(always)]
fn shift_up_two<S: Simd>(simd: S, a: S::V) -> S::V {
    let twice = simd.add(a, a);
    simd.add(twice, twice)
}

/// The two lowest bits, as the highest.
#[inline(always)]
fn two_bits<S: Simd>(simd: S, a: S::V) -> S::V {
    simd.lookup(&TWO_BITS, simd.and(a, simd.splat(0x0F)))
}

/// The four bits above them, as the lowest.
#[inline(always)]
fn four_bits<S: Simd>(simd: S, a: S::V) -> S::V {
    simd.high_nibble(shift_up_two(simd, a))
}

/// `a` where the mask is FF, `b` where it is 0.
#[inline(always)]
fn choose<S: Simd>(simd: S, mask: S::V, a: S::V, b: S::V) -> S::V {
    simd.xor(b, simd.and(mask, simd.xor(a, b)))
}

const ALL_OR_NOTHING: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF];
const ZERO: [u8; 16] = [0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const TWO_BITS: [u8; 16] =
    [0, 0x40, 0x80, 0xC0, 0, 0x40, 0x80, 0xC0, 0, 0x40, 0x80, 0xC0, 0, 0x40, 0x80, 0xC0];
const UPPER_NIBBLE: [u8; 16] =
    [0, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70, 0x80, 0x90, 0xA0, 0xB0, 0xC0, 0xD0, 0xE0, 0xF0];
