//! The conversions of a backend that has no kernels for them, over its `scan`. They need no vectors, and are
//! right on any input.
//!
//! ```
//! use placemat_core::{Scan, convert::{Progress, Utf16, portable}};
//!
//! let scan = |bytes: &[u8]| match core::str::from_utf8(bytes) {
//!     Ok(_) => Scan::Clean,
//!     Err(error) => Scan::Suspect { from: error.valid_up_to() },
//! };
//! let mut room = [0; 8];
//! let progress = portable::from_utf8::<Utf16>(scan, b"5 \xE2\x82\xAC \xFF", &mut room);
//! assert_eq!(progress, Progress { read: 6, written: 4 });
//! assert_eq!(room[..4], [0x35, 0x20, 0x20AC, 0x20]);
//! ```

mod length;
mod native;

pub use length::Measured;
pub use native::Native;

use super::{Progress, Utf8};
use crate::{Scan, incomplete_tail, locate};

/// How many octets of UTF-8 are judged first; then four times as many, and so on.
const FIRST: usize = 64;

/// How many octets of UTF-8 are judged at once at most. They are still in the nearest cache when they are
/// converted.
const PIECE: usize = 4096;

/// Converts UTF-8, by the contract of [`Progress`]: piece by piece, each judged by `scan` first. `scan` obeys
/// the contract of [`Scan`]; if it does not, the output is wrong, but it is still text.
///
/// Linear time; no panic.
#[inline]
pub fn from_utf8<D: Native>(scan: impl Fn(&[u8]) -> Scan, source: &[u8], room: &mut [D::Unit]) -> Progress {
    let mut progress = Progress::default();
    let mut piece = FIRST;
    while progress.read < source.len() {
        let rest = &source[progress.read..];
        let cut = &rest[..piece.min(rest.len())];
        // Whole characters, as far as there is no error.
        let cut = &cut[..cut.len() - incomplete_tail(cut)];
        let good = match scan(cut) {
            Scan::Clean => cut.len(),
            Scan::Suspect { from } => {
                locate(cut, from).map_or_else(|error| error.valid_up_to(), |()| cut.len())
            }
        };
        let done = map::<Utf8, D>(&cut[..good], &mut room[progress.written..]);
        progress += done;
        if done.read < piece.saturating_sub(Utf8::REACH) {
            break;
        }
        piece = PIECE.min(4 * piece);
    }
    progress
}

/// Converts native units to UTF-8, by the contract of [`Progress`]. Linear time; no panic.
#[inline]
pub fn to_utf8<S: Native>(source: &[S::Unit], room: &mut [u8]) -> Progress {
    map::<S, Utf8>(source, room)
}

/// Octets that are looked at together, for ASCII.
const BLOCK: usize = 16;

/// Converts up to what is ill formed, not in the target, or does not fit. UTF-8 is taken to be well formed.
#[inline]
fn map<S: Native, D: Native>(source: &[S::Unit], room: &mut [D::Unit]) -> Progress {
    let mut progress = Progress::default();
    loop {
        let rest = &source[progress.read..];
        let left = &mut room[progress.written..];
        let ascii = ascii::<S, D>(rest, left);
        progress += Progress { read: ascii, written: ascii };
        // One of the next is not ASCII, and its neighbours are not likely to be either.
        let (rest, left) = (&rest[ascii..], &mut left[ascii..]);
        let some = characters::<S, D>(rest, left);
        progress += some;
        if some.read < BLOCK {
            return progress;
        }
    }
}

/// Converts the blocks at the start that are ASCII.
#[inline]
fn ascii<S: Native, D: Native>(source: &[S::Unit], room: &mut [D::Unit]) -> usize {
    let (blocks, _) = source.as_chunks::<BLOCK>();
    let (rooms, _) = room.as_chunks_mut::<BLOCK>();
    let mut converted = 0;
    for (block, room) in blocks.iter().zip(rooms) {
        let Some(ascii) = S::ascii(block) else { break };
        *room = D::of_ascii(ascii);
        converted += BLOCK;
    }
    converted
}

/// Converts characters, at least a block of them if nothing is in the way.
#[inline]
fn characters<S: Native, D: Native>(source: &[S::Unit], room: &mut [D::Unit]) -> Progress {
    let Progress { mut read, mut written } = Progress::default();
    while read < BLOCK {
        let Some((character, units)) = S::next(&source[read..]) else { break };
        let Ok(units_of_target) = D::encode(character, &mut room[written..]) else { break };
        read += units;
        written += units_of_target;
    }
    Progress { read, written }
}
