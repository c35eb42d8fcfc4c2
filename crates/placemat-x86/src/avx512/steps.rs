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
//! byte". The step for 64 bytes, with the instruction for each line:
//!
//! ```text
//! k      = b1 >= C0                  vpcmpub      the lanes after a lead byte
//! entry  = k ? table[b1 & 3F] : 0    vpermb       in other lanes 0, by the same instruction
//! sum    = k ? entry + b0 : 0        vpaddb       bit 6: a wrong second byte, or no such lead
//! third  = b2 subs 60                vpsubusb     bit 7: b2 is E0 or above
//! fourth = b3 subs 70                vpsubusb     bit 7: b3 is F0 or above
//! due    = entry | third | fourth    vpternlog    bit 7: a continuation byte is required
//! c      = b0 adds 40                vpaddsb      bit 7: there is one (signed, saturating)
//! second    |= sum                                bit 6 is tested at the end of a group
//! structure |= due ^ c               vpternlog    and so is bit 7
//! ```
//!
//! A surrogate, `ED A0 80`, and `E2 82` without its last byte. In the column of A0, bit 6 of the sum is set. In the last
//! one, a continuation byte is required (bit 7 of 92) and missing (bit 7 of 6E):
//!
//! ```text
//! b0          61   ED   A0   80   E2   82   2E
//! b1          00   61   ED   A0   80   E2   82
//! b2          00   00   61   ED   A0   80   E2
//! b3          00   00   00   61   ED   A0   80
//! entry       00   00   A0   00   00   80   00
//! sum         00   00   40   00   00   02   00
//! due         00   00   A1   8D   7D   B0   92
//! c           7F   2D   E0   C0   22   C2   6E
//! due ^ c     7F   2D   41   4D   5F   72   FC
//! ```
//!
//! The 3-byte mode omits b3; in its table, F0 and above have the entry of bytes that are no lead, which makes them
//! alarms. In 2-byte mode E0 and above have it too. All other lead bytes then accept every continuation byte, so bit 6 of
//! the entry decides, without the addition and b2.
//!
//! # In the same pass as conversion
//!
//! A character ends in a lane if b0 is not a continuation byte. Conversion needs these lanes as a mask, so the fused
//! steps use it for validation as well. Here bit 5 of the entry marks a lead byte, and bit 7 of the sum is set if the
//! second byte is not accepted:
//!
//! ```text
//!  lead          entry   + second byte 80..BF    bit 7 of the sum
//!  C2..DF etc.    A0      = (1)20..(1)5F           never set: every continuation is accepted
//!  E0             60      = E0..(1)1F              set for 80..9F: overlong
//!  ED             E0      = (1)60..(1)9F           set for A0..BF: surrogate
//!  F0             70      = F0..(1)2F              set for 80..8F: overlong
//!  F4             F0      = (1)70..(1)AF           set for 90..BF: above U+10FFFF
//!  C0 C1 F5..FF   20      = A0..DF                 always set: no such lead
//! ```
//!
//! Bit 5 distinguishes bytes from E0 on without a subtraction: it is set in them and not in DF, so the maximum of a
//! byte and DF has it.

use core::arch::x86_64::{_mm512_cmpgt_epi8_mask, _mm512_set1_epi8};

use placemat_simd::Simd;
use placemat_simd::validate::Step;
use placemat_simd::validate::steps::{CONTINUATION, LEAD, LEAD3, LEAD4, addend};

use super::{Avx512, token::operations, vectors::V};

/// Sequences of up to `LONGEST` bytes: a longer lead byte raises an alarm, at the byte after it.
#[derive(Clone, Copy, Debug, Default)]
pub struct UpTo<const LONGEST: usize, const IS_FUSED: bool = false>;

/// Full mode.
pub(super) type Full = UpTo<4>;
/// 3-byte mode.
pub(super) type Three = UpTo<3>;
/// 2-byte mode.
pub(super) type Two = UpTo<2>;
/// Full mode in the same pass as conversion.
pub(super) type FusedFull = UpTo<4, true>;
/// 3-byte mode in the same pass as conversion.
pub(super) type FusedThree = UpTo<3, true>;

/// The accumulator of the steps.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Bit 6, fused bit 7, set: an invalid second byte or lead byte.
    second: V,
    /// Bit 7 set, fused bit 5 clear: a missing or unexpected continuation byte.
    structure: V,
}

/// The bit of a fused entry that marks a lead byte.
const IS_LEAD: u8 = 0x20;

impl<const LONGEST: usize, const IS_FUSED: bool> UpTo<LONGEST, IS_FUSED> {
    const TABLE: &[u8; 64] = &table(LONGEST, IS_FUSED);
}

impl<const LONGEST: usize> Step<Avx512> for UpTo<LONGEST, false> {
    type Acc = Seen;

    const LOOKBACK: usize = LONGEST - 1;

    #[inline(always)]
    fn start(self, simd: Avx512) -> Seen {
        Seen { second: simd.splat(0), structure: simd.splat(0) }
    }

    #[inline(always)]
    fn step(self, simd: Avx512, acc: Seen, [b0, b1, b2, b3]: [V; 4]) -> Seen {
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

impl<const LONGEST: usize> Step<Avx512> for UpTo<LONGEST, true> {
    type Acc = Seen;

    const LOOKBACK: usize = LONGEST - 1;

    #[inline(always)]
    fn start(self, simd: Avx512) -> Seen {
        Seen { second: simd.splat(0), structure: simd.splat(IS_LEAD) }
    }

    #[inline(always)]
    fn step(self, simd: Avx512, acc: Seen, [b0, b1, b2, b3]: [V; 4]) -> Seen {
        // A continuation byte is required after a lead byte, or if bit 5 of `due` is set. Both apply only if an
        // earlier lane has an error.
        let mut due = simd.max(b2, simd.splat(LEAD3 - 1));
        if LONGEST > 3 {
            let fourth = simd.sub_saturating(b3, simd.splat(LEAD4 - IS_LEAD));
            due = simd.xor(due, fourth);
        }
        let leads = simd.at_least(b1, LEAD);
        let entry = simd.lookup_lead(Self::TABLE, leads, b1);
        let second = simd.add_where(leads, entry, b0);
        // Adding this bit flips it.
        let due = simd.increase(simd.ends(b0), due, IS_LEAD);
        Seen { second: simd.or(acc.second, second), structure: simd.and(acc.structure, simd.xor(due, entry)) }
    }

    #[inline(always)]
    fn errors(self, simd: Avx512, acc: Seen) -> u64 {
        let missing = simd.xor(acc.structure, simd.splat(IS_LEAD));
        simd.movemask(acc.second) | simd.nonzero(simd.and(missing, simd.splat(IS_LEAD)))
    }
}

impl Avx512 {
    operations! {
        /// The lanes whose byte is not a continuation byte. As signed numbers, these are the 64 smallest.
        pub(super) fn ends(b0: V) -> u64 {
            _mm512_cmpgt_epi8_mask(b0, _mm512_set1_epi8((LEAD - 1).cast_signed()))
        }
    }
}

impl Seen {
    /// The highest bit of `due` marks lanes that require a continuation byte. As signed numbers, continuation bytes
    /// are the 64 smallest, so exactly these stay negative after adding 64.
    #[inline(always)]
    fn with(self, simd: Avx512, second: V, due: V, b0: V) -> Self {
        let continuation = simd.add_signed_saturating(b0, simd.splat(LEAD - CONTINUATION));
        Self {
            second: simd.or(self.second, second),
            structure: simd.or(self.structure, simd.xor(due, continuation)),
        }
    }
}

/// By lead byte, what to add to the next byte. Unlike [`addend`], which sets the highest bit of the sum if the byte
/// is accepted, it sets bit 6, fused the highest bit, if the byte is not.
const fn table(longest: usize, is_fused: bool) -> [u8; 64] {
    let mut table = [0; 64];
    let mut lead = LEAD;
    loop {
        table[(lead - LEAD) as usize] = match addend(lead, longest) {
            None if is_fused => IS_LEAD,
            // No carry from bit 5 reaches bit 7.
            Some(0) if is_fused => CONTINUATION | IS_LEAD,
            Some(addend) if is_fused => addend ^ CONTINUATION,
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
    fn the_restricting_leads() {
        for (lead, entry, fused) in [
            (0xC1, 0xC0, 0x20),
            (0xC2, 0x80, 0xA0),
            (0xE0, 0xE0, 0x60),
            (0xED, 0xA0, 0xE0),
            (0xF0, 0xF0, 0x70),
            (0xF4, 0xB0, 0xF0),
            (0xF5, 0xC0, 0x20),
        ] {
            assert_eq!(Full::TABLE[lead & 0x3F], entry, "{lead:X}");
            assert_eq!(FusedFull::TABLE[lead & 0x3F], fused, "{lead:X}");
        }
        assert!(
            Full::TABLE.iter().all(|entry| entry & 0x80 != 0),
            "the highest bit says that there is a lead"
        );
        assert!(FusedFull::TABLE.iter().all(|entry| entry & IS_LEAD != 0), "bit 5 says that there is a lead");
    }
}
