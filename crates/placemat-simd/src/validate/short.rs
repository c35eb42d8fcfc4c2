//! Inputs shorter than a window, in 16-byte vectors: no copy, no loop over bytes, no read out of bounds.
//!
//! ```text
//! 1 to 15 bytes:   two 8-byte numbers, each of loads that overlap, in one vector padded with zeros
//! 16 to 18:        one vector, and a second one of the bytes after it, padded with zeros
//! 19 to 66:        if first | ... | last is ASCII: valid
//!                  first, then vector by vector with the three bytes before, the last one overlapping
//! valid = no error in any vector, and the last character is complete
//! ```
//!
//! - **Loads overlap** because lengths vary from call to call: a branch on the exact length would be mispredicted, and
//!   that costs as much as validating all of the input. What is read twice is the same, so `|` joins it. Of seven
//!   bytes, for example, `between` is 0, and the number is `b[0..4] | b[3..7] << 24`.
//! - **Zeros** after the end are ASCII, so a sequence that is cut off is an error at the first of them. A last vector
//!   that overlaps has none, and its last three bytes are checked instead ([`complete`]).
//! - **Bytes before**: the first vector is shifted, with zeros before it; the others are loaded from one, two and three
//!   bytes before, as in long inputs. From 16 to 18 bytes these would begin before the input, so the bytes after the
//!   first vector are a number, which is shifted.
//! - **ASCII** comes first, since most short strings are ASCII. Up to five vectors from both ends cover 19 to 66 bytes,
//!   with two branches on the length, which are coarse, and one on the contents.
//! - **An error** is rare, so its place is found by going over the vectors again.

use placemat_core::Scan;

use super::window::{after_zeros, complete};
use super::{Kernel, Step};
use crate::{BLOCK, REACH, Simd};

/// Bytes in a vector here.
const LANES: usize = 16;

/// From this length on, the last vector and the bytes before it lie inside the input.
const OVERLAP: usize = LANES + REACH;

/// Bytes in two vectors.
const PAIR: usize = 2 * LANES;

/// A vector and the bytes before it.
type Frame = [u8; OVERLAP];

/// Validates fewer than BLOCK + REACH bytes, by the contract of [`placemat_core::Backend::scan`].
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn short<K: Kernel>(kernel: K, bytes: &[u8]) -> Scan {
    const { assert!(K::LANES == LANES) };
    let step = K::Full::default();
    match bytes.len() {
        0 => Scan::Clean,
        1..LANES => {
            let b0 = joined(kernel, bytes);
            let acc = step.step(kernel, step.start(kernel), after_zeros(kernel, b0));
            if !kernel.any_high_bit(b0) || step.is_valid(kernel, acc) {
                return Scan::Clean;
            }
            suspect(bytes, 0, step.errors(kernel, acc))
        }
        LANES..OVERLAP => sixteen_and_a_few(kernel, bytes),
        OVERLAP.. => several_vectors(kernel, bytes),
    }
}

/// The first of these errors in the bytes from `at` on. What is cut off is an error in the zeros after the end.
#[must_use]
#[inline(always)]
pub fn suspect(bytes: &[u8], at: usize, errors: u64) -> Scan {
    Scan::Suspect { from: bytes.len().min(at + errors.trailing_zeros() as usize) }
}

/// 16 to 18 bytes: one vector, and up to two bytes padded with zeros.
#[inline(always)]
fn sixteen_and_a_few<K: Kernel>(kernel: K, bytes: &[u8]) -> Scan {
    let step = K::Full::default();
    let (Some(start), Some(last)) = (bytes.first_chunk::<LANES>(), bytes.last_chunk()) else {
        return Scan::Suspect { from: 0 };
    };
    let start = kernel.load(start, 0);
    // The last eight bytes, without those before the last three of the first vector.
    let rest = u64::from_le_bytes(*last) >> (8 * (OVERLAP + 2 - bytes.len()));
    if !kernel.any_high_bit(kernel.or(start, kernel.join(rest, 0))) {
        return Scan::Clean;
    }
    let first = step.step(kernel, step.start(kernel), after_zeros(kernel, start));
    // Not a closure, which would not be compiled for the CPU features of the kernel.
    let b = [
        kernel.join(rest >> 24, 0),
        kernel.join(rest >> 16, 0),
        kernel.join(rest >> 8, 0),
        kernel.join(rest, 0),
    ];
    if step.is_valid(kernel, step.step(kernel, first, b)) {
        return Scan::Clean;
    }
    suspect(bytes, 0, step.errors(kernel, first) | 1 << LANES)
}

/// 19 bytes and more: vector by vector, the last one overlapping.
#[inline(always)]
fn several_vectors<K: Kernel>(kernel: K, bytes: &[u8]) -> Scan {
    let step = K::Full::default();
    let (Some(start), Some(last)) = (bytes.first_chunk::<LANES>(), bytes.last_chunk()) else {
        return Scan::Suspect { from: 0 };
    };
    let start = kernel.load(start, 0);
    if is_ascii(kernel, start, bytes, last) {
        return Scan::Clean;
    }
    let first = step.step(kernel, step.start(kernel), after_zeros(kernel, start));
    let mut acc = first;
    let mut rest = &bytes[LANES - REACH..];
    while let Some(frame) = rest.first_chunk()
        && rest.len() > frame.len()
    {
        acc = step.step(kernel, acc, vectors(kernel, frame));
        rest = &rest[LANES..];
    }
    acc = step.step(kernel, acc, vectors(kernel, last));
    if step.is_valid(kernel, acc) {
        return if complete([last[LANES], last[LANES + 1], last[LANES + 2]]) {
            Scan::Clean
        } else {
            Scan::Suspect { from: bytes.len() }
        };
    }
    // Again, until the vector with the error.
    let (mut at, mut errors) = (0, step.errors(kernel, first));
    while errors == 0 && at + LANES < bytes.len() {
        at = bytes.len().min(at + 2 * LANES) - LANES;
        let Some(frame) = bytes.get(at - REACH..).and_then(|rest| rest.first_chunk()) else { break };
        errors = step.errors(kernel, step.step(kernel, step.start(kernel), vectors(kernel, frame)));
    }
    suspect(bytes, at, errors)
}

/// Whether all of an input of 19 to 66 bytes is ASCII: vectors from both ends, and a single check.
#[inline(always)]
fn is_ascii<S: Simd>(simd: S, first: S::V, bytes: &[u8], last: &Frame) -> bool {
    let [_, _, _, last @ ..] = last;
    let mut any = simd.or(first, simd.load(last, 0));
    if let (Some(start), Some(end)) = (bytes.first_chunk::<PAIR>(), bytes.last_chunk::<PAIR>()) {
        any = simd.or(any, simd.or(simd.load(start, LANES), simd.load(end, 0)));
    }
    if let Some(longer) = bytes.first_chunk::<{ PAIR + LANES }>()
        && bytes.len() > 2 * PAIR
    {
        any = simd.or(any, simd.load(longer, PAIR));
    }
    !simd.any_high_bit(any)
}

/// The vectors b0 to b3 of a frame.
#[inline(always)]
fn vectors<S: Simd>(simd: S, frame: &Frame) -> [S::V; 4] {
    let [_, after3 @ ..] = frame;
    let [_, after2 @ ..] = after3;
    let [_, b0 @ ..] = after2;
    let [b3 @ .., _, _, _] = frame;
    let [b2 @ .., _, _] = after3;
    let [b1 @ .., _] = after2;
    [simd.load(b0, 0), simd.load(b1, 0), simd.load(b2, 0), simd.load(b3, 0)]
}

/// Up to 15 bytes, padded with zeros.
#[inline(always)]
fn joined<S: Simd>(simd: S, bytes: &[u8]) -> S::V {
    let [low, high] = overlapping(bytes);
    simd.join(low, high)
}

/// 1 to 15 bytes as a little-endian number.
#[inline(always)]
pub(crate) fn number(bytes: &[u8]) -> u128 {
    let [low, high] = overlapping(bytes);
    u128::from(low) | u128::from(high) << 64
}

/// The same as two numbers, by overlapping loads, which agree in the bytes they share.
#[inline(always)]
fn overlapping(bytes: &[u8]) -> [u64; 2] {
    let len = bytes.len();
    if len >= 4 {
        // From eight bytes on, the first eight and the last eight, by two loads each; otherwise the first four and
        // the last four, each twice.
        let between = (len & 8) >> 1;
        let first = load_four(bytes, 0) | load_four(bytes, between) << (8 * between);
        let last = load_four(bytes, len - 4 - between) | load_four(bytes, len - 4) << (8 * between);
        // Two shifts, because they add up to 64 bits or more for short inputs.
        let half = 4 * (LANES - len);
        [first | last << (8 * (len - 4 - between)), last >> half >> half]
    } else {
        let low = bytes.first().map_or(0, |first| u64::from(*first))
            | u64::from(bytes[len / 2]) << (8 * (len / 2))
            | u64::from(bytes[len - 1]) << (8 * (len - 1));
        [low, 0]
    }
}

/// The four bytes at `at`.
#[inline(always)]
fn load_four(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |bytes| u32::from_le_bytes(*bytes).into())
}

const _: () = assert!(
    BLOCK + REACH > 2 * LANES && BLOCK + REACH <= 2 * PAIR + LANES,
    "there are inputs for every case"
);
