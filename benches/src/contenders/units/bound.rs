//! What no conversion of ASCII can be faster than: to load every unit once, and to store as many bytes as the
//! result has.

use super::{
    super::{turn::Check, work::Work},
    room::writes,
};

/// Bytes that are loaded or stored at once.
const LINE: usize = 64;

/// The name.
pub(super) const NAME: &str = "load+store";

/// The loop for text of this work, which has to be ASCII: a unit becomes a unit.
pub(super) fn load_and_store(work: Work) -> Box<dyn Check> {
    let (from, to) = (work.from.width(), work.to.width());
    writes(to, move |source: &[u8], room: &mut [u8]| {
        let units = source.len() / from;
        let room = &mut room[..units * to];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx512f") {
            #[expect(unsafe_code, reason = "not every machine has the instructions")]
            // SAFETY: this one has.
            unsafe {
                moves_wide(source, room);
            }
            return units;
        }
        moves(source, room);
        units
    })
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn moves_wide(from: &[u8], to: &mut [u8]) {
    moves(from, to);
}

/// Where the result is wider, each line is stored several times; where it is narrower, one line is stored for
/// several.
#[inline(always)]
fn moves(from: &[u8], to: &mut [u8]) {
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
                all.iter_mut().zip(line).for_each(|(all, byte)| *all |= byte);
            }
            *room = all;
        }
    }
}
