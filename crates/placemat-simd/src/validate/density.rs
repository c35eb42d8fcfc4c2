use super::{
    Kernel, ascii,
    window::{GROUP, Group},
};
use crate::{BLOCK, REACH};

/// How dense the text is: the share of its blocks that are not ASCII, as a mean over the last chunks in which
/// older ones count less and less. It follows the text slowly: to switch between scanning and not scanning
/// costs more than to validate a few blocks needlessly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Density {
    /// WEIGHT times the mean, in 64ths.
    sum: u32,
}

impl Density {
    /// Over how many chunks the mean is, roughly.
    const WEIGHT: u32 = 32;

    /// How far the mean can rise above what is enough, in 64ths: text that turns to ASCII should be noticed
    /// soon.
    const MARGIN: u32 = 10;

    /// A guess from eight bytes of the first group. In dense text one of them is not ASCII, in English all
    /// are. If there is no group, it does not matter.
    #[inline(always)]
    pub(super) fn start<K: Kernel>(not_ascii: u32) -> Self {
        let enough = Self::enough::<K>();
        Self { sum: if not_ascii == 0 { enough - enough / 4 } else { enough + 64 } }
    }

    /// Whether the text is so dense that to validate all of it costs less than to find out what is ASCII.
    #[inline(always)]
    pub(super) fn is_enough<K: Kernel>(self) -> bool {
        self.sum > Self::enough::<K>()
    }

    /// Counts a chunk of which so many 64ths are not ASCII.
    #[inline(always)]
    pub(super) fn add(&mut self, share: u32) {
        self.sum = self.sum - self.sum / Self::WEIGHT + share;
    }

    /// Counts a group that has been validated unscanned, half a chunk, by one of its blocks.
    #[inline(always)]
    pub(super) fn add_group<K: Kernel>(&mut self, kernel: K, group: &Group) {
        let is_ascii = match group[GROUP / 2 * BLOCK..].first_chunk() {
            Some(window) => ascii::is_ascii(kernel, window, REACH),
            None => true,
        };
        self.sum = self.sum - self.sum / (2 * Self::WEIGHT) + 32 * u32::from(!is_ascii);
        self.sum = self.sum.min(Self::enough::<K>() + Self::WEIGHT * Self::MARGIN);
    }

    /// Less than the share from which a scanned chunk is validated straight through, since here the scan is
    /// saved.
    #[inline(always)]
    const fn enough<K: Kernel>() -> u32 {
        Self::WEIGHT * K::DENSE_BLOCKS * 3 / 4
    }
}

/// How many of eight bytes of a group are not ASCII.
#[inline(always)]
pub(super) fn not_ascii_of_eight(group: Option<&Group>) -> u32 {
    let mut count = 0;
    if let Some(group) = group {
        let mut probe = 0;
        while probe < 8 {
            count += u32::from(group[REACH + 2 * probe * BLOCK] >> 7);
            probe += 1;
        }
    }
    count
}
