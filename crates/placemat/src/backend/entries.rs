//! One entry for each row of the registry.

use super::Entry;
use super::registry::{self, Fixed, VALIDATIONS};

const COUNT: usize = VALIDATIONS.len();

/// An entry holds only `scan` of its row's functions, so that a program links only the tables of the registry
/// that it uses.
static ENTRIES: [Entry; COUNT] = {
    // SAFETY: the conformance suite and the certificate check that the functions obey the contract of `Scan`;
    // they need only the features that `detect` checks.
    let mut entries = [const { unsafe { Entry::of_row(0) } }; COUNT];
    let mut row = 1;
    while row < COUNT {
        // SAFETY: as above.
        entries[row] = unsafe { Entry::of_row(row) };
        row += 1;
    }
    entries
};

/// The backends that are compiled in, in order of preference.
pub(super) static ALL: &[&Entry] = &{
    let mut all = [&ENTRIES[0]; COUNT];
    let mut row = 1;
    while row < COUNT {
        all[row] = &ENTRIES[row];
        row += 1;
    }
    all
};

/// The first entry that this machine supports.
pub(super) fn first() -> &'static Entry {
    &ENTRIES[registry::first()]
}

/// The entry that the build fixed.
pub(super) fn fixed(by_build: Fixed) -> &'static Entry {
    &ENTRIES[by_build.index]
}
