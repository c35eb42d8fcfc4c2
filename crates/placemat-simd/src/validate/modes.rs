use super::Mode;

/// The mode, and how long it stays.
///
/// The most restricted mode is the cheapest. After an alarm in it the span is judged again in the next fuller
/// mode, which then stays for some spans: twice as many as the last time if the cheap mode failed soon, half
/// as many if it lasted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modes {
    pub(super) now: Mode,
    /// Spans since the mode changed.
    spans: u32,
    /// After how many of them the next cheaper mode is tried.
    patience: u32,
    /// What the patience was when 2-octet and 3-octet mode failed the last time.
    failed: [u32; 2],
}

impl Modes {
    /// How many spans in a cheap mode are worth an alarm.
    const WORTH: u32 = 8;
    const MOST_PATIENCE: u32 = 1024;

    /// Most text is right in 3-octet mode. Whether 2-octet mode would do is tried soon, but not often: it
    /// saves less.
    pub(super) const START: Self = Self { now: Mode::Three, spans: 0, patience: 4, failed: [16, 1] };

    /// Another span begins.
    #[inline(always)]
    pub(super) fn next_span(&mut self) {
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

    /// The mode has found something that it does not know, or may not start here.
    #[inline(always)]
    pub(super) fn fuller(&mut self) {
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
