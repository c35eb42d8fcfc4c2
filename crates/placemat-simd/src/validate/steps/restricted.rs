//! 3-byte and 2-byte mode: nearly all text has no four-byte characters, and without them one lookup and an addition do
//! what takes [full mode](super::Full) three lookups.
//!
//! ```text
//! for each lane, only its highest bit:
//!     l      = (b1 subs 40) | (b2 subs 60)      a continuation byte is required: b1 >= C0 or b2 >= E0
//!     c      = b0 adds 40                       there is one: 80 <= b0 < C0
//!     z      = SECOND[b1 subs DF] + b0          its lead byte accepts it
//!     wrong |= l ^ (c & z)
//! least = min(least, c); most = max(most, b0)   an alarm if least <= 1 or most >= F0
//! ```
//!
//! `subs` is unsigned and `adds` signed, and both saturate.
//!
//! - **An addition decides on second bytes.** Only E0 and ED restrict them, and each to one end of 80..BF. `SECOND` has
//!   the number that moves the accepted ones to 80 or above and the others below, modulo 100. It is 0 for other lead
//!   bytes, and for all bytes below E0, which become index 0:
//!
//!   ```text
//!   E0 + A0..BF = 80..9F   accepted        60 + 80..9F = E0..FF   accepted (ED)
//!   E0 + 80..9F = 60..7F   overlong        60 + A0..BF = 00..1F   a surrogate
//!   ```
//!
//!   So `ED A0` makes l AD, c E0 and z 00: the highest bit of `l ^ (c & z)` is set.
//! - **Continuation bytes** are the 64 smallest signed numbers: they alone stay negative after adding 64.
//! - **Lead bytes that no sequence has** are found once for many vectors. C0 and C1 are the smallest bytes above the
//!   continuation bytes, so only they make c 0 and 1. F0 and above are the largest.
//! - **An alarm is not an error**: F0 may be valid, and the driver then validates the same bytes in a fuller mode.
//! - **2-byte mode** has neither z nor b2, since C2..DF accept every continuation byte, and its limit is E0.

use placemat_core::grammar::{Bytes, FORMS};

use super::{super::Step, CONTINUATION, LEAD, LEAD2, LEAD3, LEAD4, addend};
use crate::{REACH, Simd};

/// Validates sequences of up to `LONGEST` bytes, two or three. Any longer lead byte raises an alarm.
#[derive(Clone, Copy, Debug, Default)]
pub struct UpTo<const LONGEST: usize>;

/// 3-byte mode: lead bytes from F0 on raise an alarm.
pub type Three = UpTo<3>;

/// 2-byte mode: lead bytes from E0 on raise an alarm. C2 to DF accept every continuation byte, so there is no `z`.
pub type Two = UpTo<2>;

impl<const LONGEST: usize> UpTo<LONGEST> {
    /// The first lead byte that is too long.
    const LIMIT: u8 = if LONGEST > 2 { LEAD4 } else { LEAD3 };
}

impl<S: Simd, const LONGEST: usize> Step<S> for UpTo<LONGEST> {
    type Acc = Seen<S::V>;

    const LOOKBACK: usize = LONGEST - 1;

    #[inline(always)]
    fn guard([third, second, first]: [u8; REACH]) -> bool {
        third < LEAD4 && second < Self::LIMIT && first < Self::LIMIT && !OFF.contains(first)
    }

    #[inline(always)]
    fn start(self, simd: S) -> Self::Acc {
        Seen::start(simd)
    }

    #[inline(always)]
    fn step(self, simd: S, acc: Self::Acc, [b0, b1, b2, _]: [S::V; 4]) -> Self::Acc {
        let c = continuations(simd, b0);
        let mut l = leads(simd, b1);
        let mut accepted = c;
        if LONGEST > 2 {
            l = simd.or(l, simd.sub_saturating(b2, simd.splat(LEAD3 - CONTINUATION)));
            let addend = simd.lookup_16(&SECOND, index(simd, b1));
            let z = simd.add(addend, b0);
            accepted = simd.and(c, z);
        }
        acc.with(simd, simd.xor(l, accepted), c, b0)
    }

    #[inline(always)]
    fn errors(self, simd: S, acc: Self::Acc) -> u64 {
        acc.errors(simd, Self::LIMIT)
    }
}

/// The accumulator of the restricted modes.
#[derive(Clone, Copy, Debug)]
pub struct Seen<V> {
    /// The highest bit: a continuation byte was missing, unexpected, or not accepted by its lead byte.
    wrong: V,
    /// The minimum of [`continuations`].
    least: V,
    /// The largest byte.
    most: V,
}

impl<V: Copy> Seen<V> {
    #[inline(always)]
    fn start<S: Simd<V = V>>(simd: S) -> Self {
        Self { wrong: simd.splat(0), least: simd.splat(0xFF), most: simd.splat(0) }
    }

    #[inline(always)]
    fn with<S: Simd<V = V>>(self, simd: S, wrong: V, c: V, b0: V) -> Self {
        Self {
            wrong: simd.or(self.wrong, wrong),
            least: simd.min(self.least, c),
            most: simd.max(self.most, b0),
        }
    }

    /// Errors, including lead bytes from `limit` on.
    #[inline(always)]
    fn errors<S: Simd<V = V>>(self, simd: S, limit: u8) -> u64 {
        let never = simd.sub_saturating(simd.splat(NEVER_SUM + 1), self.least);
        let beyond = simd.sub_saturating(self.most, simd.splat(limit - 1));
        simd.movemask(self.wrong) | simd.nonzero(simd.or(never, beyond))
    }
}

/// Sets the highest bit if b0 is a continuation byte, 80..BF. As signed numbers these are the 64 smallest, so exactly
/// these stay negative after adding 64.
#[inline(always)]
fn continuations<S: Simd>(simd: S, b0: S::V) -> S::V {
    simd.add_signed_saturating(b0, simd.splat(LEAD - CONTINUATION))
}

/// Sets the highest bit if b1 is a lead byte, C0..FF.
#[inline(always)]
fn leads<S: Simd>(simd: S, b1: S::V) -> S::V {
    simd.sub_saturating(b1, simd.splat(LEAD - CONTINUATION))
}

/// The invalid lead bytes below the two-byte ones: C0 and C1.
const OFF: Bytes = Bytes::new(LEAD, LEAD2 - 1);

/// The result of [`continuations`] for the last of them.
const NEVER_SUM: u8 = OFF.last.wrapping_add(LEAD - CONTINUATION);

/// The index of a lead byte in [`SECOND`]: 1 to 15 for E0..EE, 0 for everything below. EF wraps to 0 as well;
/// anything above raises an alarm in any case.
#[inline(always)]
fn index<S: Simd>(simd: S, b1: S::V) -> S::V {
    simd.sub_saturating(b1, simd.splat(LEAD3 - 1))
}

/// [`addend`] for three-byte leads: 0 if the lead byte accepts every continuation byte.
const SECOND: [u8; 16] = {
    let mut table = [0; 16];
    let mut lead = LEAD3;
    while lead < LEAD4 {
        if let Some(addend) = addend(lead, 3) {
            table[((lead - (LEAD3 - 1)) & 15) as usize] = addend;
        }
        lead += 1;
    }
    table
};

const _: () = assert!(FORMS[1].len() == 2 && FORMS[2].len() == 3, "there is one form of two bytes");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_leads_restrict_the_second_byte() {
        let mut expected = [0; 16];
        expected[1] = 0xE0;
        expected[14] = 0x60;
        assert_eq!(SECOND, expected);
    }
}
