//! The conversions of a backend that has no kernels for them. They need no vectors, and are right on any
//! input.
//!
//! Each character is judged as it is read, so there is one pass over the text. To judge the text first, by
//! the backend's own `scan`, and then convert it was slower.
//!
//! ```
//! use placemat_core::convert::{Progress, Utf16, portable};
//!
//! let mut room = [0; 8];
//! let progress = portable::from_utf8::<Utf16>(b"5 \xE2\x82\xAC \xFF", &mut room);
//! assert_eq!(progress, Progress { read: 6, written: 4 });
//! assert_eq!(room[..4], [0x35, 0x20, 0x20AC, 0x20]);
//! ```

mod length;
mod native;
mod short;

pub use length::Measured;
pub use native::Native;
pub use short::short_ascii;

use super::{Progress, Utf8};

/// Converts UTF-8, by the contract of [`Progress`]: up to what is ill formed, not in the target, or does not
/// fit. Linear time; no panic.
#[inline]
pub fn from_utf8<D: Native>(source: &[u8], room: &mut [D::Unit]) -> Progress {
    map::<Utf8, D>(source, room)
}

/// Converts native units to UTF-8, as [`from_utf8`]. Linear time; no panic.
#[inline]
pub fn to_utf8<S: Native>(source: &[S::Unit], room: &mut [u8]) -> Progress {
    map::<S, Utf8>(source, room)
}

/// Units that are tested for ASCII together.
const BLOCK: usize = 16;

#[inline]
fn map<S: Native, D: Native>(source: &[S::Unit], room: &mut [D::Unit]) -> Progress {
    if short_ascii::<S, D>(source, room) {
        return Progress { read: source.len(), written: source.len() };
    }
    let mut at = Progress::default();
    loop {
        let ascii = ascii::<S, D>(&source[at.read..], &mut room[at.written..]);
        at += Progress { read: ascii, written: ascii };
        match characters::<S, D>(source, room, at) {
            Ok(next) => at = next,
            Err(end) => return end,
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
        if !S::are_ascii(block) {
            break;
        }
        // No `map`: without link-time optimisation it is a call.
        let mut units = [D::Unit::default(); BLOCK];
        let mut at = 0;
        while at < BLOCK {
            units[at] = D::of_ascii(S::octet(block[at]));
            at += 1;
        }
        *room = units;
        converted += BLOCK;
    }
    converted
}

/// After so many characters of ASCII in a row, blocks are tested again. Where scripts are mixed, to test them
/// earlier would rarely pay.
const IN_A_ROW: usize = 16;

/// Converts character by character, until [`IN_A_ROW`] of ASCII have come; or to the end, which is an `Err`.
#[inline]
fn characters<S: Native, D: Native>(
    source: &[S::Unit],
    room: &mut [D::Unit],
    from: Progress,
) -> Result<Progress, Progress> {
    let Progress { mut read, mut written } = from;
    let mut in_a_row = 0;
    while in_a_row < IN_A_ROW {
        let Some((character, units)) = S::next(source.get(read..).unwrap_or_default()) else {
            return Err(Progress { read, written });
        };
        let Some(put) = D::put(character, room.get_mut(written..).unwrap_or_default()) else {
            return Err(Progress { read, written });
        };
        read += units;
        written += put;
        in_a_row = if character.is_ascii() { in_a_row + 1 } else { 0 };
    }
    Ok(Progress { read, written })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert::{Encoding, Utf16, Utf32};

    /// What comes next in UTF-8, for every four octets of which the last is one of a few.
    #[test]
    fn next_is_what_decodes() {
        let ends = [0, 0x7F, 0x80, 0xBF, 0xC0, 0xFF];
        let firsts = if cfg!(miri) { 0xEF..=0xF0 } else { 0..=0xFF_u8 };
        for first in firsts {
            for second in 0..=0xFF {
                for third in ends {
                    for fourth in ends {
                        let all = [first, second, third, fourth];
                        for len in 0..=4 {
                            let octets = &all[..len];
                            assert_eq!(Utf8::next(octets), Utf8::decode(octets, 0).ok(), "{octets:x?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn characters_are_put_as_they_are_encoded() {
        fn agree<E: Native>(character: char) {
            for room in 0..5 {
                let (mut ours, mut theirs) = ([E::Unit::default(); 5], [E::Unit::default(); 5]);
                let put = E::put(character, &mut ours[..room]);
                assert_eq!(put, E::encode(character, &mut theirs[..room]).ok(), "{character:?}");
                assert_eq!(ours, theirs, "{character:?}");
            }
        }
        let step = if cfg!(miri) { 10_007 } else { 1 };
        for character in (0..=0x10_FFFF).step_by(step).filter_map(char::from_u32) {
            agree::<Utf8>(character);
            agree::<Utf16>(character);
            agree::<Utf32>(character);
            agree::<crate::convert::Latin1>(character);
        }
    }
}
