//! The steps that validate in the same pass as conversion. A character ends in a lane if b0 is not a continuation
//! byte. Conversion needs these lanes as a mask, so the steps use it for validation as well.
//!
//! As in the validation steps, a lookup yields a number to add to the byte after a lead byte. But here bit 5 of the
//! entry marks a lead byte, and bit 7 of the sum is set if the second byte is not accepted:
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

use core::arch::x86_64::{__m512i, _mm512_cmpgt_epi8_mask, _mm512_mask_add_epi8};

use placemat_simd::{
    Simd,
    validate::{
        Step,
        steps::{CONTINUATION, LEAD, LEAD3, LEAD4, addend},
    },
};

use super::super::Avx512;

/// Sequences of up to `LONGEST` bytes, three or four: a longer lead byte raises an alarm, at the byte after it.
#[derive(Clone, Copy, Debug, Default)]
pub struct UpTo<const LONGEST: usize>;

/// All sequences.
pub(super) type Full = UpTo<4>;
/// Sequences of up to three bytes.
pub(super) type Three = UpTo<3>;

/// The accumulator of the steps.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Bit 7 set: an invalid second byte or lead byte.
    second: __m512i,
    /// Bit 5 clear: a missing or unexpected continuation byte.
    structure: __m512i,
}

/// The bit of an entry that marks a lead byte.
const IS_LEAD: u8 = 0x20;

impl<const LONGEST: usize> UpTo<LONGEST> {
    const TABLE: &[u8; 64] = &table(LONGEST);
}

impl<const LONGEST: usize> Step<Avx512> for UpTo<LONGEST> {
    type Acc = Seen;

    const LOOKBACK: usize = LONGEST - 1;

    #[inline(always)]
    fn start(self, simd: Avx512) -> Seen {
        Seen { second: simd.splat(0), structure: simd.splat(IS_LEAD) }
    }

    #[inline(always)]
    fn step(self, simd: Avx512, acc: Seen, [b0, b1, b2, b3]: [__m512i; 4]) -> Seen {
        // A continuation byte is required after a lead byte, or if bit 5 of `due` is set. Both apply only if an
        // earlier lane has an error.
        let mut due = from_three(simd, b2);
        if LONGEST > 3 {
            let fourth = simd.sub_saturating(b3, simd.splat(LEAD4 - IS_LEAD));
            due = simd.xor(due, fourth);
        }
        let leads = simd.at_least(b1, LEAD);
        let entry = simd.lookup_lead(Self::TABLE, leads, b1);
        let second = simd.add_where(leads, entry, b0);
        // SAFETY: the token exists. Adding this bit flips it.
        let due = unsafe { _mm512_mask_add_epi8(due, simd.ends(b0), due, simd.splat(IS_LEAD)) };
        Seen { second: simd.or(acc.second, second), structure: simd.and(acc.structure, simd.xor(due, entry)) }
    }

    #[inline(always)]
    fn errors(self, simd: Avx512, acc: Seen) -> u64 {
        let missing = simd.xor(acc.structure, simd.splat(IS_LEAD));
        simd.movemask(acc.second) | simd.nonzero(simd.and(missing, simd.splat(IS_LEAD)))
    }
}

impl Avx512 {
    /// The lanes whose byte is not a continuation byte. As signed numbers, these are the 64 smallest.
    #[inline(always)]
    pub(super) fn ends(self, b0: __m512i) -> u64 {
        // SAFETY: the token exists.
        unsafe { _mm512_cmpgt_epi8_mask(b0, self.splat(LEAD - 1)) }
    }
}

/// Sets bit 5 from E0 on.
#[inline(always)]
fn from_three(simd: Avx512, bytes: __m512i) -> __m512i {
    simd.max(bytes, simd.splat(LEAD3 - 1))
}

/// By lead byte, what to add to the next byte: sets bit 7 where [`addend`] clears it, and has bit 5.
const fn table(longest: usize) -> [u8; 64] {
    let mut table = [0; 64];
    let mut lead = LEAD;
    loop {
        table[(lead - LEAD) as usize] = match addend(lead, longest) {
            None => IS_LEAD,
            // No carry from bit 5 reaches bit 7.
            Some(0) => CONTINUATION | IS_LEAD,
            Some(choosy) => choosy ^ CONTINUATION,
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
            [(0xC1, 0x20), (0xC2, 0xA0), (0xE0, 0x60), (0xED, 0xE0), (0xF0, 0x70), (0xF4, 0xF0), (0xF5, 0x20)]
        {
            assert_eq!(Full::TABLE[lead & 0x3F], entry, "{lead:X}");
        }
        assert!(Full::TABLE.iter().all(|entry| entry & IS_LEAD != 0), "bit 5 says that there is a lead");
    }
}
