//! UTF-16 to UTF-8 for CPUs that move bytes by 16-byte shuffles.
//!
//! ```text
//! class of 128 units:  ASCII, below 800, no surrogates; otherwise pairs
//! for each vector of units:
//!     four bytes each:  lead | middle | last, in two words (`utf16_four.rs`)
//!     pairs only:       replace those of surrogates, which need two bits of the unit before
//!     for each four units:  row = two bits each: how many of three bytes are not needed
//!         store(dst, shuffle(bytes, FOURS[row])); dst += 12 - count(row)
//! below 800: two bytes each, one bit for each of eight units, EIGHTS
//! ```
//!
//! All that a unit may become is computed side by side, and a shuffle takes what it needs. `a`, `\u{E9}`, the euro sign,
//! and the halves of U+1F37D, with the upper byte of each word first:
//!
//! ```text
//! unit      0061       00E9       20AC       D83C       DF7D
//! last      A1 61      A9 69      AC 2C      9F 00      BD 7D       the last byte; ASCII
//! other     C1 E0      C3 E0      82 E2      F0 00      8D ED       the middle, or the lead of two; the lead of three
//! row       11         10         00         10         10          below 800; below 80
//! output    61         C3 A9      E2 82 AC   F0 9F      8D BD
//! ```
//!
//! - **One class per block**: in a block no branch depends on the units, since where scripts are mixed, one per vector
//!   would cost as much as converting it.
//! - **A high surrogate** writes the first two bytes of its character and the low one the last two, so a lane depends on
//!   one unit on either side, and there is no state. Adding 40 to the high one adds 10000 to the character. The low one
//!   needs two bits of the high one: as a unit of three bytes its middle byte is 1011yyyy, and an `and` with these bits
//!   corrects the two ones.
//! - **Rows of four units**: a shuffle takes sixteen bytes, which are four units and become at most twelve. Every store
//!   has sixteen; the next one overwrites the excess, so no branch depends on a length.
//! - **What remains** at the end goes vector by vector, and around an unpaired surrogate character by character.

use placemat_core::convert::{Encoding, Progress, Utf8, Utf16, portable};
use placemat_core::utf16::{is_high, is_low, join};

use super::blocks::{Class, Dst, PART_UNITS, UNITS, Units};
use super::utf16_four::{Four, are, four_bytes};
use super::utf16_overlap::{self, encode_overlapping};
use super::utf16_rows::{EIGHTS, EIGHTS_LENGTHS, FOURS};
use super::words::{Words, store_shuffled};

/// [`FromUtf16::class`](super::FromUtf16::class).
#[inline(always)]
pub(super) fn class<S: Words>(simd: S, units: &[u16; UNITS]) -> Option<Class> {
    let all = any_of(simd, units);
    if is_ascii(simd, all) {
        return Some(Class::Ascii);
    }
    if simd.nonzero(simd.and(all, simd.word(0xF800))) == 0 {
        return Some(Class::Two);
    }
    (!has_surrogates(simd, units)).then_some(Class::Three)
}

/// Units that are checked together for ASCII if not all of the block are.
pub(super) const PART: usize = 64;

/// [`FromUtf16::encode_utf16`](super::FromUtf16::encode_utf16).
#[inline(always)]
pub(super) fn encode<S: Words>(simd: S, units: &[u16; UNITS], class: Class, dst: &mut Dst) -> usize {
    let mut written = 0;
    let (parts, _) = units.as_chunks::<PART>();
    for part in parts {
        written = encode_part(simd, part, class, dst, written);
    }
    written
}

/// Encodes units, which must belong to `class`, to `dst[written..]` and returns the end. The destination must have space
/// for a vector of units after the longest result.
#[inline(always)]
pub(super) fn encode_part<S: Words>(
    simd: S, part: &[u16; PART], class: Class, dst: &mut [u8], mut written: usize,
) -> usize {
    // In a block that is not all ASCII, whole parts often are.
    if class == Class::Ascii || is_ascii(simd, any_of(simd, part)) {
        let mut at = 0;
        while at < PART {
            let (unit, next) = (simd.load(part, at), simd.load(part, at + S::LANES / 2));
            simd.store(simd.pack_words(unit, next), &mut dst[written + at..], 0);
            at += S::LANES;
        }
        return written + PART;
    }
    let mut at = 0;
    while at < PART {
        let unit = simd.load(part, at);
        written = match class {
            Class::Two => two_bytes(simd, unit, dst, written),
            Class::Ascii | Class::Three => bytes(simd, four_bytes(simd, unit), dst, written),
        };
        at += S::LANES / 2;
    }
    written
}

/// Whether any of the units is a surrogate.
#[inline(always)]
pub(super) fn has_surrogates<S: Words>(simd: S, units: &[u16]) -> bool {
    let mut any = simd.word(0);
    let mut at = 0;
    while at < units.len() {
        any = simd.or(any, are(simd, simd.load(units, at), 0xF800, 0xD800));
        at += S::LANES / 2;
    }
    simd.any_high_bit(any)
}

/// [`FromUtf16::encode_utf16_pairs`](super::FromUtf16::encode_utf16_pairs).
#[inline(always)]
pub(super) fn encode_pairs<S: Words>(simd: S, units: &Units, dst: &mut Dst) -> Option<usize> {
    let mut written = 0;
    let mut lone = simd.word(0);
    let mut at = 0;
    while at < UNITS {
        let unit = simd.load(units, 1 + at);
        let (four, without) = with_surrogates(simd, simd.load(units, at), unit, four_bytes(simd, unit));
        lone = simd.or(lone, without);
        written = bytes(simd, four, dst, written);
        at += S::LANES / 2;
    }
    (!simd.any_high_bit(lone) && is_high(units[UNITS]) == is_low(units[UNITS + 1])).then_some(written)
}

/// The maximum number of units in a vector, and the space for its output and a store anywhere in the first 128.
const MAX_UNITS: usize = 32;
const MAX_BYTES: usize = 127 + 16;
const FITS: &str = "space for a vector";

/// [`FromUtf16::encode_utf16_part`](super::FromUtf16::encode_utf16_part).
#[inline(always)]
pub(super) fn encode_vector<S: Words<Sixteen: Words>>(
    simd: S, source: &[u16], at: usize, dst: &mut [u8],
) -> Option<Progress> {
    const { assert!(S::LANES / 2 <= MAX_UNITS) };
    let left = source.get(at..)?;
    let read = left.len().min(S::LANES / 2);
    if read == 0 {
        return None;
    }
    if read < S::LANES / 2 {
        return tail(simd, source, at, dst);
    }
    let unit = simd.load(left, 0);
    let mut buffer = [0; MAX_BYTES];
    let fits = dst.len() >= MAX_BYTES;
    let target: &mut [u8] = if fits { dst } else { &mut buffer };
    // No branch on ASCII: in text that mixes both, it could not be predicted.
    let written = if simd.nonzero(simd.and(unit, simd.word(0xF800))) == 0 {
        two_bytes(simd, unit, target, 0)
    } else {
        let mut fours = four_bytes(simd, unit);
        if simd.any_high_bit(are(simd, unit, 0xF800, 0xD800)) {
            let lone;
            let before = match at.checked_sub(1) {
                Some(before) => simd.load(source, before),
                None => padded(simd, left),
            };
            (fours, lone) = with_surrogates(simd, before, unit, fours);
            let after = left.get(read).copied().unwrap_or(0);
            if simd.any_high_bit(lone) || is_high(left[read - 1]) != is_low(after) {
                return characters(source, at, dst);
            }
        }
        bytes(simd, fours, target, 0)
    };
    if !fits {
        dst.get_mut(..written)?.copy_from_slice(&buffer[..written]);
    }
    Some(Progress { read, written })
}

/// [`encode_vector`], character by character.
#[inline(never)]
fn characters(source: &[u16], at: usize, dst: &mut [u8]) -> Option<Progress> {
    let mut done = Progress::default();
    while done.read < PART_UNITS
        && let Ok((character, end)) = Utf16::decode(source, at + done.read)
        && let Ok(bytes) = Utf8::encode(character, &mut dst[done.written..])
    {
        done = Progress { read: end - at, written: done.written + bytes };
    }
    (done.read > 0).then_some(done)
}

/// The units after a zero, in a vector.
#[inline(always)]
fn padded<S: Words>(simd: S, units: &[u16]) -> S::V {
    let mut copy = [0; 1 + MAX_UNITS];
    for (to, unit) in copy[1..].iter_mut().zip(units) {
        *to = *unit;
    }
    simd.load(&copy, 0)
}

/// [`encode_vector`], for less than a vector.
#[inline(always)]
fn tail<S: Words<Sixteen: Words>>(simd: S, source: &[u16], at: usize, dst: &mut [u8]) -> Option<Progress> {
    const { assert!(S::LANES / 2 <= utf16_overlap::MAX_LEN) }
    let left = &source[at..];
    if let Some(written) = encode_overlapping(simd, left, dst) {
        return Some(Progress { read: left.len(), written });
    }
    if let ([.., high], [low, ..]) = source.split_at(at)
        && is_high(*high)
        && is_low(*low)
    {
        // The first two bytes of the pair have been written.
        let mut pair = [0; 4];
        join(*high, *low).encode_utf8(&mut pair);
        dst.get_mut(..2)?.copy_from_slice(&pair[2..]);
        return Some(Progress { read: 1, written: 2 });
    }
    let done = portable::to_utf8::<Utf16>(left, dst);
    (done.read > 0).then_some(done)
}

/// [`four_bytes`] for any units, given the units before them and its result. Also returns FFFF for each low
/// surrogate that does not follow a high one, and for each other unit that does.
#[inline(always)]
fn with_surrogates<S: Words>(simd: S, before: S::V, unit: S::V, four: Four<S::V>) -> (Four<S::V>, S::V) {
    let high = are(simd, unit, 0xFC00, 0xD800);
    let low = are(simd, unit, 0xFC00, 0xDC00);
    let open = are(simd, before, 0xFC00, 0xD800);
    // Bits 10 to 20 of the scalar value: the ten bits of this half, plus 10000 >> 10. As 11110ttt 10tttttt without its last two
    // bits, which go into the low half.
    let value = simd.add_words(unit, simd.word(0x40_u16.wrapping_sub(0xD800)));
    let last = simd.or(simd.and(simd.shift_up::<6>(value), simd.word(0x3F00)), simd.word(0x8000));
    let lead = simd.or(simd.and(value, simd.word(0x0700)), simd.word(0xF000));
    // As three bytes it is 1011yyyy 10xxxxxx; two of the ones are replaced by these bits.
    let of_low = simd.and(four.other, simd.or(simd.shift_up::<12>(before), simd.word(0x8FFF)));
    let other = simd.select(low, of_low, simd.select(high, lead, four.other));
    let two = simd.and(simd.or(high, low), simd.word(0xFF00));
    let shorter = simd.or(four.shorter, two);
    (Four { last: simd.select(high, last, four.last), other, shorter }, simd.xor(open, low))
}

/// Writes the bytes needed of each four to `dst[written..]` and returns the end.
#[inline(always)]
fn bytes<S: Words>(simd: S, four: Four<S::V>, dst: &mut [u8], at: usize) -> usize {
    let dst = dst.get_mut(at..).and_then(|left| left.first_chunk_mut::<MAX_BYTES>()).expect(FITS);
    let mut written = 0;
    let mut rows = simd.movemask(four.shorter);
    for bytes in simd.zip_words(four.last, four.other) {
        let [row, ..] = rows.to_le_bytes();
        // `written` is below 128. The mask lets the compiler drop the bounds check.
        if let Some(dst) = dst[written & 127..].first_chunk_mut::<16>() {
            store_shuffled(simd, bytes, &FOURS[usize::from(row)], dst);
        }
        // Three bytes each, less one per bit.
        written += 12 - simd.count_eight(row);
        rows >>= 8;
    }
    at + written
}

/// Encodes units below 800 to `dst[written..]` and returns the end.
#[inline(always)]
fn two_bytes<S: Words>(simd: S, unit: S::V, dst: &mut [u8], at: usize) -> usize {
    let dst = dst.get_mut(at..).and_then(|left| left.first_chunk_mut::<{ 63 + 16 }>()).expect(FITS);
    let last = simd.and(simd.shift_up::<8>(unit), simd.word(0x3F00));
    let both = simd.or(simd.or(last, simd.shift_down::<6>(unit)), simd.word(0x80C0));
    let one = are(simd, unit, 0xFF80, 0);
    let both = simd.select(one, unit, both);
    let mut rows = simd.movemask(simd.pack(one, one));
    let mut written = 0;
    for bytes in simd.sixteens(both) {
        let [row, ..] = rows.to_le_bytes();
        if let Some(dst) = dst[written & 63..].first_chunk_mut::<16>() {
            store_shuffled(simd, bytes, &EIGHTS[usize::from(row)], dst);
        }
        // `16 - count` with a count from a table was 8 % slower.
        written +=
            if S::COUNTS { 16 - simd.count_eight(row) } else { EIGHTS_LENGTHS[usize::from(row)].into() };
        // `pack` works within sixteen lanes, so each bit occurs twice.
        rows >>= 16;
    }
    at + written
}

/// The bits of all units, combined by `or`.
#[inline(always)]
fn any_of<S: Words>(simd: S, units: &[u16]) -> S::V {
    let mut all = simd.word(0);
    let mut at = 0;
    while at < units.len() {
        all = simd.or(all, simd.load(units, at));
        at += S::LANES / 2;
    }
    all
}

#[inline(always)]
fn is_ascii<S: Words>(simd: S, units: S::V) -> bool {
    simd.nonzero(simd.and(units, simd.word(0xFF80))) == 0
}
