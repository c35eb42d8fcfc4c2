//! An upper bound for conversion of ASCII: loads every unit once, and stores as many bytes as the result has.

use super::super::{turn::Check, work::Work};
use super::dst::writes;

/// The number of bytes loaded or stored at once.
const LINE: usize = 64;

/// The name.
pub(super) const NAME: &str = "load+store";

/// The loop for an operation on text, which must be ASCII: each unit becomes one unit.
pub(super) fn load_and_store(work: Work) -> Box<dyn Check> {
    let (from, to) = (work.from.width(), work.to.width());
    writes(to, move |source: &[u8], dst: &mut [u8]| {
        let units = source.len() / from;
        let dst = &mut dst[..units * to];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx512f") {
            #[expect(unsafe_code, reason = "not every machine has the instructions")]
            // SAFETY: the feature has just been detected.
            unsafe {
                moves_wide(source, dst);
            }
            return units;
        }
        moves(source, dst);
        units
    })
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn moves_wide(from: &[u8], to: &mut [u8]) {
    moves(from, to);
}

/// If the result is wider, each line is stored several times; if it is narrower, one line is stored for several.
#[inline(always)]
fn moves(from: &[u8], to: &mut [u8]) {
    let (lines, _) = from.as_chunks::<LINE>();
    let (dsts, _) = to.as_chunks_mut::<LINE>();
    if lines.len() <= dsts.len() {
        let times = dsts.len() / lines.len().max(1);
        for (line, dsts) in lines.iter().zip(dsts.chunks_exact_mut(times.max(1))) {
            dsts.iter_mut().for_each(|dst| *dst = *line);
        }
    } else {
        let times = lines.len() / dsts.len().max(1);
        for (lines, dst) in lines.chunks_exact(times).zip(dsts) {
            let mut all = [0; LINE];
            for line in lines {
                all.iter_mut().zip(line).for_each(|(all, byte)| *all |= byte);
            }
            *dst = all;
        }
    }
}
