//! The entries of the registry's rows.

use super::{
    Entry,
    registry::{self, Fixed, VALIDATIONS},
};

const COUNT: usize = VALIDATIONS.len();

/// Of a row's functions an entry holds only `scan`: what a program does not use of the registry's tables, it
/// does not link.
static ENTRIES: [Entry; COUNT] = {
    // SAFETY: the conformance suite and the certificate hold the functions to the contract of `Scan`; they
    // need the features that `detect` looks for, and no more.
    let mut entries = [const { unsafe { Entry::of_row(0) } }; COUNT];
    let mut row = 1;
    while row < COUNT {
        // SAFETY: as above.
        entries[row] = unsafe { Entry::of_row(row) };
        row += 1;
    }
    entries
};

/// The backends that are compiled in, the preferred ones first.
pub(super) static ALL: &[&Entry] = &{
    let mut all = [&ENTRIES[0]; COUNT];
    let mut row = 1;
    while row < COUNT {
        all[row] = &ENTRIES[row];
        row += 1;
    }
    all
};

/// The first of them that this machine can run.
pub(super) fn first() -> &'static Entry {
    &ENTRIES[registry::first()]
}

/// The one that the build fixed.
pub(super) fn fixed(by_build: Fixed) -> &'static Entry {
    &ENTRIES[by_build.index]
}
