//! The kernels that this machine supports, soon after a change: validation by the suite, and conversions. `cargo xtask
//! certify` tries every window.

#![cfg(target_arch = "x86_64")]

use std::cell::RefCell;

use placemat_conformance::contract::OfBackend;
use placemat_conformance::convert::{self, Encoding, Place, check_kernels};
use placemat_conformance::suite::{self, Depth};
use placemat_core::Conversion;
use placemat_x86::{avx2, avx512, sse4};

fn converts(name: &str, kernels: Conversion) {
    let place = RefCell::new(Place::default());
    macro_rules! check {
        ($column:ident, $from:ident, $to:ident) => {
            if let Some(kernel) = kernels.$column() {
                let run = |source: &[u32], dst| {
                    // SAFETY: the caller has detected the features of the backend.
                    let call = |source: &[_], dst: &mut [_]| unsafe { kernel(source, dst) };
                    let (progress, units) = place.borrow_mut().run(source, dst, call);
                    (progress.read, progress.written, units)
                };
                let name = format!("{name}, {}", stringify!($column));
                let kernel = convert::Kernel { name, is_lossy: false, run: Box::new(run) };
                check_kernels((Encoding::$from, Encoding::$to), &[kernel], Depth::Quick)
                    .unwrap_or_else(|wrong| panic!("{wrong}"));
            }
        };
    }
    check!(utf8_to_utf16, Utf8, Utf16);
    check!(utf16_to_utf8, Utf16, Utf8);
    check!(latin1_to_utf8, Latin1, Utf8);
    check!(utf8_to_latin1, Utf8, Latin1);
    check!(utf8_to_utf32, Utf8, Utf32);
    check!(utf32_to_utf8, Utf32, Utf8);
}

macro_rules! tests {
    ($($backend:ident, $Token:ident;)*) => {$(
        #[test]
        fn $backend() {
            match $backend::$Token::detect() {
                Ok(kernel) => {
                    let report = suite::run(&OfBackend(&kernel), &suite::Options::quick());
                    assert!(report.passed(), "{report}");
                    converts(stringify!($backend), $backend::CONVERSION);
                }
                Err(missing) => println!("not run: {missing}"),
            }
        }
    )*};
}

tests! {
    sse4, Sse4;
    avx2, Avx2;
    avx512, Avx512;
}
