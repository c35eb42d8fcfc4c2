//! The steps of AVX-512: one lookup that sees the whole lead, and an addition.
//!
//! # The idea
//!
//! Leads are the octets C0..FF, sixty-four of them, and `vpermb` looks octets up in a table of sixty-four: it
//! ignores the upper two bits of the index, which in a lead are always set. So one instruction says all there
//! is to know about a lead. What it has to say is which second octets the lead accepts, and it says it by a
//! number to add:
//!
//! ```text
//!  lead          entry   + second octet 80..BF    bit 6 of the sum
//!  C2..DF etc.    80      = (1)00..(1)3F           never set: every continuation is accepted
//!  E0             E0      = (1)60..(1)9F           set for 80..9F: overlong
//!  ED             A0      = (1)20..(1)5F           set for A0..BF: surrogate
//!  F0             F0      = (1)70..(1)AF           set for 80..8F: overlong
//!  F4             B0      = (1)30..(1)6F           set for 90..BF: above U+10FFFF
//!  C0 C1 F5..FF   C0      = (1)40..(1)7F           always set: no such lead
//! ```
//!
//! So much for the second octet, if there is one. That there is one, and a third and a fourth where they are
//! due, and no others, is the *structure*: a continuation is due exactly after a lead, two after a lead from
//! E0 on, or three after one from F0 on. Every entry has its highest bit set, and where b1 is no lead the
//! lookup gives 0; so the highest bit of the entry already says "b1 is a lead".

use core::arch::x86_64::__m512i;

use placemat_simd::{
    REACH, Simd,
    validate::{
        Step,
        steps::{CONTINUATION, LEAD, LEAD3, LEAD4, addend},
    },
};

use super::Avx512;

/// Full mode.
#[derive(Clone, Copy, Debug, Default)]
pub struct Full;

/// 3-octet mode: every lead from F0 on is an alarm, at the octet after it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Three;

/// 2-octet mode: every lead from E0 on is an alarm, at the octet after it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Two;

/// What the steps collect.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Bit 6: a bad second octet, or a bad lead.
    second: __m512i,
    /// Bit 7: a continuation was due and missing, or there and not due.
    structure: __m512i,
}

impl Step<Avx512> for Full {
    type Acc = Seen;

    #[inline(always)]
    fn guard(_before: [u8; REACH]) -> bool {
        true
    }

    #[inline(always)]
    fn start(self, simd: Avx512) -> Seen {
        Seen::start(simd)
    }

    #[inline(always)]
    fn step(self, simd: Avx512, acc: Seen, [b0, b1, b2, b3]: [__m512i; 4]) -> Seen {
        let leads = simd.at_least(b1, LEAD);
        let entry = simd.lookup_lead(&FULL, leads, b1);
        let second = simd.add_where(leads, entry, b0);
        let third = simd.sub_saturating(b2, simd.splat(LEAD3 - CONTINUATION));
        let fourth = simd.sub_saturating(b3, simd.splat(LEAD4 - CONTINUATION));
        let due = simd.or(simd.or(entry, third), fourth);
        acc.with(simd, second, due, b0)
    }

    #[inline(always)]
    fn errors(self, simd: Avx512, acc: Seen) -> u64 {
        acc.errors(simd)
    }
}

impl Step<Avx512> for Three {
    type Acc = Seen;

    const LOOKBACK: usize = 2;

    #[inline(always)]
    fn guard([third, second, _]: [u8; REACH]) -> bool {
        third < LEAD4 && second < LEAD4
    }

    #[inline(always)]
    fn start(self, simd: Avx512) -> Seen {
        Seen::start(simd)
    }

    #[inline(always)]
    fn step(self, simd: Avx512, acc: Seen, [b0, b1, b2, _]: [__m512i; 4]) -> Seen {
        let leads = simd.at_least(b1, LEAD);
        let entry = simd.lookup_lead(&THREE, leads, b1);
        let second = simd.add_where(leads, entry, b0);
        let third = simd.sub_saturating(b2, simd.splat(LEAD3 - CONTINUATION));
        acc.with(simd, second, simd.or(entry, third), b0)
    }

    #[inline(always)]
    fn errors(self, simd: Avx512, acc: Seen) -> u64 {
        acc.errors(simd)
    }
}

impl Step<Avx512> for Two {
    type Acc = Seen;

    const LOOKBACK: usize = 1;

    #[inline(always)]
    fn guard([third, second, _]: [u8; REACH]) -> bool {
        third < LEAD4 && second < LEAD3
    }

    #[inline(always)]
    fn start(self, simd: Avx512) -> Seen {
        Seen::start(simd)
    }

    #[inline(always)]
    fn step(self, simd: Avx512, acc: Seen, [b0, b1, _, _]: [__m512i; 4]) -> Seen {
        // Every lead that is left accepts every continuation, so bit 6 of the entry itself tells.
        let entry = simd.lookup_lead(&TWO, simd.at_least(b1, LEAD), b1);
        acc.with(simd, entry, entry, b0)
    }

    #[inline(always)]
    fn errors(self, simd: Avx512, acc: Seen) -> u64 {
        acc.errors(simd)
    }
}

impl Seen {
    #[inline(always)]
    fn start(simd: Avx512) -> Self {
        Self { second: simd.splat(0), structure: simd.splat(0) }
    }

    /// Continuations are due where the highest bit of `due` is set. As signed numbers, continuations are the
    /// 64 smallest, so adding 64 leaves them, and them only, below zero.
    #[inline(always)]
    fn with(self, simd: Avx512, second: __m512i, due: __m512i, b0: __m512i) -> Self {
        let continuation = simd.add_signed_saturating(b0, simd.splat(LEAD - CONTINUATION));
        Self {
            second: simd.or(self.second, second),
            structure: simd.or(self.structure, simd.xor(due, continuation)),
        }
    }

    #[inline(always)]
    fn errors(self, simd: Avx512) -> u64 {
        simd.high_bits(self.structure) | simd.nonzero(simd.and(self.second, simd.splat(0x40)))
    }
}

/// The tables, for leads of sequences of at most so many octets.
static FULL: [u8; 64] = table(4);
static THREE: [u8; 64] = table(3);
static TWO: [u8; 64] = table(2);

/// What to add to the octet after each lead: not what sets the highest bit where the octet is accepted (see
/// [`addend`]), but what sets bit 6 where it is refused, and always the highest bit, which says that there is
/// a lead.
const fn table(longest: usize) -> [u8; 64] {
    let mut table = [0; 64];
    let mut lead = LEAD;
    loop {
        table[(lead - LEAD) as usize] = match addend(lead, longest) {
            None => 0xC0,
            Some(0) => 0x80,
            // Accepted octets stay where they are, from 80 on, and refused ones come round to 00: make that
            // 20 and 40.
            Some(round) if round < 0x80 => round + 0x40,
            // Accepted octets come round to 80 again, and refused ones fall short, by less than 40.
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
            assert_eq!(FULL[lead & 0x3F], entry, "{lead:X}");
        }
        assert!(FULL.iter().all(|entry| entry & 0x80 != 0), "the highest bit says that there is a lead");
    }
}
