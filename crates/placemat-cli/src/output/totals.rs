//! How inputs end, and the sums over all of them.

use crate::stream::Tally;

/// How the check of an input ended.
pub(crate) enum End {
    /// It was read; or it was not, and then the tally says why.
    Checked(Tally),
    /// It was found in a directory, and looks binary.
    Binary,
}

/// The sums over all inputs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Totals {
    pub(super) valid: u64,
    pub(super) ill_formed: u64,
    pub(super) unreadable: u64,
    pub(super) binary: u64,
    pub(super) errors: u64,
    pub(super) bytes: u64,
}

impl Totals {
    pub(crate) fn add(&mut self, end: &End) {
        match end {
            End::Binary => self.binary += 1,
            End::Checked(tally) => {
                self.errors += tally.errors;
                self.bytes += tally.bytes;
                *match (&tally.failure, tally.errors) {
                    (Some(_), _) => &mut self.unreadable,
                    (None, 0) => &mut self.valid,
                    (None, _) => &mut self.ill_formed,
                } += 1;
            }
        }
    }
}
