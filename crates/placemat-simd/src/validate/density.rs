use super::{
    Kernel, ascii,
    window::{GROUP, Group},
};
use crate::{BLOCK, REACH};

/// Text density: the share of blocks that are not ASCII, as an exponentially weighted mean over the last chunks. It
/// adapts slowly, because switching between scanning and not scanning costs more than validating a few blocks
/// needlessly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Density {
    /// The mean in 64ths, times WEIGHT.
    sum: u32,
}

impl Density {
    /// The approximate number of chunks in the mean.
    const WEIGHT: u32 = 32;

    /// How far the mean may rise above the threshold, in 64ths, so that a change to ASCII is noticed soon.
    const MARGIN: u32 = 10;

    /// A guess from eight bytes of the first group: dense text has a non-ASCII byte among them, English has none.
    /// Without a group, the guess does not matter.
    #[inline(always)]
    pub(super) fn start<K: Kernel>(first: Option<&Group>) -> Self {
        let enough = Self::enough::<K>();
        Self {
            sum: if first.is_some_and(is_any_of_eight_not_ascii) { enough + 64 } else { enough - enough / 4 },
        }
    }

    /// Whether the text is so dense that validating everything is cheaper than finding the ASCII blocks.
    #[inline(always)]
    pub(super) fn is_enough<K: Kernel>(self) -> bool {
        self.sum > Self::enough::<K>()
    }

    /// Adds a chunk, given the share of its blocks that are not ASCII, in 64ths.
    #[inline(always)]
    pub(super) fn add(&mut self, share: u32) {
        self.sum = self.sum - self.sum / Self::WEIGHT + share;
    }

    /// Adds a group, half a chunk, that was validated without a scan: one of its blocks stands for all.
    #[inline(always)]
    pub(super) fn add_group<K: Kernel>(&mut self, kernel: K, group: &Group) {
        let is_ascii = match group[GROUP / 2 * BLOCK..].first_chunk() {
            Some(window) => ascii::is_ascii(kernel, window, REACH),
            None => true,
        };
        self.sum = self.sum - self.sum / (2 * Self::WEIGHT) + 32 * u32::from(!is_ascii);
        self.sum = self.sum.min(Self::enough::<K>() + Self::WEIGHT * Self::MARGIN);
    }

    /// The threshold.
    #[inline(always)]
    const fn enough<K: Kernel>() -> u32 {
        Self::WEIGHT * K::DENSE_BLOCKS
    }
}

/// Whether one of eight bytes of a group is not ASCII.
#[inline(always)]
fn is_any_of_eight_not_ascii(group: &Group) -> bool {
    let mut any = 0;
    let mut probe = 0;
    while probe < 8 {
        any |= group[REACH + 2 * probe * BLOCK];
        probe += 1;
    }
    !any.is_ascii()
}
