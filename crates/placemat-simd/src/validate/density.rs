use super::{Kernel, ascii, chunk::Chunk, window::window};
use crate::REACH;

/// How dense the text is: the share of its blocks that are not ASCII, as a mean over the last chunks in which
/// older ones count less and less. It follows the text slowly: to switch between scanning and not scanning
/// costs more than to judge a few blocks in vain.
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

    /// A guess from eight octets of the first chunk. In dense text one of them is not ASCII, in English all
    /// are.
    #[inline(always)]
    pub(super) fn start<K: Kernel>(bytes: &[u8], first: Chunk) -> Self {
        let mut any = 0;
        let mut probe = 0;
        while probe < 8 {
            any |= bytes.get(first.block(2 * probe)).copied().unwrap_or(0);
            probe += 1;
        }
        let enough = Self::enough::<K>();
        Self { sum: if any < 0x80 { enough - enough / 4 } else { enough + 64 } }
    }

    /// Whether the text is so dense that to judge all of it costs less than to find out what is ASCII.
    #[inline(always)]
    pub(super) fn is_enough<K: Kernel>(self) -> bool {
        self.sum > Self::enough::<K>()
    }

    /// Counts a chunk of which so many 64ths are not ASCII.
    #[inline(always)]
    pub(super) fn add(&mut self, share: u32) {
        self.sum = self.sum - self.sum / Self::WEIGHT + share;
    }

    /// Counts a chunk that has been judged unscanned, by two of its blocks. (The empty chunk at the start is
    /// counted by the block after it, twice.)
    #[inline(always)]
    pub(super) fn add_unscanned<K: Kernel>(&mut self, kernel: K, bytes: &[u8], chunk: Chunk) {
        let mut probe = 1;
        let mut share = 0;
        while probe < 4 {
            if let Some(window) = window(bytes, chunk.block(probe * chunk.blocks / 4)) {
                share += 32 * u32::from(!ascii::is_ascii(kernel, window, REACH));
            }
            probe += 2;
        }
        self.add(share);
        self.sum = self.sum.min(Self::enough::<K>() + Self::WEIGHT * Self::MARGIN);
    }

    /// Less than the share from which a scanned chunk is judged straight through, since here the scan is
    /// saved.
    #[inline(always)]
    const fn enough<K: Kernel>() -> u32 {
        Self::WEIGHT * K::DENSE * 3 / 4
    }
}
