//! The way through the text: pieces, each of which is judged by [`scan`] and then converted from the nearest
//! cache, block by block.

use placemat_core::{Scan, convert::Progress, incomplete_tail, locate};

use super::{BEFORE, Compact, Lanes, Window};
use crate::{BLOCK, validate::scan};

/// Octets of a piece.
const PIECE: usize = 16 * 1024;

/// Octets of the stretches for which it is decided whether to look for ASCII: a branch for each block is dear
/// where scripts are mixed.
const STRETCH: usize = 16 * BLOCK;

/// Octets of UTF-8 that become one unit of UTF-16, at most.
const DENSEST: usize = 3;

/// Converts UTF-8 to UTF-16, by the contract of [`Progress`].
///
/// To be called from a function that is compiled for the processor features of `kernel`.
#[inline(always)]
pub fn utf8_to_utf16<K: Compact>(kernel: K, source: &[u8], room: &mut [u16]) -> Progress {
    let mut progress = Progress::default();
    loop {
        // Not much more than what fits.
        let most = PIECE.min(DENSEST * (room.len() - progress.written) + BLOCK);
        let rest = &source[progress.read..];
        let cut = &rest[..most.min(rest.len())];
        let cut = &cut[..cut.len() - incomplete_tail(cut)];
        let good = match scan(kernel, cut) {
            Scan::Clean => cut.len(),
            Scan::Suspect { from } => match locate(cut, from) {
                Ok(()) => cut.len(),
                Err(error) => error.valid_up_to(),
            },
        };
        let end = progress.read + good;
        progress = convert(kernel, &source[..end], room, progress);
        // What stops it is an error, the end, or the room.
        if good < cut.len() || progress.read < end || good == 0 {
            return progress;
        }
    }
}

/// Goes on to the end of `source`, which is well formed, or as far as there is room.
#[inline(always)]
fn convert<K: Compact>(kernel: K, source: &[u8], room: &mut [u16], from: Progress) -> Progress {
    let mut at = from;
    let mut stretch = at.read;
    let mut is_ascii = false;
    while at.read < source.len() {
        if at.read >= stretch {
            is_ascii = is_mostly_ascii(&source[at.read..]);
            stretch = at.read + STRETCH;
        }
        let left = &mut room[at.written..];
        if is_ascii
            && let (Some(octets), Some(room)) =
                (source[at.read..].first_chunk::<BLOCK>(), left.first_chunk_mut::<BLOCK>())
            && kernel.widen(octets, room)
        {
            at += Progress { read: BLOCK, written: BLOCK };
            continue;
        }
        let read = BLOCK.min(source.len() - at.read);
        // The window lies in the source, but for its first and last blocks.
        let inside = at.read.checked_sub(BEFORE).and_then(|at| source[at..].first_chunk());
        let copy;
        let window = match inside {
            Some(window) => window,
            None => {
                copy = padded(source, at.read);
                &copy
            }
        };
        let written = match left.first_chunk_mut::<BLOCK>() {
            Some(room) => block(kernel, window, read, room),
            None => {
                let mut units = [0; BLOCK];
                let written = block(kernel, window, read, &mut units);
                let Some(left) = left.get_mut(..written) else { return cut_short(source, at) };
                left.copy_from_slice(&units[..written]);
                written
            }
        };
        at += Progress { read, written };
    }
    at
}

/// Whether most of some blocks of the stretch at the start are ASCII.
#[inline(always)]
fn is_mostly_ascii(source: &[u8]) -> bool {
    const PROBES: [usize; 4] = [0, 5 * BLOCK, 10 * BLOCK, 15 * BLOCK];
    let mut ascii = 0;
    for at in PROBES {
        if let Some(block) = source.get(at..).and_then(|rest| rest.first_chunk::<BLOCK>()) {
            ascii += usize::from(block.is_ascii());
        } else {
            ascii += 1;
        }
    }
    ascii + 1 >= PROBES.len()
}

/// The window of the block at octet `at`, with zeros for what is not in the source.
#[inline(always)]
fn padded(source: &[u8], at: usize) -> Window {
    let mut window = [0; BEFORE + BLOCK + 1];
    let before = at.min(BEFORE);
    let end = source.len().min(at + BLOCK + 1);
    let octets = &source[at - before..end];
    window[BEFORE - before..][..octets.len()].copy_from_slice(octets);
    window
}

/// Converts the characters that end in the first `octets` octets of a block, and the high half of a pair if
/// the next octet ends it; how many units that is.
#[inline(always)]
fn block<K: Compact>(kernel: K, window: &Window, octets: usize, room: &mut [u16; BLOCK]) -> usize {
    let counts = u64::MAX >> (BLOCK - octets);
    let mut written = 0;
    let mut at = 0;
    while at < BLOCK {
        let b = [
            kernel.load_from(window, at + 4),
            kernel.load_from(window, at + 3),
            kernel.load_from(window, at + 2),
            kernel.load_from(window, at + 1),
            kernel.load_from(window, at),
        ];
        let lanes = kernel.units(b);
        let writes = lanes.writes & (counts >> at) & (u64::MAX >> (BLOCK - K::LANES));
        kernel.compact(Lanes { writes, ..lanes }, room, written);
        written += writes.count_ones() as usize;
        at += K::LANES;
    }
    written
}

/// Where the blocks before octet `at.read` have converted to, in whole characters.
#[cold]
fn cut_short(source: &[u8], at: Progress) -> Progress {
    let Progress { read, written } = at;
    let is_tail = |octet: u8| octet & 0xC0 == 0x80;
    let lead =
        (read.saturating_sub(BEFORE)..=read).rev().find(|at| source.get(*at).is_none_or(|o| !is_tail(*o)));
    let lead = lead.unwrap_or(read);
    // The third octet of four has written the high half of a pair.
    Progress { read: lead, written: written - usize::from(read - lead == BEFORE) }
}
