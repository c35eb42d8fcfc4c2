use super::{Kernel, Mode, Step, span::Blocks};

/// The current mode, and when to leave it.
///
/// The most restricted mode is the cheapest. After an alarm, the span is validated again in the next fuller mode,
/// which then stays for a number of spans: twice as many as last time if the cheap mode failed soon, half as many if
/// it lasted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modes {
    now: Mode,
    /// Spans since the mode changed.
    spans: u32,
    /// After more than this many spans, the next cheaper mode is tried.
    patience: u32,
    /// The patience after the last failure of the 2-byte and 3-byte mode.
    failed: [u32; 2],
}

impl Modes {
    /// A cheap mode that lasts this many spans makes up for an alarm.
    const WORTH: u32 = 8;
    const MOST_PATIENCE: u32 = 1024;

    /// 3-byte mode, which fits most text. 2-byte mode is tried soon, but not often: it saves less.
    pub(super) const START: Self = Self { now: Mode::Three, spans: 0, patience: 4, failed: [16, 1] };

    /// Validates blocks in the current mode and, after an alarm, in fuller ones. Returns what is left after the
    /// blocks, or `None` if they contain an error.
    #[inline(always)]
    pub(super) fn validate<K: Kernel, J: Blocks>(&mut self, kernel: K, blocks: J) -> Option<J::Left> {
        self.next_span();
        let before = blocks.before();
        if self.now == Mode::Two {
            if K::Two::guard(before)
                && let Some(left) = blocks.validate_in_mode(kernel, K::Two::default())
            {
                return Some(left);
            }
            self.fuller();
        }
        if self.now == Mode::Three {
            if K::Three::guard(before)
                && let Some(left) = blocks.validate_in_mode(kernel, K::Three::default())
            {
                return Some(left);
            }
            self.fuller();
        }
        blocks.validate_in_mode(kernel, K::Full::default())
    }

    /// Starts the next span.
    #[inline(always)]
    fn next_span(&mut self) {
        self.spans = self.spans.saturating_add(1);
        if self.spans > self.patience {
            match self.now {
                Mode::Two => return,
                Mode::Three => self.now = Mode::Two,
                Mode::Full => self.now = Mode::Three,
            }
            self.spans = 0;
            self.patience = self.failed[0];
        }
    }

    /// The mode raised an alarm, or its guard does not let it start here.
    #[inline(always)]
    fn fuller(&mut self) {
        let (mode, fuller) = match self.now {
            Mode::Two => (0, Mode::Three),
            Mode::Three | Mode::Full => (1, Mode::Full),
        };
        let failed = &mut self.failed[mode];
        *failed =
            if self.spans >= Self::WORTH { *failed / 2 } else { (2 * *failed).clamp(1, Self::MOST_PATIENCE) };
        self.patience = *failed;
        self.now = fuller;
        self.spans = 0;
    }
}
