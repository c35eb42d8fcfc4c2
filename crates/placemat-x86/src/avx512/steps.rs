//! The steps of AVX-512: one lookup that covers the whole lead byte, and an addition.
//!
//! # The idea
//!
//! Lead bytes are C0..FF, sixty-four of them, and `vpermb` looks bytes up in a table of sixty-four entries: it
//! ignores the upper two bits of the index, which are always set in a lead byte. So one instruction can classify a
//! lead byte completely. The entry encodes which second bytes the lead byte accepts, as a number to add:
//!
//! ```text
//!  lead          entry   + second byte 80..BF    bit 6 of the sum
//!  C2..DF etc.    80      = (1)00..(1)3F           never set: every continuation is accepted
//!  E0             E0      = (1)60..(1)9F           set for 80..9F: overlong
//!  ED             A0      = (1)20..(1)5F           set for A0..BF: surrogate
//!  F0             F0      = (1)70..(1)AF           set for 80..8F: overlong
//!  F4             B0      = (1)30..(1)6F           set for 90..BF: above U+10FFFF
//!  C0 C1 F5..FF   C0      = (1)40..(1)7F           always set: no such lead
//! ```
//!
//! This covers the second byte. The *structure* covers where continuation bytes are: one is required exactly after a
//! lead byte, two after a lead byte from E0 on, and three after one from F0 on. Every entry has its highest bit set,
//! and the lookup yields 0 if b1 is not a lead byte; so the highest bit of the entry already says "b1 is a lead
//! byte".

use core::arch::x86_64::__m512i;

use placemat_simd::{
    Simd,
    validate::{
        Step,
        steps::{CONTINUATION, LEAD, LEAD3, LEAD4, addend},
    },
};

use super::Avx512;

/// Sequences of up to `LONGEST` bytes: a longer lead byte raises an alarm, at the byte after it.
#[derive(Clone, Copy, Debug, Default)]
pub struct UpTo<const LONGEST: usize>;

/// Full mode.
pub(super) type Full = UpTo<4>;
/// 3-byte mode.
pub(super) type Three = UpTo<3>;
/// 2-byte mode.
pub(super) type Two = UpTo<2>;

/// The accumulator of the steps.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Bit 6: an invalid second byte or lead byte.
    second: __m512i,
    /// Bit 7: a missing or unexpected continuation byte.
    structure: __m512i,
}

impl<const LONGEST: usize> UpTo<LONGEST> {
    const TABLE: &[u8; 64] = &table(LONGEST);
}

impl<const LONGEST: usize> Step<Avx512> for UpTo<LONGEST> {
    type Acc = Seen;

    const LOOKBACK: usize = LONGEST - 1;

    #[inline(always)]
    fn start(self, simd: Avx512) -> Seen {
        Seen { second: simd.splat(0), structure: simd.splat(0) }
    }

    #[inline(always)]
    fn step(self, simd: Avx512, acc: Seen, [b0, b1, b2, b3]: [__m512i; 4]) -> Seen {
        let leads = simd.at_least(b1, LEAD);
        let entry = simd.lookup_lead(Self::TABLE, leads, b1);
        if LONGEST == 2 {
            // The remaining lead bytes accept every continuation byte, so bit 6 of the entry decides alone.
            return acc.with(simd, entry, entry, b0);
        }
        let second = simd.add_where(leads, entry, b0);
        let third = simd.sub_saturating(b2, simd.splat(LEAD3 - CONTINUATION));
        let mut due = simd.or(entry, third);
        if LONGEST > 3 {
            let fourth = simd.sub_saturating(b3, simd.splat(LEAD4 - CONTINUATION));
            due = simd.or(due, fourth);
        }
        acc.with(simd, second, due, b0)
    }

    #[inline(always)]
    fn errors(self, simd: Avx512, acc: Seen) -> u64 {
        simd.movemask(acc.structure) | simd.nonzero(simd.and(acc.second, simd.splat(0x40)))
    }
}

impl Seen {
    /// The highest bit of `due` marks lanes that require a continuation byte. As signed numbers, continuation bytes
    /// are the 64 smallest, so exactly these stay negative after adding 64.
    #[inline(always)]
    fn with(self, simd: Avx512, second: __m512i, due: __m512i, b0: __m512i) -> Self {
        let continuation = simd.add_signed_saturating(b0, simd.splat(LEAD - CONTINUATION));
        Self {
            second: simd.or(self.second, second),
            structure: simd.or(self.structure, simd.xor(due, continuation)),
        }
    }
}

/// By lead byte, what to add to the next byte. Unlike [`addend`], which sets the highest bit of the sum if the byte
/// is accepted, it sets bit 6 if the byte is not. The highest bit of each entry marks a lead byte.
const fn table(longest: usize) -> [u8; 64] {
    let mut table = [0; 64];
    let mut lead = LEAD;
    loop {
        table[(lead - LEAD) as usize] = match addend(lead, longest) {
            None => 0xC0,
            Some(0) => 0x80,
            // Accepted bytes stay at 80 or above, others wrap to 00 and above: make these 20 and 40.
            Some(round) if round < 0x80 => round + 0x40,
            // Accepted bytes wrap to 80 and above, others stay below by less than 40.
            Some(short) => short,
        };
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
    fn the_choosy_leads() {
        for (lead, entry) in
            [(0xC1, 0xC0), (0xC2, 0x80), (0xE0, 0xE0), (0xED, 0xA0), (0xF0, 0xF0), (0xF4, 0xB0), (0xF5, 0xC0)]
        {
            assert_eq!(Full::TABLE[lead & 0x3F], entry, "{lead:X}");
        }
        assert!(
            Full::TABLE.iter().all(|entry| entry & 0x80 != 0),
            "the highest bit says that there is a lead"
        );
    }
}
