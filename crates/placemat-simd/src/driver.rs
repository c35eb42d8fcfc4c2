//! The one driver: it walks a slice, and owns everything that is not the verdict on a window.
//!
//! ```text
//!  0        at             at + 64 n        len
//!  |--------|--------------|----------------|
//!  |- head -|                     |- tail --|
//!           |--- chunks of up to 32 blocks ---|
//! ```
//!
//! The head and the tail are one block each, judged in full mode, and may overlap what is between them: a window can
//! be judged twice, since no state is carried. What is between is aligned to blocks and walked in chunks; see
//! [`chunk`]. An input of a few blocks is judged in full mode throughout; one shorter than a window by [`short`].

mod ascii;
mod chunk;
mod density;
mod mode;
mod short;
mod span;

use placemat_core::Scan;

use crate::{
    BLOCK, Kernel, REACH, Simd, Step, Window,
    steps::{LEAD, LEAD3, LEAD4},
};
use chunk::Walk;
pub use short::short;

/// Octets of an input that is judged in full mode, block by block: a choice of modes would not pay.
const FEW_BLOCKS: usize = 15 * BLOCK;

/// Judges `bytes`, by the contract of [`placemat_core::Backend::scan`].
///
/// To be called from a function that is compiled for the processor features of `kernel`.
#[inline(always)]
pub fn scan<K: Kernel>(kernel: K, bytes: &[u8]) -> Scan {
    let (Some(head), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) else {
        return kernel.short(bytes);
    };
    if bytes.len() <= FEW_BLOCKS {
        let is_ascii = ascii::all_ascii(kernel, head, bytes, last);
        return if is_ascii { Scan::Clean } else { few_blocks(kernel, head, bytes, last) };
    }
    if !ascii::is_ascii(kernel, head, 0) {
        return kernel.long(bytes, 0);
    }
    match ascii::first_not_ascii(kernel, bytes) {
        Some(at) => kernel.long(bytes, at),
        None => Scan::Clean,
    }
}

/// [`scan`] for inputs of more than a few blocks, of which the first `ascii` octets are known to be ASCII: none, or as
/// many as to the beginning of a block of the chunks.
///
/// To be called from a function that is compiled for the processor features of `kernel`.
#[inline(always)]
pub fn long<K: Kernel>(kernel: K, bytes: &[u8], ascii: usize) -> Scan {
    let mut at = ascii;
    if at < REACH {
        let step = K::Full::default();
        match bytes.first_chunk() {
            Some(head) if step.is_sound(kernel, judge_head(kernel, head)) => at = first_block(bytes),
            _ => return Scan::Suspect { from: 0 },
        }
    }
    if let Err(from) = Walk::new(kernel, bytes).run(at) {
        return Scan::Suspect { from };
    }
    tail(kernel, bytes)
}

/// Judges a head, the blocks behind it, and a tail, with one look at the end.
#[inline(always)]
fn few_blocks<K: Kernel>(kernel: K, head: &Window, bytes: &[u8], last: &Window) -> Scan {
    let step = K::Full::default();
    let mut acc = judge_head(kernel, head);
    let mut rest = &bytes[BLOCK - REACH..];
    while let Some(window) = rest.first_chunk()
        && rest.len() > window.len()
    {
        acc = judge::<K, K::Full>(kernel, step, acc, window);
        rest = &rest[BLOCK..];
    }
    acc = judge::<K, K::Full>(kernel, step, acc, last);
    if !step.is_sound(kernel, acc) {
        return Scan::Suspect { from: 0 };
    }
    end(bytes, last)
}

/// Judges the first block of the input.
#[inline(always)]
fn judge_head<K: Kernel>(kernel: K, head: &Window) -> <K::Full as Step<K>>::Acc {
    let step = K::Full::default();
    let mut acc = step.step(kernel, step.start(kernel), short::behind_zeros(kernel, kernel.load(head, 0)));
    let mut at = K::LANES;
    while at < BLOCK {
        acc = step.step(kernel, acc, windows::<_, K::Full>(kernel, head, at));
        at += K::LANES;
    }
    acc
}

/// Where the chunks begin: at the first octet whose block can be loaded from a cache line of its own, and whose window
/// lies inside the input. The head covers what is before it. Where the line begins too early for a window, the blocks
/// are shifted by one or two octets; one of the four loads is aligned even so.
#[inline(always)]
fn first_block(bytes: &[u8]) -> usize {
    let to_line = bytes.as_ptr().addr().wrapping_neg() % BLOCK;
    match to_line {
        0 => BLOCK,
        near if near < REACH => REACH,
        far => far,
    }
}

/// The last block, which may overlap what has been judged, and the end of the input.
#[inline(always)]
fn tail<K: Kernel>(kernel: K, bytes: &[u8]) -> Scan {
    match bytes.last_chunk() {
        Some(last) if sound(kernel, last) => end(bytes, last),
        _ => Scan::Suspect { from: bytes.len().saturating_sub(BLOCK) },
    }
}

/// The verdict when nothing is wrong: does the input end inside a sequence?
#[inline(always)]
fn end(bytes: &[u8], last: &Window) -> Scan {
    if complete([last[BLOCK], last[BLOCK + 1], last[BLOCK + 2]]) {
        Scan::Clean
    } else {
        Scan::Suspect { from: bytes.len() }
    }
}

/// Whether nothing is wrong with the block of `window`, judged in full mode.
#[inline(always)]
fn sound<K: Kernel>(kernel: K, window: &Window) -> bool {
    let step = K::Full::default();
    step.is_sound(kernel, judge::<K, K::Full>(kernel, step, step.start(kernel), window))
}

/// Judges the block of `window` in one mode.
#[inline(always)]
fn judge<K: Kernel, M: Step<K>>(kernel: K, step: M, mut acc: M::Acc, window: &Window) -> M::Acc {
    let mut at = REACH;
    while at < REACH + BLOCK {
        acc = step.step(kernel, acc, windows::<_, M>(kernel, window, at));
        at += K::LANES;
    }
    acc
}

/// The vector at `at`, and those one, two and three octets before, as far as the step looks.
#[inline(always)]
fn windows<S: Simd, M: Step<S>>(simd: S, window: &Window, at: usize) -> [S::V; 4] {
    let b0 = simd.load(window, at);
    let b1 = simd.load(window, at - 1);
    match M::REACH {
        1 => [b0, b1, b1, b1],
        2 => {
            let b2 = simd.load(window, at - 2);
            [b0, b1, b2, b2]
        }
        _ => {
            let b3 = simd.load(window, at - 3);
            [b0, b1, simd.between(window, at - 2, b1, b3), b3]
        }
    }
}

/// The window of the block at octet `at`, if both lie inside.
#[inline(always)]
fn window(bytes: &[u8], at: usize) -> Option<&Window> {
    bytes.get(at - REACH..)?.first_chunk()
}

/// The end rule: whether no sequence goes on behind these three octets (the nearest last), if they end the beginning of
/// well-formed text.
///
/// ```
/// assert!(placemat_simd::complete(*b"\xE2\x82\xAC"));
/// assert!(!placemat_simd::complete(*b"a\xE2\x82"));
/// ```
#[must_use]
#[inline(always)]
pub fn complete([third, second, first]: [u8; REACH]) -> bool {
    (first < LEAD) & (second < LEAD3) & (third < LEAD4)
}
