//! The one driver: it walks a slice, and owns everything that is not the verdict on a window.
//!
//! ```text
//!  0        at             at + 64 n        len
//!  |--------|--------------|----------------|
//!  |- head -|                     |- tail --|
//!           |--- chunks of up to 64 blocks ---|
//! ```
//!
//! The head and the tail are one block each, judged in full mode, and may overlap what is between them: a window can
//! be judged twice, since no state is carried. What is between is aligned to blocks and walked in chunks; see
//! [`chunk`].

mod chunk;
mod mode;
mod span;

use placemat_core::Scan;

use crate::{
    BLOCK, Kernel, REACH, Simd, Step, Window,
    steps::{LEAD, LEAD3, LEAD4},
};
use chunk::Walk;

/// Judges `bytes`, by the contract of [`placemat_core::Backend::scan`].
///
/// To be called from a function that is compiled for the processor features of `kernel`.
#[inline(always)]
pub fn scan<K: Kernel>(kernel: K, bytes: &[u8]) -> Scan {
    let Some(head) = bytes.first_chunk::<BLOCK>() else {
        return short(kernel, bytes);
    };
    if bytes.len() < BLOCK + REACH {
        return short(kernel, bytes);
    }
    let head = behind_nothing(head);
    kernel.copied(&head, 0);
    if !sound(kernel, &head) {
        return Scan::Suspect { from: 0 };
    }
    let walk = Walk::new(kernel, bytes, first_block(bytes));
    if let Err(from) = walk.run() {
        return Scan::Suspect { from };
    }
    tail(kernel, bytes)
}

/// Judges fewer octets than a window has: a copy with zeros around it. The zeros in front are octets that no sequence
/// reaches back to; a zero behind them breaks a sequence that the end cuts off.
#[inline(always)]
fn short<K: Kernel>(kernel: K, bytes: &[u8]) -> Scan {
    let mut padded = [0; REACH + 2 * BLOCK];
    let Some(room) = padded.get_mut(REACH..REACH + bytes.len()) else {
        // Never: the callers have fewer than BLOCK + REACH octets. Suspicion is always a safe answer.
        return Scan::Suspect { from: 0 };
    };
    room.copy_from_slice(bytes);
    let mut at = 0;
    while at <= bytes.len() {
        let Some(window) = window(&padded, at + REACH) else { break };
        kernel.copied(window, at);
        if !sound(kernel, window) {
            return Scan::Suspect { from: at };
        }
        at += BLOCK;
    }
    Scan::Clean
}

/// The window of the first block: zeros stand for what is before the input.
#[inline(always)]
fn behind_nothing(head: &[u8; BLOCK]) -> Window {
    let mut window = [0; REACH + BLOCK];
    window[REACH..].copy_from_slice(head);
    window
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
    let Some(last) = bytes.last_chunk() else {
        return Scan::Suspect { from: 0 };
    };
    if !sound(kernel, last) {
        return Scan::Suspect { from: bytes.len() - BLOCK };
    }
    if !complete([last[BLOCK], last[BLOCK + 1], last[BLOCK + 2]]) {
        return Scan::Suspect { from: bytes.len() };
    }
    Scan::Clean
}

/// Whether nothing is wrong with the block of `window`, judged in full mode.
#[inline(always)]
fn sound<K: Kernel>(kernel: K, window: &Window) -> bool {
    let simd = kernel.simd();
    let step = kernel.full();
    step.errors(simd, judge::<K, K::Full>(kernel, step, step.start(simd), window)) == 0
}

/// Judges the block of `window` in one mode.
#[inline(always)]
fn judge<K: Kernel, M: Step<K::Simd>>(kernel: K, step: M, mut acc: M::Acc, window: &Window) -> M::Acc {
    let simd = kernel.simd();
    let mut at = REACH;
    while at < REACH + BLOCK {
        let b = [
            simd.load(window, at),
            simd.load(window, at - 1),
            simd.load(window, at - 2),
            simd.load(window, at - 3),
        ];
        acc = step.step(simd, acc, b);
        at += K::Simd::LANES;
    }
    acc
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
    first < LEAD && second < LEAD3 && third < LEAD4
}
