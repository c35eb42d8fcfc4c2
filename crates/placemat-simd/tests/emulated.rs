//! The conformance suite on the kernels over emulated vectors, which every host can run. The proof is elsewhere: the
//! certificate over all windows, and the bookkeeping of the driver.
//! Emulators run it in complete rows only.

use placemat_conformance::{
    contract::OfBackend,
    suite::{self, Options},
};
use placemat_core::{Backend, Info, Scan};
use placemat_simd::{emulated::Emulated, validate};

struct Vectors<const LANES: usize>;

impl<const LANES: usize> Backend for Vectors<LANES>
where
    Emulated<LANES>: validate::Kernel,
{
    fn info(&self) -> &'static Info {
        const INFO: Info = Info::new("emulated", "vectors over arrays");
        &INFO
    }

    fn scan(&self, bytes: &[u8]) -> Scan {
        validate::scan(Emulated::<LANES>, bytes)
    }
}

/// Runs the quick suite; a debug build, where the same driver also runs on real vectors, only some of its rows.
fn hold(backend: &dyn Backend) {
    const ROWS: &[&str] = &["short-strings", "placed", "bridge", "runs", "mode-changes"];
    let options = if cfg!(debug_assertions) { Options::quick().only(ROWS) } else { Options::quick() };
    let report = suite::run(&OfBackend(backend), &options);
    println!("{report}");
    assert!(report.passed(), "{report}");
}

#[test]
fn vectors_of_16() {
    hold(&Vectors::<16>);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation: the step `conformance-release` runs it")]
fn vectors_of_32() {
    hold(&Vectors::<32>);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation: the step `conformance-release` runs it")]
fn vectors_of_64() {
    hold(&Vectors::<64>);
}
