//! What each backend lacks on CPUs that are not available for tests.

#![cfg(target_arch = "x86_64")]

use placemat_core::UnsupportedError;
use placemat_x86::{avx2, avx512, sse4};

/// A CPU, the features it offers, and the feature that each backend lacks.
type Row = (&'static str, &'static [&'static str], [Option<&'static str>; 3]);

const ICE_LAKE: [&str; 10] = [
    "ssse3", "sse4.1", "avx2", "avx512f", "avx512bw", "avx512vl", "avx512vbmi", "avx512vbmi2", "popcnt",
    "bmi2",
];

#[test]
fn processors() {
    let rows: &[Row] = &[
        ("an Opteron of 2003", &[], [Some("ssse3"), Some("avx2"), Some("avx512f")]),
        ("a Core 2 of 2006", &["ssse3"], [Some("sse4.1"), Some("avx2"), Some("avx512f")]),
        ("Nehalem", &["ssse3", "sse4.1"], [None, Some("avx2"), Some("avx512f")]),
        ("Haswell", &["ssse3", "sse4.1", "avx2", "popcnt"], [None, None, Some("avx512f")]),
        (
            "Haswell, where the operating system does not keep ymm registers",
            &["ssse3", "sse4.1", "popcnt"],
            [None, Some("avx2"), Some("avx512f")],
        ),
        (
            "Knights Landing",
            &["ssse3", "sse4.1", "avx2", "popcnt", "avx512f"],
            [None, None, Some("avx512bw")],
        ),
        (
            "Skylake-X, without VBMI",
            &["ssse3", "sse4.1", "avx2", "popcnt", "avx512f", "avx512bw", "avx512vl"],
            [None, None, Some("avx512vbmi")],
        ),
        (
            "Cannon Lake, without VBMI2",
            &["ssse3", "sse4.1", "avx2", "popcnt", "avx512f", "avx512bw", "avx512vl", "avx512vbmi"],
            [None, None, Some("avx512vbmi2")],
        ),
        ("Ice Lake", &ICE_LAKE, [None, None, None]),
        (
            "Ice Lake, where the hypervisor hides POPCNT",
            &ICE_LAKE[..8],
            [None, Some("popcnt"), Some("popcnt")],
        ),
        ("Ice Lake, where the hypervisor hides BMI2", &ICE_LAKE[..9], [None, None, Some("bmi2")]),
        (
            "Ice Lake, where the operating system does not keep zmm registers",
            &["ssse3", "sse4.1", "avx2", "popcnt"],
            [None, None, Some("avx512f")],
        ),
    ];
    for (processor, offered, lacks) in rows {
        for (info, lack) in [&sse4::INFO, &avx2::INFO, &avx512::INFO].into_iter().zip(lacks) {
            let found = info.require(|feature| offered.contains(&feature)).err();
            let expected = lack.map(|feature| UnsupportedError { backend: info.name(), feature });
            assert_eq!(found, expected, "{} on {processor}", info.name());
        }
    }
}
