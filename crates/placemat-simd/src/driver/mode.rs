use crate::Mode;

/// The mode, and how long it stays.
///
/// The most restricted mode is the cheapest. An alarm in it costs a second look at one span in the next fuller mode,
/// which then stays for [`PATIENCE`](Self::PATIENCE) chunks before the cheap one is tried again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modes {
    pub(super) now: Mode,
    chunks: u32,
}

impl Modes {
    const PATIENCE: u32 = 16;

    /// Most text is right in 3-octet mode. Whether less would do is tried when the chunks have grown.
    pub(super) const START: Self = Self { now: Mode::Three, chunks: 2 };

    /// Another chunk begins.
    #[inline(always)]
    pub(super) fn next_chunk(&mut self) {
        if self.chunks == 0 {
            self.now = Mode::Two;
        } else {
            self.chunks -= 1;
        }
    }

    /// The mode has found something that it does not know, or may not start here.
    #[inline(always)]
    pub(super) fn fuller(&mut self) {
        self.now = match self.now {
            Mode::Two => Mode::Three,
            Mode::Three | Mode::Full => Mode::Full,
        };
        self.chunks = Self::PATIENCE;
    }
}
