use super::{Kernel, Step, span::Blocks};

/// After an alarm of 3-byte mode, full mode stays for this many more spans.
const FULL_SPANS: u32 = 16;

/// The mode of the driver: 3-byte mode, which fits most text and is cheaper, or full mode.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modes {
    /// How many spans full mode stays. 0: the mode is 3-byte mode.
    full: u32,
}

impl Modes {
    pub(super) const START: Self = Self { full: 0 };

    /// Validates blocks in the current mode and, after an alarm, in full mode. Returns what is left after the blocks,
    /// or `None` if they contain an error.
    #[inline(always)]
    pub(super) fn validate<K: Kernel, J: Blocks>(&mut self, kernel: K, blocks: J) -> Option<J::Left> {
        if self.full == 0 {
            if K::Three::guard(blocks.before())
                && let Some(left) = blocks.validate_in_mode(kernel, K::Three::default())
            {
                return Some(left);
            }
            self.full = FULL_SPANS;
        } else {
            self.full -= 1;
        }
        blocks.validate_in_mode(kernel, K::Full::default())
    }
}
