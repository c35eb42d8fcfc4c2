//! Compares `placemat_legacy` with the reference.
//! Emulators do not run it.
#![cfg(feature = "alloc")]

mod decoder;

use decoder::Legacy;
use placemat_conformance::suite::{self, Options};

/// The rows about older forms.
fn rows() -> Vec<&'static str> {
    suite::rows().map(|(name, _)| name).filter(|name| name.starts_with("older-")).collect()
}

#[test]
fn the_crate_passes() {
    let options = if cfg!(debug_assertions) { Options::quick() } else { Options::full() };
    let report = suite::run(&Legacy, &options.only(&rows()));
    println!("{report}");
    assert!(report.passed() && report.rows.len() == 8, "{report}");
}
