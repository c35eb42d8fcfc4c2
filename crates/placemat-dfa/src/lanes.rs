//! Ten lanes: ten stretches of the input, judged side by side.
//!
//! The input is divided into blocks of 64 octets and chunks of 60 blocks. A chunk is first searched for
//! blocks that are not ASCII. If most are not, the whole chunk is judged as ten lanes of 384 octets.
//! Otherwise these blocks are copied, ten at a time, to where they lie at a constant distance (a lane needs a
//! register for its state, and there are none left for addresses), and the others are skipped. Either way a
//! lane finds its first state in the three octets before it, so it does not matter which blocks go together.
//!
//! A block that is skipped is ASCII, and the block before it must be complete at its end.

use placemat_core::{
    Scan,
    ascii::{BLOCK, not_ascii},
};

use crate::table::State;

/// Lanes that run interleaved. A lookup takes about five cycles, and in each of them two more can be begun.
const LANES: usize = 10;

/// Octets of a lane that are loaded at once, so that fewer loads compete with those of the table.
const WORD: usize = 4;

/// Octets before a lane that determine its first state.
const RUN_IN: usize = 3;

/// Blocks of a chunk: the bits of a word, but for a few, so that the lanes share them equally.
const CHUNK: usize = 60;

/// Octets of a lane of a dense chunk.
const STRETCH: usize = CHUNK * BLOCK / LANES;

/// A chunk in which at least this many blocks are not ASCII is dense: to skip the others would not pay for
/// copying.
const DENSE: u32 = 42;

/// Chunks after a dense one that are taken to be dense as well.
const ASSUMED_DENSE: u32 = 7;

/// Fewer blocks than this are not worth reading side by side.
const FEW: usize = 3;

/// [`placemat_core::Backend::scan`], as a function.
#[must_use]
pub fn scan(bytes: &[u8]) -> Scan {
    if bytes.len() <= BLOCK {
        let complete = State::START.run(bytes).is_complete();
        return if complete { Scan::Clean } else { Scan::Suspect { from: 0 } };
    }
    let mut at = 0;
    let mut dense = 0;
    while at < bytes.len() {
        if let Err(from) = chunk(bytes, at, &mut dense) {
            return Scan::Suspect { from };
        }
        at += CHUNK * BLOCK;
    }
    if state_at(bytes, bytes.len()).is_complete() { Scan::Clean } else { Scan::Suspect { from: bytes.len() } }
}

/// Judges the chunk at octet `at`; what is before it is sound. The next `dense` chunks are taken to be dense
/// without a search. The error is an octet before which nothing is wrong.
#[inline]
fn chunk(bytes: &[u8], at: usize, dense: &mut u32) -> Result<(), usize> {
    let rest = &bytes[at..];
    let whole = rest.first_chunk::<{ LANES * STRETCH }>();
    if let Some(chunk) = whole
        && *dense > 0
    {
        *dense -= 1;
        return stretches(state_at(bytes, at), chunk).map_err(|lane| at + lane * STRETCH);
    }
    let set = not_ascii(&rest[..rest.len().min(CHUNK * BLOCK)]);
    if set & 1 == 0 && !state_at(bytes, at).is_complete() {
        return Err(at);
    }
    if let Some(chunk) = whole
        && set.count_ones() >= DENSE
    {
        *dense = ASSUMED_DENSE;
        return stretches(state_at(bytes, at), chunk).map_err(|lane| at + lane * STRETCH);
    }
    blocks(bytes, at, set)
}

/// Judges a dense chunk; the first lane goes on from `state`. The error is the first lane in which something
/// is wrong.
#[inline]
fn stretches(state: State, chunk: &[u8; LANES * STRETCH]) -> Result<(), usize> {
    let (lanes, _) = chunk.as_chunks::<STRETCH>();
    let Some(lanes) = lanes.first_chunk() else { return Err(0) };
    let mut states = [state; LANES];
    for lane in 1..LANES {
        states[lane] = State::RUN_IN.run(&lanes[lane - 1][STRETCH - RUN_IN..]);
    }
    let states = side_by_side(states, lanes);
    match states.iter().position(|state| state.is_refused()) {
        None => Ok(()),
        Some(lane) => Err(lane),
    }
}

/// Judges the blocks of `set` in the chunk at octet `at`. The error is an octet before which nothing is
/// wrong.
#[inline]
fn blocks(bytes: &[u8], at: usize, mut set: u64) -> Result<(), usize> {
    // Where the next block is judged as well, a sequence may go on. At the end of the chunk the next chunk
    // looks.
    let open = set >> 1 | 1 << (CHUNK - 1);
    let is_sound = |state: State, block: usize| {
        if open >> block & 1 != 0 { !state.is_refused() } else { state.is_complete() }
    };
    let mut lanes = [[0; BLOCK]; LANES];
    while set.count_ones() as usize >= FEW {
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
        let all = (0..used).fold(true, |all, lane| all & is_sound(states[lane], indices[lane]));
        if !all {
            let first = (0..used).find(|&lane| !is_sound(states[lane], indices[lane])).unwrap_or(0);
            return Err(at + indices[first] * BLOCK);
        }
    }
    while set != 0 {
        let block = set.trailing_zeros() as usize;
        let start = at + block * BLOCK;
        let end = bytes.len().min(start + BLOCK);
        if !is_sound(state_at(bytes, start).run(&bytes[start..end]), block) {
            return Err(start);
        }
        set &= set - 1;
    }
    Ok(())
}

/// Copies the first block of `from`. At the end of the input zeros follow it, which break a sequence that is
/// cut off.
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
fn side_by_side<const LEN: usize>(mut states: [State; LANES], lanes: &[[u8; LEN]; LANES]) -> [State; LANES] {
    const { assert!(LEN.is_multiple_of(WORD)) };
    let mut at = 0;
    while at < LEN {
        for (state, lane) in states.iter_mut().zip(lanes) {
            if let Some(word) = lane[at..].first_chunk::<WORD>() {
                // As a number, so that it is one load.
                let octets = u32::from_le_bytes(*word).to_le_bytes();
                *state = octets.into_iter().fold(*state, State::next);
            }
        }
        at += WORD;
    }
    states
}

/// The state after `bytes[..at]`, if that is the beginning of well-formed text.
#[inline]
fn state_at(bytes: &[u8], at: usize) -> State {
    if at < RUN_IN { State::START.run(&bytes[..at]) } else { State::RUN_IN.run(&bytes[at - RUN_IN..at]) }
}
