use super::{
    Kernel, Mode, Step,
    span::Blocks,
    steps::{LEAD, LEAD3},
};

/// The current mode of the driver: the more restricted, the cheaper. After an alarm, the span is validated again in
/// the next fuller mode, which then stays for some spans.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modes {
    mode: Mode,
    /// In 2-byte mode, how many spans it has lasted; else, how many spans are left until a cheaper mode is tried.
    spans: u32,
    /// How many spans 3-byte mode stays: twice as many after 2-byte mode failed soon, half as many if it lasted.
    patience: u32,
}

impl Modes {
    /// 2-byte mode that lasts this many spans makes up for an alarm.
    const WORTH: u32 = 8;
    const MOST_PATIENCE: u32 = 1024;
    /// Full mode stays for so many spans.
    const FULL_SPANS: u32 = 16;

    /// 2-byte mode if the largest byte of a sample is the lead of a sequence of two, else 3-byte mode, which fits most
    /// text.
    #[inline(always)]
    pub(super) fn start(largest: u8) -> Self {
        let is_two = (LEAD..LEAD3).contains(&largest);
        let (mode, spans) = if is_two { (Mode::Two, 0) } else { (Mode::Three, 4) };
        Self { mode, spans, patience: 16 }
    }

    /// Validates blocks in the current mode and, after an alarm, in fuller ones. Returns what is left after the
    /// blocks, or `None` if they contain an error.
    #[inline(always)]
    pub(super) fn validate<K: Kernel, J: Blocks>(&mut self, kernel: K, blocks: J) -> Option<J::Left> {
        let before = blocks.before();
        if self.mode == Mode::Two {
            if K::Two::guard(before)
                && let Some(left) = blocks.validate_in_mode(kernel, K::Two::default())
            {
                self.spans = self.spans.saturating_add(1);
                return Some(left);
            }
            let soon = self.spans < Self::WORTH;
            self.patience =
                if soon { (2 * self.patience).clamp(1, Self::MOST_PATIENCE) } else { self.patience / 2 };
            (self.mode, self.spans) = (Mode::Three, self.patience);
        }
        if self.mode == Mode::Three {
            if K::Three::guard(before)
                && let Some(left) = blocks.validate_in_mode(kernel, K::Three::default())
            {
                self.end_span((Mode::Two, 0));
                return Some(left);
            }
            (self.mode, self.spans) = (Mode::Full, Self::FULL_SPANS);
        }
        self.end_span((Mode::Three, self.patience));
        blocks.validate_in_mode(kernel, K::Full::default())
    }

    #[inline(always)]
    fn end_span(&mut self, cheaper: (Mode, u32)) {
        match self.spans.checked_sub(1) {
            Some(spans) => self.spans = spans,
            None => (self.mode, self.spans) = cheaper,
        }
    }
}
