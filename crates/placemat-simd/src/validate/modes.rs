use super::steps::{LEAD, LEAD3};
use super::{Kernel, Mode, Step, span::Blocks};
use crate::Patience;

/// The current mode of the driver: the more restricted, the cheaper. After an alarm, the span is validated again in
/// the next fuller mode, which then stays for some spans.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modes {
    mode: Mode,
    /// Spans since the mode changed.
    spans: u32,
    /// After more than so many spans, 3-byte mode gives way to 2-byte mode, and full mode to 3-byte mode.
    patience: [Patience; 2],
}

impl Modes {
    /// 2-byte mode if the largest byte of a sample is the lead of a sequence of two, else 3-byte mode, which fits most
    /// text.
    #[inline(always)]
    pub(super) fn start(largest: u8) -> Self {
        let is_two = (LEAD..LEAD3).contains(&largest);
        let (mode, spans) = if is_two { (Mode::Two, 0) } else { (Mode::Three, 12) };
        Self { mode, spans, patience: [Patience(16), Patience(4)] }
    }

    /// Validates blocks in the current mode and, after an alarm, in fuller ones. Returns what is left after the
    /// blocks, or `None` if they contain an error.
    #[inline(always)]
    pub(super) fn validate<K: Kernel, J: Blocks>(&mut self, kernel: K, blocks: J) -> Option<J::Left> {
        self.start_span();
        let before = blocks.before();
        if self.mode == Mode::Two {
            if K::Two::guard(before)
                && let Some(left) = blocks.validate_in_mode(kernel, K::Two::default())
            {
                return Some(left);
            }
            self.fail(0, Mode::Three);
        }
        if self.mode == Mode::Three {
            if K::Three::guard(before)
                && let Some(left) = blocks.validate_in_mode(kernel, K::Three::default())
            {
                return Some(left);
            }
            self.fail(1, Mode::Full);
        }
        blocks.validate_in_mode(kernel, K::Full::default())
    }

    #[inline(always)]
    fn start_span(&mut self) {
        self.spans = self.spans.saturating_add(1);
        let (cheaper, patience) = match self.mode {
            Mode::Two => return,
            Mode::Three => (Mode::Two, self.patience[0]),
            Mode::Full => (Mode::Three, self.patience[1]),
        };
        if patience.is_over(self.spans) {
            (self.mode, self.spans) = (cheaper, 0);
        }
    }

    /// The mode raised an alarm, or its guard does not let it start here.
    #[inline(always)]
    fn fail(&mut self, mode: usize, fuller: Mode) {
        self.patience[mode].failed_after(self.spans);
        (self.mode, self.spans) = (fuller, 0);
    }
}
