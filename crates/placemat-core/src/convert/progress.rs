use core::ops::AddAssign;

/// How far a conversion has come: the answer of a converting kernel.
///
/// A kernel that is given `source` and `dst` promises:
///
/// - `source[..read]` is valid and ends at a character boundary; `dst[..written]` is exactly its
///   conversion.
/// - It touches nothing outside the two slices. It may overwrite the rest of `dst`.
/// - It may stop early without saying why, but not needlessly: not while the next 64 + 4 units of the source
///   are valid, the target has all their characters, and `dst` has as many units left as 64 + 4 units
///   of the source can become at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Progress {
    /// Units of the source.
    pub read: usize,
    /// Units of the target.
    pub written: usize,
}

impl AddAssign for Progress {
    #[inline]
    fn add_assign(&mut self, more: Self) {
        self.read += more.read;
        self.written += more.written;
    }
}
