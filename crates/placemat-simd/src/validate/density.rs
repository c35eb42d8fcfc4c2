use super::window::{GROUP, Group};
use super::{Kernel, ascii};
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

    /// A guess from [`largest_of_eight`]: dense text has a byte that is not ASCII among them, English has none.
    #[inline(always)]
    pub(super) fn start<K: Kernel>(largest: u8) -> Self {
        let enough = Self::enough::<K>();
        Self { sum: if largest.is_ascii() { enough - enough / 4 } else { enough + 64 } }
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

/// The largest of eight bytes of the first group; 0 without a group, where it does not matter.
#[inline(always)]
pub(super) fn largest_of_eight(first: Option<&Group>) -> u8 {
    let mut largest = 0;
    let Some(group) = first else { return largest };
    let mut probe = 0;
    while probe < 8 {
        largest = largest.max(group[REACH + 2 * probe * BLOCK]);
        probe += 1;
    }
    largest
}
