//! Texts shorter than a frame, in 16-byte vectors: no copy, no loop over bytes.
//!
//! ```text
//! 1 to 16 bytes:  one vector b1, padded with zeros; b0 and b2 to b4 are shifted copies of it
//! 17 to 19:       one vector, and the rest as a number, shifted
//! 20 to 67:       if first | ... | last is ASCII: widen each, the last one overlapping
//!                 the first vector; each next one from a frame; the last frame for the lanes not yet done; the last byte
//! ```
//!
//! A vector reads the bytes around it (a frame), so lanes that are converted already are masked out of the last one. The
//! last byte has none after it, so its lane is computed by itself.

use placemat_core::convert::Progress;

use super::backend::ToUtf16;
use super::frame::{after_zeros, last_unit};
use crate::Simd;
use crate::validate::{Step, complete, number};

/// Bytes in a vector here.
const LANES: usize = 16;

/// From this length on, one vector does not hold the text.
const VECTOR_MIN_LEN: usize = LANES + 1;

/// A vector of b1, and the bytes before and after it.
type VectorFrame = [u8; 3 + LANES + 1];

/// From this length on, the last frame lies inside the text.
const OVERLAP: usize = size_of::<VectorFrame>();

/// Converts fewer bytes than a frame has, by the contract of [`Progress`]. The bytes must neither begin with a
/// continuation byte nor end with a sequence that more bytes could complete.
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn short<K: ToUtf16>(kernel: K, source: &[u8], dst: &mut [u16]) -> Progress {
    const { assert!(K::LANES == LANES) };
    let short = Short { kernel, source, dst };
    let written = match source.len() {
        ..VECTOR_MIN_LEN => short.one_vector(),
        VECTOR_MIN_LEN..OVERLAP => short.one_and_a_few(),
        _ => short.several(),
    };
    match written {
        Some(written) => Progress { read: source.len(), written },
        // [`Progress`] allows stopping early here: fewer than 64 + 4 bytes are left.
        None => Progress::default(),
    }
}

struct Short<'a, K> {
    kernel: K,
    source: &'a [u8],
    dst: &'a mut [u16],
}

impl<K: ToUtf16> Short<'_, K> {
    /// Up to 16 bytes, padded with zeros.
    #[inline(always)]
    fn one_vector(self) -> Option<usize> {
        let Self { kernel, source, dst } = self;
        let bytes = match source.first_chunk::<LANES>() {
            Some(all) => u128::from_le_bytes(*all),
            None => number(source),
        };
        if bytes & u128::from_ne_bytes([0x80; LANES]) == 0 {
            widen_vector(kernel, vector(kernel, bytes), dst, source.len())?;
            return Some(source.len());
        }
        let b = after_zeros(kernel, vector(kernel, bytes >> 8), vector(kernel, bytes));
        let counts = !(u64::MAX << source.len());
        sound_units(kernel, b, counts, dst, 0)
    }

    /// 17 to 19 bytes: one vector, and up to three bytes padded with zeros.
    #[inline(always)]
    fn one_and_a_few(self) -> Option<usize> {
        let Self { kernel, source, dst } = self;
        let b0 = kernel.load(source.get(1..)?.first_chunk::<LANES>()?, 0);
        let b1 = kernel.load(source.first_chunk::<LANES>()?, 0);
        let written = sound_units(kernel, after_zeros(kernel, b0, b1), u64::MAX, dst, 0)?;
        // The last three bytes of the first vector, and what follows.
        let rest = number(source.get(LANES - 3..)?);
        let b = [
            vector(kernel, rest >> 32),
            vector(kernel, rest >> 24),
            vector(kernel, rest >> 16),
            vector(kernel, rest >> 8),
            vector(kernel, rest),
        ];
        let counts = !(u64::MAX << (source.len() - LANES));
        Some(written + sound_units(kernel, b, counts, dst, written)?)
    }

    /// 20 bytes and more: vector by vector, the last one overlapping, and then the last byte.
    #[inline(always)]
    fn several(self) -> Option<usize> {
        let Self { kernel, source, dst } = self;
        let first = source.first_chunk()?;
        let b1 = kernel.load(first, 0);
        if is_ascii(kernel, b1, source)? {
            return widen(kernel, first, source, dst);
        }
        let b0 = kernel.load(source.get(1..)?.first_chunk::<LANES>()?, 0);
        let mut written = sound_units(kernel, after_zeros(kernel, b0, b1), u64::MAX, dst, 0)?;
        let mut read = LANES;
        while let Some(frame) = source.get(read - 3..).and_then(|rest| rest.first_chunk()) {
            written += sound_units(kernel, vectors(kernel, frame), u64::MAX, dst, written)?;
            read += LANES;
        }
        if read + 1 < source.len() {
            // The last lane is that of the last byte but one.
            let done = read + LANES + 1 - source.len();
            let frame = source.last_chunk()?;
            written += sound_units(kernel, vectors(kernel, frame), u64::MAX << done, dst, written)?;
            read = source.len() - 1;
        }
        if read < source.len() {
            let last = source.last_chunk::<4>()?;
            let [_, before @ ..] = *last;
            if !complete(before) {
                return None;
            }
            *dst.get_mut(written)? = last_unit(*last);
            written += 1;
        }
        Some(written)
    }
}

/// Compresses the units of the lanes in `counts` into `dst[at..]`. Returns their number, or `None` if there is an
/// error or they do not fit.
#[inline(always)]
fn sound_units<K: ToUtf16>(
    kernel: K, b: [K::V; 5], counts: u64, dst: &mut [u16], at: usize,
) -> Option<usize> {
    let step = K::Full::default();
    let acc = step.step(kernel, step.start(kernel), [b[0], b[1], b[2], b[3]]);
    if !step.is_valid(kernel, acc) {
        return None;
    }
    let mut lanes = kernel.units(b);
    lanes.writes &= counts & (u64::MAX >> (64 - K::LANES));
    kernel.place(lanes, dst, at)
}

/// Whether all of a text is ASCII, with a single check at the end.
#[inline(always)]
fn is_ascii<K: Simd>(kernel: K, first: K::V, source: &[u8]) -> Option<bool> {
    let mut any = kernel.or(first, kernel.load(source.last_chunk::<LANES>()?, 0));
    let mut rest = &source[LANES..];
    while let Some(vector) = rest.first_chunk::<LANES>() {
        any = kernel.or(any, kernel.load(vector, 0));
        rest = &rest[LANES..];
    }
    Some(!kernel.any_high_bit(any))
}

/// Converts up to 16 bytes of ASCII.
#[inline(always)]
fn widen_vector<K: Simd>(kernel: K, bytes: K::V, dst: &mut [u16], len: usize) -> Option<()> {
    let [low, high] = kernel.interleave(bytes, kernel.splat(0));
    if let Some(dst) = dst.first_chunk_mut::<LANES>() {
        kernel.store(low, dst, 0);
        kernel.store(high, dst, LANES / 2);
    } else {
        let mut all = [0; LANES];
        kernel.store(low, &mut all, 0);
        kernel.store(high, &mut all, LANES / 2);
        dst.get_mut(..len)?.copy_from_slice(&all[..len]);
    }
    Some(())
}

/// Converts an ASCII text, vector by vector, the last one overlapping.
#[inline(always)]
fn widen<K: ToUtf16>(kernel: K, first: &[u8; LANES], source: &[u8], dst: &mut [u16]) -> Option<usize> {
    let dst = dst.get_mut(..source.len())?;
    kernel.widen(first, dst.first_chunk_mut()?);
    let (vectors, _) = source[LANES..].as_chunks();
    let (dsts, _) = dst[LANES..].as_chunks_mut();
    for (bytes, dst) in vectors.iter().zip(dsts) {
        kernel.widen::<LANES>(bytes, dst);
    }
    kernel.widen::<LANES>(source.last_chunk()?, dst.last_chunk_mut()?);
    Some(source.len())
}

/// The vectors b0 to b4 of a frame.
#[inline(always)]
fn vectors<K: Simd>(kernel: K, frame: &VectorFrame) -> [K::V; 5] {
    let [_, after4 @ ..] = frame;
    let [_, after3 @ ..] = after4;
    let [_, after2 @ ..] = after3;
    let [_, b0 @ ..] = after2;
    let [b4 @ .., _, _, _, _] = frame;
    let [b3 @ .., _, _, _] = after4;
    let [b2 @ .., _, _] = after3;
    let [b1 @ .., _] = after2;
    [kernel.load(b0, 0), kernel.load(b1, 0), kernel.load(b2, 0), kernel.load(b3, 0), kernel.load(b4, 0)]
}

/// The bytes of a number, little-endian.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the lower half")]
fn vector<K: Simd>(kernel: K, bytes: u128) -> K::V {
    kernel.join(bytes as u64, (bytes >> 64) as u64)
}
