//! How long a fuller mode stays after a cheaper one failed.

/// The number of items (spans in validation, chunks in conversion) for which a fuller mode stays before the cheaper one
/// is tried again: twice as many as last time if that failed soon, half as many if it lasted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience(pub(crate) u32);

impl Patience {
    /// A cheaper mode that lasts this many items makes up for one that is processed twice.
    const WORTH: u32 = 8;
    const MAX: u32 = 1024;

    /// Whether the fuller mode has stayed for long enough.
    #[inline(always)]
    pub(crate) fn is_over(self, items: u32) -> bool {
        items > self.0
    }

    /// The cheaper mode failed after this many items.
    #[inline(always)]
    pub(crate) fn failed_after(&mut self, items: u32) {
        self.0 = if items >= Self::WORTH { self.0 / 2 } else { (2 * self.0).clamp(1, Self::MAX) };
    }
}
