use super::{
    Kernel, Mode, Step,
    span::Blocks,
    steps::{LEAD3, LEAD4},
    window::{GROUP, Group, is_below},
};
use crate::{BLOCK, REACH};

/// The mode, and how long it stays.
///
/// The most restricted mode is the cheapest. After an alarm in it the span is validated again in the next fuller
/// mode, which then stays for some spans: twice as many as the last time if the cheap mode failed soon, half
/// as many if it lasted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modes {
    now: Mode,
    /// Spans since the mode changed.
    spans: u32,
    /// After how many of them the next cheaper mode is tried.
    patience: u32,
    /// What the patience was when 2-byte and 3-byte mode failed the last time.
    failed: [u32; 2],
}

impl Modes {
    /// How many spans in a cheap mode are worth an alarm.
    const WORTH: u32 = 8;
    const MOST_PATIENCE: u32 = 1024;

    /// A guess from a vector in each of four blocks of the first group, and from how many of eight bytes of
    /// it are not ASCII: full mode if there is a lead of four bytes, 2-byte mode if there is none of three
    /// and little ASCII. Otherwise 3-byte mode, in which most text is right. Whether 2-byte mode would do is
    /// tried soon, but not often: it saves less.
    #[inline(always)]
    pub(super) fn start<K: Kernel>(kernel: K, first: Option<&Group>, not_ascii: u32) -> Self {
        let three = Self { now: Mode::Three, spans: 0, patience: 4, failed: [16, 1] };
        let Some(group) = first else { return three };
        let mut largest = kernel.splat(0);
        let mut block = 0;
        while block < GROUP {
            if let Some(window) = group[block * BLOCK..].first_chunk::<{ REACH + BLOCK }>() {
                largest = kernel.max(largest, kernel.load(window, REACH));
            }
            block += GROUP / 4;
        }
        if !is_below(kernel, largest, LEAD4) {
            Self { now: Mode::Full, patience: 2, ..three }
        } else if not_ascii >= 4 && is_below(kernel, largest, LEAD3) {
            Self { now: Mode::Two, ..three }
        } else {
            three
        }
    }

    /// Validates blocks in the present mode, and in a fuller one where that one does not suffice: what is left
    /// after them, if nothing is wrong.
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

    /// Another span begins.
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

    /// The mode has found something that it does not know, or may not start here.
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
