//! What no conversion of ASCII can be faster than: to load every unit once, and to store as many octets as the
//! result has.

use super::{
    super::{turn::Judge, work::Work},
    room::{Unit, writes},
};
use crate::contenders::Form;

/// Octets that are loaded or stored at once.
const LINE: usize = 64;

/// The name.
pub(super) const NAME: &str = "load+store";

/// The loop for text of this work, which has to be ASCII.
pub(super) fn load_and_store(work: Work) -> Box<dyn Judge> {
    fn from<S: Unit>(to: Form) -> Box<dyn Judge> {
        match to {
            Form::Utf8 | Form::Latin1 => writes(1, moves::<S, u8>),
            Form::Utf16 => writes(1, moves::<S, u16>),
            Form::Utf32 => writes(1, moves::<S, u32>),
        }
    }
    match work.from {
        Form::Utf8 | Form::Latin1 => from::<u8>(work.to),
        Form::Utf16 => from::<u16>(work.to),
        Form::Utf32 => from::<u32>(work.to),
    }
}

/// Loads the source, and fills as many units of the room with some of it.
fn moves<S: Unit, D: Unit>(source: &[S], room: &mut [D]) -> usize {
    let room = &mut room[..source.len()];
    #[expect(unsafe_code, reason = "units are moved as octets")]
    // SAFETY: integers consist of octets.
    let (_, from, _) = unsafe { source.align_to() };
    #[expect(unsafe_code, reason = "units are moved as octets")]
    // SAFETY: integers consist of octets, and any octets are an integer.
    let (_, to, _) = unsafe { room.align_to_mut() };
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512f") {
        #[expect(unsafe_code, reason = "not every machine has the instructions")]
        // SAFETY: this one has.
        unsafe {
            moves_wide(from, to);
        }
        return source.len();
    }
    moves_lines(from, to);
    source.len()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn moves_wide(from: &[u8], to: &mut [u8]) {
    moves_lines(from, to);
}

/// Where the result is wider, each line is stored several times; where it is narrower, one line is stored for
/// several.
#[inline(always)]
fn moves_lines(from: &[u8], to: &mut [u8]) {
    let (lines, _) = from.as_chunks::<LINE>();
    let (rooms, _) = to.as_chunks_mut::<LINE>();
    if lines.len() <= rooms.len() {
        let times = rooms.len() / lines.len().max(1);
        for (line, rooms) in lines.iter().zip(rooms.chunks_exact_mut(times.max(1))) {
            rooms.iter_mut().for_each(|room| *room = *line);
        }
    } else {
        let times = lines.len() / rooms.len().max(1);
        for (lines, room) in lines.chunks_exact(times).zip(rooms) {
            let mut all = [0; LINE];
            for line in lines {
                all.iter_mut().zip(line).for_each(|(all, octet)| *all |= octet);
            }
            *room = all;
        }
    }
}
