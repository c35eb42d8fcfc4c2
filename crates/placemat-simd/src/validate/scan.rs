//! The entry point of validation: selects a path for an input.
//!
//! ```text
//!  0        at             at + 64 n        len
//!  |--------|--------------|----------------|
//!  |- head -|                     |- tail --|
//!           |--- chunks of up to 32 blocks ---|
//! ```
//!
//! The head and the tail are one block each, validated in full mode, and may overlap what is between them: validating
//! a window twice is harmless, since no state is carried. What is between is aligned to blocks and goes to the
//! [`Driver`], chunk by chunk. An input of a few blocks is validated entirely in full mode, one shorter than a window
//! by [`short`](super::short()).

use placemat_core::Scan;

use super::{
    Kernel, PrefetchPolicy, Step, ascii,
    driver::Driver,
    prefetch,
    sparse::{self, sparse},
    steps::LEAD4,
    window::{after_zeros, end, first_block, is_sound, validate, validate_head, window, windows},
};
use crate::{BLOCK, Operation, REACH, Window};

/// Inputs of up to this many bytes are validated in full mode, block by block: choosing a mode would not pay off.
const MIXED_MAX_LEN: usize = 15 * BLOCK;

/// The same for inputs that do not begin with ASCII. Those that do may contain much more ASCII to skip.
const DENSE_MAX_LEN: usize = 32 * BLOCK;

/// From this length on, the driver finds the block with an error faster than a scalar decoder that starts at the
/// beginning. Input that begins with ASCII is left to
/// the decoder, which is as fast there.
const SEVERAL_BLOCKS: usize = 6 * BLOCK;

/// Validates `bytes`, by the contract of [`placemat_core::Backend::scan`].
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn scan<K: Kernel>(kernel: K, bytes: &[u8]) -> Scan {
    let (Some(head), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) else {
        return kernel.short(bytes);
    };
    let mut ascii = 0;
    let is_short = bytes.len() <= MIXED_MAX_LEN;
    let mut is_few = is_short;
    if is_short {
        if ascii::all_ascii(kernel, head, bytes, last) {
            return Scan::Clean;
        }
    } else if prefetch::is_uncached::<K>(bytes) {
        // Whether skipping ASCII pays off depends on the CPU, which `Long` queries.
    } else if ascii::is_ascii(kernel, head, 0) {
        match ascii::first_not_ascii(kernel, bytes) {
            Some(at) => ascii = at,
            None => return Scan::Clean,
        }
    } else {
        is_few =
            bytes.len() <= DENSE_MAX_LEN && (K::SPARSE_MAX_RUNS == 0 || ascii::has_from(kernel, head, LEAD4));
    }
    if is_few {
        if few_blocks(kernel, head, bytes, last) {
            return end(bytes, last);
        }
        if is_short && (bytes.len() < SEVERAL_BLOCKS || head[0].is_ascii()) {
            return Scan::Suspect { from: 0 };
        }
    }
    kernel.validate(Long { bytes, ascii })
}

/// Validates the first vector, those after it, and the tail, with a single check at the end. (Vector by vector is as
/// fast as block by block, and smaller.)
#[inline(always)]
fn few_blocks<K: Kernel>(kernel: K, head: &Window, bytes: &[u8], last: &Window) -> bool {
    let step = K::Full::default();
    let mut acc = step.step(kernel, step.start(kernel), after_zeros(kernel, kernel.load(head, 0)));
    if K::LANES == BLOCK {
        for nth in 1..=bytes.len().saturating_sub(2 * BLOCK).div_ceil(BLOCK) {
            if let Some(window) = window(bytes, nth * BLOCK) {
                acc = validate::<K, K::Full>(kernel, step, acc, window);
            }
        }
    } else {
        let mut rest = &bytes[K::LANES - REACH..];
        while let Some(window) = rest.first_chunk()
            && rest.len() > window.len()
        {
            acc = step.step(kernel, acc, windows::<_, K::Full>(kernel, window, REACH));
            rest = &rest[K::LANES..];
        }
    }
    acc = validate::<K, K::Full>(kernel, step, acc, last);
    step.is_sound(kernel, acc)
}

/// [`scan`] for inputs of more than a few blocks. Compiled as a separate function, so that short inputs do not pay
/// for the registers that it saves.
struct Long<'a> {
    bytes: &'a [u8],
    /// The number of leading bytes known to be ASCII: zero, or up to the beginning of a block of the chunks.
    ascii: usize,
}

impl<K: Kernel> Operation<K> for Long<'_> {
    type Output = Scan;

    #[inline(always)]
    fn run(self, kernel: K) -> Scan {
        let Self { bytes, ascii } = self;
        let policy = prefetch::policy(kernel, bytes);
        let mut at = ascii;
        if at < REACH {
            let step = K::Full::default();
            match bytes.first_chunk() {
                Some(head) if step.is_sound(kernel, validate_head(kernel, head)) => at = first_block(bytes),
                _ => return Scan::Suspect { from: 0 },
            }
        }
        if sparse::is_for::<K>(bytes) {
            return sparse(kernel, bytes, at);
        }
        rest(kernel, bytes, drive(kernel, policy, bytes, at))
    }
}

/// Validates all whole blocks from `at` on with the [`Driver`], piece by piece.
#[inline(always)]
fn drive<K: Kernel>(kernel: K, policy: PrefetchPolicy, bytes: &[u8], mut at: usize) -> Result<(), usize> {
    let scans =
        !(K::FASTER_THAN_MEMORY && policy != PrefetchPolicy::Off && prefetch::is_uncached::<K>(bytes));
    let mut driver = Driver::new(kernel, policy, scans, bytes, at);
    loop {
        let piece = prefetch::piece(kernel, policy, bytes, at);
        driver.run(piece, at)?;
        if piece.len() == bytes.len() {
            return Ok(());
        }
        at = piece.len();
    }
}

/// Validates the last block, which may overlap validated bytes, and the end of the input; or, after an alarm, finds
/// the first block with an error. (A sequence cut off at the end of a block is an error in the next one.) One loop
/// serves both.
#[inline(always)]
fn rest<K: Kernel>(kernel: K, bytes: &[u8], validated: Result<(), usize>) -> Scan {
    let mut at = validated.err().unwrap_or(bytes.len().saturating_sub(BLOCK));
    while let Some(window) = window(bytes, at) {
        if !is_sound(kernel, window) {
            break;
        }
        at += BLOCK;
    }
    match bytes.last_chunk() {
        Some(last) if validated.is_ok() && at == bytes.len() => end(bytes, last),
        _ => Scan::Suspect { from: at },
    }
}
