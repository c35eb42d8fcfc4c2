//! Ten lanes: ten parts of the input, validated in parallel.
//!
//! The input is divided into blocks of 64 bytes and chunks of 60 blocks. Each chunk is first scanned for non-ASCII
//! blocks. If most blocks are, the whole chunk is validated as ten lanes of 384 bytes. Otherwise these blocks are
//! copied, ten at a time, to places at a constant distance (a lane needs a register for its state, and none are left
//! for addresses), and the others are skipped. In both cases a lane derives its initial state from the three bytes
//! before it, so it does not matter which blocks are grouped.
//!
//! A skipped block is ASCII, and the block before it must be complete at its end.

use placemat_core::Scan;

use crate::ascii::{BLOCK, not_ascii, skip};
use crate::table::State;

/// Interleaved lanes. A lookup takes about five cycles, and two more can start in each of them.
const LANES: usize = 10;

/// Bytes of a lane per load, so that fewer loads compete with those from the table.
const WORD: usize = 4;

/// Bytes before a lane that determine its initial state.
const RUN_IN: usize = 3;

/// Blocks in a chunk: the bits of a word except a few, so that lanes share them equally.
const CHUNK: usize = 60;

/// Bytes in a lane of a dense chunk.
const LANE: usize = CHUNK * BLOCK / LANES;

/// A chunk with at least this many non-ASCII blocks is dense: skipping the others would not make up for copying.
const DENSE_BLOCKS: u32 = 42;

/// The number of chunks after a dense one that are assumed to be dense as well.
const ASSUMED_DENSE: u32 = 7;

/// Fewer blocks than this are not worth interleaving.
const INTERLEAVE_MIN_BLOCKS: usize = 6;

/// Inputs of up to this many bytes usually are either ASCII, or contain something else early.
const SHORT: usize = 4 * BLOCK;

/// [`placemat_core::Backend::scan`] as a function.
#[must_use]
pub fn scan(bytes: &[u8]) -> Scan {
    if bytes.len() <= SHORT && bytes.is_ascii() {
        return Scan::Clean;
    }
    validate(bytes)
}

/// Not inlined, so that short ASCII does not pay for the registers that it saves.
#[inline(never)]
fn validate(bytes: &[u8]) -> Scan {
    if bytes.len() < BLOCK {
        return stream(bytes);
    }
    let mut reader = Reader { bytes, dense: 0 };
    let mut at = 0;
    while at < bytes.len() {
        match reader.chunk(at) {
            Ok(end) => at = end,
            Err(from) => return Scan::Suspect { from },
        }
    }
    if state_at(bytes, bytes.len()).is_complete() { Scan::Clean } else { Scan::Suspect { from: bytes.len() } }
}

/// Validates less than a block, and stops soon after an error.
fn stream(bytes: &[u8]) -> Scan {
    let mut state = State::START;
    for (nth, word) in bytes.chunks(8).enumerate() {
        state = state.run(word);
        if state.is_refused() {
            return Scan::Suspect { from: 8 * nth };
        }
    }
    if state.is_complete() { Scan::Clean } else { Scan::Suspect { from: bytes.len() } }
}

struct Reader<'a> {
    bytes: &'a [u8],
    /// The number of further chunks that are assumed to be dense.
    dense: u32,
}

impl Reader<'_> {
    /// Validates any number of ASCII blocks from `at` on, and a chunk after them; everything before `at` must be
    /// valid. Returns the offset after the chunk. An error is an offset before which everything is valid.
    #[inline]
    fn chunk(&mut self, mut at: usize) -> Result<usize, usize> {
        if self.dense > 0
            && let Some(chunk) = self.bytes[at..].first_chunk()
        {
            self.dense -= 1;
            return self.dense_chunk(at, chunk);
        }
        let skipped = skip(self.bytes, at);
        if skipped > at && !state_at(self.bytes, at).is_complete() {
            return Err(at);
        }
        at = skipped;
        let rest = &self.bytes[at..];
        let set = not_ascii(&rest[..rest.len().min(CHUNK * BLOCK)]);
        if set & 1 == 0 && !state_at(self.bytes, at).is_complete() {
            return Err(at);
        }
        if let Some(chunk) = rest.first_chunk()
            && set.count_ones() >= DENSE_BLOCKS
        {
            self.dense = ASSUMED_DENSE;
            return self.dense_chunk(at, chunk);
        }
        blocks(self.bytes, at, set)?;
        Ok(at + rest.len().min(CHUNK * BLOCK))
    }

    /// Validates a whole dense chunk at `at`.
    #[inline]
    fn dense_chunk(&self, at: usize, chunk: &[u8; LANES * LANE]) -> Result<usize, usize> {
        let Some(lanes) = chunk.as_chunks::<LANE>().0.first_chunk::<LANES>() else { return Err(at) };
        match consecutive(state_at(self.bytes, at), lanes) {
            Ok(_) => Ok(at + chunk.len()),
            Err(lane) => Err(at + lane * LANE),
        }
    }
}

/// The blocks of `set` whose next block is validated as well, so that a sequence may continue there. The next chunk
/// checks the end of this one.
#[inline]
const fn open(set: u64) -> u64 {
    set >> 1 | 1 << (CHUNK - 1)
}

/// Validates consecutive bytes as lanes, of which the first continues from `state`. Returns the state after the last
/// one. An error is the first lane with an error.
#[inline]
fn consecutive<const LEN: usize, const N: usize>(
    state: State, lanes: &[[u8; LEN]; N],
) -> Result<State, usize> {
    let mut states = [state; N];
    for lane in 1..N {
        states[lane] = State::RUN_IN.run(&lanes[lane - 1][LEN - RUN_IN..]);
    }
    let states = side_by_side(states, lanes);
    match states.iter().position(|state| state.is_refused()) {
        None => Ok(states[N - 1]),
        Some(lane) => Err(lane),
    }
}

/// Validates the blocks of `set` in the chunk at `at`. An error is an offset before which everything is valid, if the
/// other blocks are.
#[inline]
fn blocks(bytes: &[u8], at: usize, mut set: u64) -> Result<(), usize> {
    let open = open(set);
    let is_valid = |state: State, block: usize| {
        if open >> block & 1 != 0 { !state.is_refused() } else { state.is_complete() }
    };
    let mut lanes = [[0; BLOCK]; LANES];
    while set.count_ones() as usize >= INTERLEAVE_MIN_BLOCKS {
        let mut states = [State::START; LANES];
        let mut indices = [0; LANES];
        let mut used = 0;
        while set != 0 && used < LANES {
            let block = set.trailing_zeros() as usize;
            states[used] = state_at(bytes, at + block * BLOCK);
            indices[used] = block;
            fill(&mut lanes[used], &bytes[at + block * BLOCK..]);
            set &= set - 1;
            used += 1;
        }
        let states = side_by_side(states, &lanes);
        let all = (0..used).fold(true, |all, lane| all & is_valid(states[lane], indices[lane]));
        if !all {
            let first = (0..used).find(|&lane| !is_valid(states[lane], indices[lane])).unwrap_or(0);
            let start = at + indices[first] * BLOCK;
            return Err(divided(bytes, start).err().unwrap_or((start + BLOCK).min(bytes.len())));
        }
    }
    while set != 0 {
        let block = set.trailing_zeros() as usize;
        let start = at + block * BLOCK;
        let state = divided(bytes, start)?;
        if !is_valid(state, block) {
            return Err((start + BLOCK).min(bytes.len()));
        }
        set &= set - 1;
    }
    Ok(())
}

/// The state after the block at `start`, validated as lanes of eight bytes; an error is where the first lane with one
/// begins. A block that is cut off by the end of the input is validated together with bytes before it.
#[inline]
fn divided(bytes: &[u8], start: usize) -> Result<State, usize> {
    let start = start.min(bytes.len() - BLOCK);
    let (lanes, _) = bytes[start..].as_chunks::<8>();
    let Some(lanes) = lanes.first_chunk::<8>() else { return Err(0) };
    consecutive(state_at(bytes, start), lanes).map_err(|lane| start + 8 * lane)
}

/// Copies the first block of `from`, padded with zeros at the end of the input, which are an error after a sequence
/// that is cut off.
#[inline]
fn fill(lane: &mut [u8; BLOCK], from: &[u8]) {
    if let Some(whole) = from.first_chunk() {
        *lane = *whole;
    } else {
        *lane = [0; BLOCK];
        lane[..from.len()].copy_from_slice(from);
    }
}

/// The states after the lanes.
#[inline]
fn side_by_side<const LEN: usize, const N: usize>(
    mut states: [State; N], lanes: &[[u8; LEN]; N],
) -> [State; N] {
    const { assert!(LEN.is_multiple_of(WORD)) };
    let mut at = 0;
    while at < LEN {
        for (state, lane) in states.iter_mut().zip(lanes) {
            if let Some(word) = lane[at..].first_chunk::<WORD>() {
                // As one number, so that it is a single load.
                let bytes = u32::from_le_bytes(*word).to_le_bytes();
                *state = bytes.into_iter().fold(*state, State::next);
            }
        }
        at += WORD;
    }
    states
}

/// The state after `bytes[..at]`, if that is the beginning of valid text.
#[inline]
fn state_at(bytes: &[u8], at: usize) -> State {
    if at < RUN_IN { State::START.run(&bytes[..at]) } else { State::RUN_IN.run(&bytes[at - RUN_IN..at]) }
}
