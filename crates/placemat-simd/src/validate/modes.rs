use super::{Kernel, Step, span::Blocks};

/// The current mode of the driver: 3-byte mode, which fits most text and is cheaper, or full mode.
///
/// After an alarm, the span is validated again in full mode, which then stays for a number of spans: twice as many as
/// last time if 3-byte mode failed soon, half as many if it lasted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modes {
    is_full: bool,
    /// Spans since the mode changed.
    spans: u32,
    /// After more than this many spans, 3-byte mode is tried again.
    patience: u32,
}

impl Modes {
    /// 3-byte mode that lasts this many spans makes up for an alarm.
    const WORTH: u32 = 8;
    const MOST_PATIENCE: u32 = 1024;

    pub(super) const START: Self = Self { is_full: false, spans: 0, patience: 1 };

    /// Validates blocks in the current mode and, after an alarm, in full mode. Returns what is left after the blocks,
    /// or `None` if they contain an error.
    #[inline(always)]
    pub(super) fn validate<K: Kernel, J: Blocks>(&mut self, kernel: K, blocks: J) -> Option<J::Left> {
        self.spans = self.spans.saturating_add(1);
        if self.is_full && self.spans > self.patience {
            self.is_full = false;
            self.spans = 0;
        }
        if !self.is_full {
            if K::Three::guard(blocks.before())
                && let Some(left) = blocks.validate_in_mode(kernel, K::Three::default())
            {
                return Some(left);
            }
            self.patience = if self.spans >= Self::WORTH {
                self.patience / 2
            } else {
                (2 * self.patience).clamp(1, Self::MOST_PATIENCE)
            };
            self.is_full = true;
            self.spans = 0;
        }
        blocks.validate_in_mode(kernel, K::Full::default())
    }
}
