//! The steps of NEON: one lookup in a table of 32 entries, and an addition.
//!
//! # The idea
//!
//! `tbl` looks bytes up in a table of 16 or 32 entries, and yields 0 for every index beyond the table. The lead bytes
//! that do not accept every continuation byte are E0, ED, F0, F4, and F5..FF, which accept none: all are among the 32
//! bytes E0..FF. So one instruction encodes which second bytes are accepted, as a number to add to them (as in the
//! 3-byte mode of [`placemat_simd::validate::steps`], whose table has 16 entries and does not cover F0..FF):
//!
//! ```text
//!  lead                 entry   + second byte 80..BF     highest bit of the sum
//!  E0                    E0      = (1)60..(1)9F            set for A0..BF
//!  ED                    60      = E0..(1)1F               set for 80..9F: no surrogate
//!  F0                    F0      = (1)70..(1)AF            set for 90..BF
//!  F4                    70      = F0..(1)2F               set for 80..8F: at most U+10FFFF
//!  F5..FF                80      = (1)00..(1)3F            never set: no such lead
//!  all others, no lead   0       = 80..BF                  always set
//! ```
//!
//! The rest is as there. The highest bit is set in `l` if a continuation byte is required, in `c` if there is one,
//! and in `z` if it is accepted as second byte; and `l ^ (c & z)` is an error. This leaves C0 and C1. Subtracting 40
//! from a lead byte to get the highest bit turns these two into 80 and 81, the smallest signed numbers.

use core::arch::aarch64::{uint8x16x2_t, vqtbl2q_u8};

use placemat_simd::Simd;
use placemat_simd::validate::Step;
use placemat_simd::validate::steps::{CONTINUATION, LEAD, LEAD2, LEAD3, LEAD4, addend};

use crate::{Neon, token::operations, vectors::V};

/// Sequences of up to `LONGEST` bytes, three or four: a longer lead byte raises an alarm, at the byte after it.
#[derive(Clone, Copy, Debug, Default)]
pub struct UpTo<const LONGEST: usize>;

/// Full mode.
pub(crate) type Full = UpTo<4>;
/// 3-byte mode.
pub(crate) type Three = UpTo<3>;

/// The accumulator of the steps.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The highest bit: a continuation byte was missing, unexpected, or not accepted by its lead byte.
    wrong: V,
    /// The minimum of [`leads`] as a signed number.
    least: V,
}

impl<const LONGEST: usize> UpTo<LONGEST> {
    const TABLE: &[[u8; 16]; 2] = &table(LONGEST);
}

impl<const LONGEST: usize> Step<Neon> for UpTo<LONGEST> {
    type Acc = Seen;

    const LOOKBACK: usize = LONGEST - 1;

    #[inline(always)]
    fn start(self, simd: Neon) -> Seen {
        Seen { wrong: simd.splat(0), least: simd.splat(0) }
    }

    #[inline(always)]
    fn step(self, simd: Neon, acc: Seen, [b0, b1, b2, b3]: [V; 4]) -> Seen {
        let lead = leads(simd, b1);
        let mut due = simd.or(lead, simd.sub_saturating(b2, simd.splat(LEAD3 - CONTINUATION)));
        if LONGEST > 3 {
            due = simd.or(due, simd.sub_saturating(b3, simd.splat(LEAD4 - CONTINUATION)));
        }
        // As signed numbers, continuation bytes are the 64 smallest, so exactly these stay negative after adding 64.
        let continuation = simd.add_signed_saturating(b0, simd.splat(LEAD - CONTINUATION));
        let accepted = simd.and(continuation, simd.add(seconds(simd, Self::TABLE, b1), b0));
        Seen { wrong: simd.or(acc.wrong, simd.xor(due, accepted)), least: simd.min_signed(acc.least, lead) }
    }

    #[inline(always)]
    fn errors(self, simd: Neon, acc: Seen) -> u64 {
        simd.movemask(acc.alarms(simd))
    }

    #[inline(always)]
    fn is_valid(self, simd: Neon, acc: Seen) -> bool {
        !simd.any_high_bit(acc.alarms(simd))
    }
}

impl Seen {
    /// Sets the highest bit of each lane that had an error.
    #[inline(always)]
    fn alarms(self, simd: Neon) -> V {
        // As signed numbers, only C0 and C1 became less than this.
        let first = simd.splat(LEAD2 - (LEAD - CONTINUATION));
        simd.or(self.wrong, simd.less_signed(self.least, first))
    }
}

/// Sets the highest bit if b1 is a lead byte, C0..FF.
#[inline(always)]
fn leads(simd: Neon, b1: V) -> V {
    simd.sub_saturating(b1, simd.splat(LEAD - CONTINUATION))
}

/// The table entry for b1: 0 unless it is E0..FF.
#[inline(always)]
fn seconds(simd: Neon, table: &[[u8; 16]; 2], b1: V) -> V {
    let index = simd.add(b1, simd.splat(LEAD3.wrapping_neg()));
    let [low, high] = table;
    simd.lookup_32(simd.load(low, 0), simd.load(high, 0), index)
}

impl Neon {
    operations! {
        /// Looks up each index in the 32 bytes of a table; 0 for an index beyond it.
        fn lookup_32(low: V, high: V, index: V) -> V { vqtbl2q_u8(uint8x16x2_t(low, high), index) }
    }
}

/// [`addend`] for each of E0..FF, in sequences of up to `longest` bytes.
const fn table(longest: usize) -> [[u8; 16]; 2] {
    /// The sum with a continuation byte never has its highest bit set.
    const REFUSED: u8 = 0x80;
    assert!(LEAD3 as usize + 32 == 256, "the table holds all that is left");
    let mut table = [[REFUSED; 16]; 2];
    let mut lead = LEAD3;
    loop {
        if let Some(addend) = addend(lead, longest) {
            let index = (lead - LEAD3) as usize;
            table[index / 16][index % 16] = addend;
        }
        if lead == 0xFF {
            return table;
        }
        lead += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_restricting_leads() {
        let mut expected = [0; 32];
        for (lead, entry) in [(0xE0, 0xE0), (0xED, 0x60), (0xF0, 0xF0), (0xF4, 0x70)] {
            expected[lead - 0xE0] = entry;
        }
        expected[0x15..].fill(0x80);
        assert_eq!(Full::TABLE.as_flattened(), expected);
        expected[0x10..].fill(0x80);
        assert_eq!(Three::TABLE.as_flattened(), expected);
    }
}
