use core::ops::AddAssign;

/// How much was converted: the result of a conversion kernel.
///
/// A kernel that is called with `source` and `dst` guarantees:
///
/// - `source[..read]` is valid and ends at a character boundary; `dst[..written]` is exactly its conversion.
/// - It accesses nothing outside the two slices. It may overwrite the rest of `dst`.
/// - It may stop early without a reason, but not while the next 64 + 4 units of the source are valid, the
///   target encoding has all their characters, and `dst` has as much space left as 64 + 4 units of the source
///   need at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Progress {
    /// Units read from the source.
    pub read: usize,
    /// Units written to the destination.
    pub written: usize,
}

impl AddAssign for Progress {
    #[inline]
    fn add_assign(&mut self, more: Self) {
        self.read += more.read;
        self.written += more.written;
    }
}
