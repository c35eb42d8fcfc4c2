//! Assigns bytes to lanes. Builds each array that is passed to a kernel, once.

use super::Bytes;
use crate::certificate::{WINDOWS, contexts::Contexts};

/// Windows whose b1 is the last, or the third, byte of a four-byte character. Both write; a kernel may test for them.
const FOUR: [[u8; 5]; 2] = [[0xF0, 0x9F, 0x8D, 0xBD, 0x41], [0x41, 0xF0, 0x9F, 0x8D, 0xBD]];
/// The narrowest vectors: one lane in this many has a four-byte window.
const NARROWEST: usize = 16;

/// The first lanes with a four-byte window, in two runs: each run tries what the other replaces.
pub(super) fn firsts(rotation: usize) -> [usize; 2] {
    [rotation % NARROWEST, (rotation + NARROWEST / 2) % NARROWEST]
}

/// A byte b1 to b4 in all lanes: alone, and with four-byte windows in some.
pub(super) struct Before {
    /// By byte.
    alone: Vec<Bytes>,
    /// By the first lane of [`FOUR`], then by `k`-1 of b`k`, then by byte.
    with_four: Vec<[Vec<Bytes>; 4]>,
}

impl Before {
    pub(super) fn new() -> Self {
        let all = || (0..=255).map(|byte| [byte; WINDOWS + 4]);
        let with_four = |first: usize, k: usize| {
            let put = |mut bytes: Bytes| {
                put_four(&mut bytes, first, k);
                bytes
            };
            all().map(put).collect()
        };
        let with_four = (0..NARROWEST).map(|first| [1, 2, 3, 4].map(|k| with_four(first, k))).collect();
        Self { alone: all().collect(), with_four }
    }

    /// These bytes b1 to b4 in all lanes.
    pub(super) fn alone(&self, bytes: [u8; 4]) -> [&Bytes; 4] {
        bytes.map(|byte| &self.alone[usize::from(byte)])
    }

    /// The same, with four-byte windows from this lane on.
    pub(super) fn with_four(&self, [b1, b2, b3, b4]: [u8; 4], first: usize) -> [&Bytes; 4] {
        let [all1, all2, all3, all4] = &self.with_four[first];
        [(all1, b1), (all2, b2), (all3, b3), (all4, b4)].map(|(bytes, byte)| &bytes[usize::from(byte)])
    }
}

/// The lanes that hold [`FOUR`], and which of the two.
pub(super) fn lanes_of_four(first: usize) -> impl Iterator<Item = (usize, [u8; 5])> {
    (first..WINDOWS).step_by(NARROWEST).zip(FOUR.into_iter().cycle())
}

/// Puts b`k` of [`FOUR`] into its lanes.
fn put_four(bytes: &mut Bytes, first: usize, k: usize) {
    for (lane, window) in lanes_of_four(first) {
        bytes[lane] = window[4 - k];
    }
}

/// The bytes b0 that may follow in a state: first those of valid text, then invalid leads. A step need not raise
/// an alarm at a lead that no sequence can have before the byte after it, so the output of the lane before such a
/// lead must be correct.
pub(super) struct After {
    /// By byte: whether valid text may continue with it.
    pub(super) is_valid: [bool; 256],
    /// All bytes, by the lane of the first.
    pub(super) rotated: Vec<Rotated>,
}

/// All bytes b0 of a state, in as many windows as needed.
pub(super) struct Rotated {
    pub(super) alone: Vec<Bytes>,
    /// For each of [`firsts`].
    pub(super) with_four: [Vec<Bytes>; 2],
}

impl After {
    pub(super) fn of(contexts: &Contexts, state: usize) -> Self {
        let (rejected, invalid_leads) = (contexts.rejected[state], contexts.invalid_leads[state]);
        let is_in = |set: [u64; 4], byte: u8| set[usize::from(byte / 64)] >> (byte % 64) & 1 == 1;
        let follows = |byte: &u8| !is_in(rejected, *byte);
        let (leads, valid): (Vec<u8>, Vec<u8>) =
            (0..=255).filter(follows).partition(|byte| is_in(invalid_leads, *byte));
        let mut is_valid = [false; 256];
        for byte in &valid {
            is_valid[usize::from(*byte)] = true;
        }
        let all: Vec<u8> = valid.into_iter().chain(leads).collect();
        let rotated = (0..WINDOWS).map(|rotation| Rotated::of(&all, rotation)).collect();
        Self { is_valid, rotated }
    }
}

impl Rotated {
    /// Repeats the bytes until every lane has one.
    fn of(bytes: &[u8], rotation: usize) -> Self {
        let parts = (0..bytes.len()).step_by(WINDOWS);
        let part = |start: usize| -> Bytes {
            std::array::from_fn(|lane| bytes[(rotation + start + lane) % bytes.len()])
        };
        let alone: Vec<Bytes> = parts.map(part).collect();
        let with_four = firsts(rotation).map(|first| {
            let mut with_four = alone.clone();
            with_four.iter_mut().for_each(|bytes| put_four(bytes, first, 0));
            with_four
        });
        Self { alone, with_four }
    }
}
