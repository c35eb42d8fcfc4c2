//! Units below a surrogate's class to UTF-8, sixteen at a time: their lower and upper octets apart, so that each
//! operation is on sixteen units, and the masks of many units together, as in [`block`](super::block).

use core::arch::aarch64::{uint8x16_t, vceqzq_u8, vcgtq_u8, vuzp1q_u8, vuzp2q_u8};

use placemat_simd::{
    Simd,
    convert::{Class, EIGHTS, FOURS, Room, Shuffle, UNITS, Words},
};

use crate::Neon;

/// Units that are looked at together, for ASCII, where not all of the block are.
const PART: usize = 64;

/// Units whose masks are made one number in the class of three octets.
const GROUP: usize = 32;

/// Room for what a part becomes, or a group, and for a store from any place in the first 128.
const MOST: usize = 127 + 16;
const ROOM: &str = "room for a part";

/// [`Shorten::shorten`](placemat_simd::convert::Shorten::shorten).
#[inline(always)]
pub(super) fn shorten(simd: Neon, units: &[u16; UNITS], class: Class, room: &mut Room) -> usize {
    let mut at = 0;
    for part in units.as_chunks::<PART>().0 {
        if class == Class::Ascii || simd.is_ascii(part) {
            for (nth, some) in part.as_chunks::<16>().0.iter().enumerate() {
                let [low, _] = simd.halves(some);
                simd.put(low, room.get_mut(at + 16 * nth..).and_then(|left| left.first_chunk_mut()));
            }
            at += PART;
        } else if class == Class::Two {
            at += two(simd, part, room.get_mut(at..).and_then(|left| left.first_chunk_mut()).expect(ROOM));
        } else {
            for group in part.as_chunks::<GROUP>().0 {
                let left = room.get_mut(at..).and_then(|left| left.first_chunk_mut()).expect(ROOM);
                at += three(simd, group, left);
            }
        }
    }
    at
}

/// What units below 800 become; how many octets that is.
#[inline(always)]
fn two(simd: Neon, part: &[u16; PART], room: &mut [u8; MOST]) -> usize {
    let all: [_; PART / 16] = core::array::from_fn(|nth| simd.halves(&part[16 * nth..]));
    let ones = all.map(|halves| simd.one(halves));
    let sets = simd.sets(ones);
    let rows = simd.number(sets);
    // Two octets each, but for ASCII. All of them are at most 128, so no sum carries.
    let lengths = (0x1010_1010_1010_1010 - simd.counts(sets)).wrapping_mul(ONES);
    let starts = lengths << 8;
    for (nth, (halves @ [low, _], one)) in all.into_iter().zip(ones).enumerate() {
        let first = simd.or(simd.middle(halves), simd.splat(0xC0));
        let first = simd.choose(one, low, first);
        for (half, octets) in Shuffle::interleave(simd, first, simd.last(low)).into_iter().enumerate() {
            let shift = 8 * (2 * nth + half);
            simd.put_row(octets, &EIGHTS[(rows >> shift & 0xFF) as usize], starts >> shift, room);
        }
    }
    (lengths >> 56) as usize
}

/// What units become that are no surrogates; how many octets that is.
#[inline(always)]
fn three(simd: Neon, group: &[u16; GROUP], room: &mut [u8; MOST]) -> usize {
    let both = [simd.halves(&group[..16]), simd.halves(&group[16..])];
    let [front, back] = both.map(|halves| simd.shorter(halves));
    let pairs = simd.sums(front, back);
    let sets = simd.negated(simd.sums(pairs, pairs));
    let rows = simd.number(sets);
    // Three octets each, less one for each bit. All of them are at most 96.
    let lengths = (0x0C0C_0C0C_0C0C_0C0C - simd.counts(sets)).wrapping_mul(ONES);
    let starts = lengths << 8;
    for (nth, halves @ [low, high]) in both.into_iter().enumerate() {
        let mark = simd.or(simd.and(simd.is_two(high), simd.splat(0x40)), simd.splat(0x80));
        let between = simd.or(simd.and(simd.middle(halves), simd.splat(0x3F)), mark);
        let lead = simd.or(simd.down::<4>(high), simd.splat(0xE0));
        let lasts = Shuffle::interleave(simd, low, simd.last(low));
        let others = Shuffle::interleave(simd, lead, between);
        for (half, (last, other)) in lasts.into_iter().zip(others).enumerate() {
            for (quarter, octets) in simd.zip_words(last, other).into_iter().enumerate() {
                let shift = 8 * (4 * nth + 2 * half + quarter);
                simd.put_row(octets, &FOURS[(rows >> shift & 0xFF) as usize], starts >> shift, room);
            }
        }
    }
    (lengths >> 56) as usize
}

/// Times this, an octet becomes the sum of itself and all below.
const ONES: u64 = 0x0101_0101_0101_0101;

impl Neon {
    /// The lower octets of sixteen units, and the upper ones.
    #[inline(always)]
    fn halves(self, units: &[u16]) -> [uint8x16_t; 2] {
        let (front, back) = (self.units_at(units, 0), self.units_at(units, 8));
        // SAFETY: the token exists.
        let first = unsafe { vuzp1q_u8(front, back) };
        // SAFETY: the token exists.
        let second = unsafe { vuzp2q_u8(front, back) };
        // The octets of a unit are in the order of the machine.
        if cfg!(target_endian = "little") { [first, second] } else { [second, first] }
    }

    #[inline(always)]
    fn is_ascii(self, part: &[u16; PART]) -> bool {
        let mut any = self.word(0);
        for at in (0..PART).step_by(8) {
            any = self.or(any, self.units_at(part, at));
        }
        self.nonzero(self.and(any, self.word(0xFF80))) == 0
    }

    /// FF where the unit is below 80, 0 elsewhere.
    #[inline(always)]
    fn one(self, [low, high]: [uint8x16_t; 2]) -> uint8x16_t {
        // SAFETY: the token exists.
        let is_narrow = unsafe { vceqzq_u8(high) };
        self.and(is_narrow, self.less_signed(self.splat(0xFF), low))
    }

    /// FF where a unit with this upper octet is below 800, 0 elsewhere.
    #[inline(always)]
    fn is_two(self, high: uint8x16_t) -> uint8x16_t {
        // SAFETY: the token exists.
        unsafe { vcgtq_u8(self.splat(8), high) }
    }

    /// The last octet of a unit that is not below 80.
    #[inline(always)]
    fn last(self, low: uint8x16_t) -> uint8x16_t {
        self.or(self.and(low, self.splat(0x3F)), self.splat(0x80))
    }

    /// Bits 6 to 13.
    #[inline(always)]
    fn middle(self, [low, high]: [uint8x16_t; 2]) -> uint8x16_t {
        self.insert::<2>(self.down::<6>(low), high)
    }

    /// Two bits for each unit among its four: whether it is below 80, and whether it is below 800; as numbers
    /// less than 0, whose sums are exact.
    #[inline(always)]
    fn shorter(self, halves @ [_, high]: [uint8x16_t; 2]) -> uint8x16_t {
        const ONE: [i8; 16] = [0, 2, 4, 6, 0, 2, 4, 6, 0, 2, 4, 6, 0, 2, 4, 6];
        const TWO: [i8; 16] = [1, 3, 5, 7, 1, 3, 5, 7, 1, 3, 5, 7, 1, 3, 5, 7];
        self.add(self.up(self.one(halves), &ONE), self.up(self.is_two(high), &TWO))
    }

    /// Stores the octets that the row names, at the lowest seven bits of `start`.
    #[inline(always)]
    fn put_row(self, octets: uint8x16_t, row: &[u8; 16], start: u64, room: &mut [u8; MOST]) {
        if let Some(room) = room[(start & 0x7F) as usize..].first_chunk_mut() {
            self.store_shuffled(octets, row, room);
        }
    }

    #[inline(always)]
    fn put(self, octets: uint8x16_t, room: Option<&mut [u8; 16]>) {
        Shuffle::store(self, octets, room.expect(ROOM));
    }
}
