//! Full mode: three lookups by nibble, over shifted loads.
//!
//! After Keiser and Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte" (2020).
//!
//! ```text
//! for each lane, with its byte b0 and the three before it, b1 to b3:
//!     pair   = lead_high[b1 >> 4] & lead_low[b1 & F] & next_high[b0 >> 4]
//!     both   = (b2 >= E0 or b3 >= F0) ? 80 : 00
//!     error |= pair ^ both
//! ```
//!
//! A surrogate, `ED A0 80`, and `E2 82` without its last byte (numbers are hexadecimal):
//!
//! ```text
//! b0      61  ED  A0  80  E2  82  2E
//! b1      00  61  ED  A0  80  E2  82
//! b2      00  00  61  ED  A0  80  E2
//! pair    00  00  10  80  00  00  00
//! both    00  00  00  80  00  00  80
//! error   00  00  10  00  00  00  80     a surrogate (bit 4); a missing third byte (bit 7)
//! ```
//!
//! - **Nibbles**: a shuffle looks up sixteen entries at once. Both nibbles of b1 and the upper one of b0 decide whether
//!   b0 may follow b1, because the grammar restricts second bytes by their upper nibble only. `TABLES` has a bit for
//!   each kind of error, and `&` leaves those that all three nibbles allow: `lead_high[E]` is 19, overlong, surrogate,
//!   or missing; `lead_low[D]` is F3, which excludes overlong; and `next_high[A]` is D6, which has no "missing".
//! - **The highest bit** is no error by itself: b1 and b0 are both continuation bytes. That is right iff b0 is the third
//!   or fourth byte of its sequence, which b2 or b3 shows. `^` finds both mistakes, a continuation byte too many and
//!   one too few.
//! - **Saturating subtraction** compares without a comparison, which would give FF: b2 - 60 reaches 80 from E0 on, and
//!   so does b3 - 70 from F0 on. The lower bits are masked out, once for both.
//! - **No state**: a lane sees all that it depends on. So vectors may be validated in any order, twice, or not at all,
//!   and loading the bytes before again costs less than shifting registers into one another.

use placemat_core::grammar::form_of;

use super::{super::Step, CONTINUATION, LEAD3, LEAD4};
use crate::Simd;

/// Full mode: three lookups by nibble.
#[derive(Clone, Copy, Debug, Default)]
pub struct Full;

impl<S: Simd> Step<S> for Full {
    type Acc = S::V;

    #[inline(always)]
    fn start(self, simd: S) -> S::V {
        simd.splat(0)
    }

    #[inline(always)]
    fn step(self, simd: S, acc: S::V, [b0, b1, b2, b3]: [S::V; 4]) -> S::V {
        let lead_high = simd.lookup_16(&TABLES.lead_high, simd.high_nibble(b1));
        let lead_low = simd.lookup_16(&TABLES.lead_low, simd.and(b1, simd.splat(0x0F)));
        let next_high = simd.lookup_16(&TABLES.next_high, simd.high_nibble(b0));
        let pair = simd.and(simd.and(lead_high, lead_low), next_high);
        // Set the highest bit from LEAD3 on, and from LEAD4 on.
        let third = simd.sub_saturating(b2, simd.splat(LEAD3 - BOTH));
        let fourth = simd.sub_saturating(b3, simd.splat(LEAD4 - BOTH));
        let both = simd.and(simd.or(third, fourth), simd.splat(BOTH));
        simd.or(acc, simd.xor(both, pair))
    }

    #[inline(always)]
    fn errors(self, simd: S, acc: S::V) -> u64 {
        simd.nonzero(acc)
    }
}

/// "b1 and b0 are both continuation bytes", in all three tables.
const BOTH: u8 = 0x80;

struct Tables {
    /// Indexed by the upper nibble of b1.
    lead_high: [u8; 16],
    /// Indexed by the lower nibble of b1.
    lead_low: [u8; 16],
    /// Indexed by the upper nibble of b0.
    next_high: [u8; 16],
}

/// One bit per kind of error in a pair:
///
/// | bit | b1 | b0 | error |
/// | --- | --- | --- | --- |
/// | 0 | C0..FF | 00..7F, C0..FF | missing continuation byte |
/// | 1 | 00..7F | 80..BF | unexpected continuation byte |
/// | 2 | C0, C1 | 80..BF | overlong |
/// | 3 | E0 | 80..9F | overlong |
/// | 4 | ED | A0..BF | surrogate |
/// | 5 | F0, F5..FF | 80..8F | overlong; out of range |
/// | 6 | F4, F5..FF | 90..BF | out of range |
/// | 7 | 80..BF | 80..BF | not an error: [`BOTH`] |
///
/// Bits 2 to 6 are computed from the grammar: the lead bytes of each upper nibble are grouped by which second bytes
/// they do not accept (see [`refusing`]).
const TABLES: Tables = {
    let mut tables = Tables { lead_high: [0; 16], lead_low: [0; 16], next_high: [0; 16] };
    let any = 0xFFFF;
    tables = with(tables, 1 << 0, 0xF000, any, 0xF0FF);
    tables = with(tables, 1 << 1, 0x00FF, any, 0x0F00);
    tables = with(tables, BOTH, 0x0F00, any, 0x0F00);
    let mut bit = 1 << 2;
    let mut high = 0xC;
    while high < 0x10 {
        let mut next = 0x8;
        while next < 0xC {
            let low = refusing(high, next);
            // Enter a group once, at the first upper nibble of b0 that it does not accept.
            let mut first = 0x8;
            while refusing(high, first) != low {
                first += 1;
            }
            if low != 0 && first == next {
                let mut nexts = 0;
                while first < 0xC {
                    nexts |= ((refusing(high, first) == low) as u16) << first;
                    first += 1;
                }
                assert!(bit < BOTH, "eight bits are enough");
                tables = with(tables, bit, 1 << high, low, nexts);
                bit <<= 1;
            }
            next += 1;
        }
        high += 1;
    }
    tables
};

/// Sets `bit` in `tables` for these upper nibbles of b1, lower nibbles of b1 and upper nibbles of b0, each a set of
/// sixteen.
const fn with(mut tables: Tables, bit: u8, high: u16, low: u16, next: u16) -> Tables {
    let mut nibble = 0;
    while nibble < 16 {
        if high >> nibble & 1 != 0 {
            tables.lead_high[nibble] |= bit;
        }
        if low >> nibble & 1 != 0 {
            tables.lead_low[nibble] |= bit;
        }
        if next >> nibble & 1 != 0 {
            tables.next_high[nibble] |= bit;
        }
        nibble += 1;
    }
    tables
}

/// The set of lower nibbles with which a lead byte of upper nibble `high` does not accept a continuation byte of
/// upper nibble `next`.
const fn refusing(high: u8, next: u8) -> u16 {
    let byte = next << 4 | CONTINUATION;
    let mut set = 0;
    let mut low = 0;
    while low < 16 {
        let accepted = match form_of(high << 4 | low) {
            None => false,
            Some(form) => {
                let second = form.tail[0];
                assert!(second.first & 0x0F == 0 && second.last & 0x0F == 0x0F, "a nibble decides");
                second.contains(byte)
            }
        };
        if !accepted {
            set |= 1 << low;
        }
        low += 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_those_of_the_paper() {
        assert_eq!(TABLES.lead_high[0xC..], [0b0000_0101, 0b0000_0001, 0b0001_1001, 0b0110_0001]);
        assert_eq!(TABLES.lead_low[0x0], 0b1010_1111);
        assert_eq!(TABLES.next_high[0x8..0xC], [0b1010_1110, 0b1100_1110, 0b1101_0110, 0b1101_0110]);
    }
}
