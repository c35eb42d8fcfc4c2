//! Chunks with much ASCII, without a branch per vector: all vectors are widened to where their units belong, and
//! those that are not ASCII are then converted and overwrite that.
//!
//! ```text
//! at = 0
//! for each vector:     dst[at..] = widened; from[vector] = at; at += count(bytes before no continuation byte)
//! for each that is not ASCII:
//!     keep the eight units after its own; dst[from[vector]..] = validated and converted; put them back
//! ```
//!
//! Where a vector's units begin depends only on how many lanes write, which costs much less than the units. A store of
//! the second pass reaches up to eight units into what the first one has written for the next vector.

use super::blocks::{BEFORE, Four, SPARE};
use super::chunk::{CHUNK, Chunk, Dst};
use super::{backend::ToUtf16, frame::vectors};
use crate::validate::{Step, steps::LEAD4};
use crate::{BLOCK, Operation};

/// The maximum number of vectors in a chunk.
const VECTORS: usize = CHUNK / 16;

/// The contents of a chunk.
struct Survey {
    /// One bit per vector: set if a byte of it, or the byte after it, is not ASCII.
    others: u64,
    /// Where the units of each vector begin, followed by where the last ones end.
    from: [u16; VECTORS + 1],
    /// Whether all bytes except the first are below F0.
    is_of_three: bool,
}

impl Survey {
    const NONE: Self = Self { others: 0, from: [0; VECTORS + 1], is_of_three: true };
}

/// Validates and converts a chunk. Returns the numbers of units and of non-ASCII vectors, or `None` if there is an
/// error. A separate function, so that the loops over other chunks have all registers.
pub(super) struct Sparse<'a> {
    pub(super) chunk: &'a Chunk,
    pub(super) dst: &'a mut Dst,
}

impl<K: ToUtf16> Operation<K> for Sparse<'_> {
    type Output = Option<(usize, u32)>;

    #[inline(always)]
    fn run(self, kernel: K) -> Option<(usize, u32)> {
        let Self { chunk, dst } = self;
        let [fourth, before @ ..] = chunk.first_chunk::<4>()?;
        let mut survey = Survey::NONE;
        widen::<K, false>(kernel, chunk, dst, &mut survey)?;
        if survey.is_of_three && *fourth < LEAD4 && K::Three::guard(*before) {
            convert_others::<K, K::Three>(kernel, chunk, &survey, Four::Never, dst)
        } else {
            widen::<K, true>(kernel, chunk, dst, &mut survey)?;
            convert_others::<K, K::Full>(kernel, chunk, &survey, Four::Rarely, dst)
        }
    }
}

/// Widens all vectors. With `PAIRS`, the third byte of four counts as a surrogate.
#[inline(always)]
fn widen<K: ToUtf16, const PAIRS: bool>(
    kernel: K, chunk: &Chunk, dst: &mut Dst, survey: &mut Survey,
) -> Option<()> {
    let (mut others, mut written, mut vector) = (0, 0, 0);
    let mut largest = kernel.splat(0);
    let mut block = 0;
    while block < CHUNK {
        let frame = chunk[block..].first_chunk()?;
        let mut lane = 0;
        while lane < BLOCK {
            let [b0, b1, _, b3, _] = vectors(kernel, frame, lane);
            let left = dst.get_mut(written..)?.get_mut(..K::LANES)?;
            let (halves, _) = frame[BEFORE + lane..][..K::LANES].as_chunks::<16>();
            let (dsts, _) = left.as_chunks_mut::<16>();
            for (bytes, dst) in halves.iter().zip(dsts) {
                kernel.widen(bytes, dst);
            }
            largest = kernel.max(largest, b0);
            others |= u64::from(kernel.any_high_bit(kernel.or(b0, b1))) << vector;
            // Continuation bytes are the 64 smallest as signed numbers.
            let mut writes = !kernel.movemask(kernel.add_signed_saturating(b0, kernel.splat(0x40)));
            if PAIRS {
                writes |= kernel.movemask(kernel.sub_saturating(b3, kernel.splat(LEAD4 - 0x80)));
            }
            written += kernel.count(writes & (u64::MAX >> (BLOCK - K::LANES)));
            vector += 1;
            survey.from[vector] = u16::try_from(written).ok()?;
            lane += K::LANES;
        }
        block += BLOCK;
    }
    survey.others = others;
    survey.is_of_three = !kernel.any_high_bit(kernel.sub_saturating(largest, kernel.splat(LEAD4 - 0x80)));
    Some(())
}

/// Validates and converts the vectors that are not ASCII.
#[inline(always)]
fn convert_others<K: ToUtf16, M: Step<K>>(
    kernel: K, chunk: &Chunk, survey: &Survey, four: Four, dst: &mut Dst,
) -> Option<(usize, u32)> {
    let step = M::default();
    let mut acc = step.start(kernel);
    let mut left = survey.others;
    while left != 0 {
        let vector = left.trailing_zeros() as usize;
        left &= left - 1;
        let at = vector * K::LANES;
        let frame = chunk.get(at / BLOCK * BLOCK..)?.first_chunk()?;
        let b = vectors(kernel, frame, at % BLOCK);
        let [b0, b1, b2, b3, _] = b;
        acc = step.step(kernel, acc, [b0, b1, b2, b3]);
        let lanes = match four {
            Four::Never => kernel.units_of_three([b0, b1, b2, b3]),
            Four::Often | Four::Rarely => kernel.units(b),
        };
        // What is stored after the units of a vector belongs to the next one.
        let end = usize::from(*survey.from.get(vector + 1)?);
        let after: [u16; SPARE] = *dst.get(end..)?.first_chunk()?;
        kernel.compress_lanes(lanes, dst, usize::from(*survey.from.get(vector)?));
        *dst.get_mut(end..)?.first_chunk_mut()? = after;
    }
    let units = usize::from(survey.from[CHUNK / K::LANES]);
    step.is_valid(kernel, acc).then_some((units, survey.others.count_ones()))
}
