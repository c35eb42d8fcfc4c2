//! What this processor, and its operating system, offer.

/// Whether this machine has a processor feature, and its operating system keeps the registers that it needs.
#[cfg(feature = "std")]
pub(crate) fn this_machine(feature: &str) -> bool {
    match feature {
        "ssse3" => std::arch::is_x86_feature_detected!("ssse3"),
        "sse4.1" => std::arch::is_x86_feature_detected!("sse4.1"),
        "avx2" => std::arch::is_x86_feature_detected!("avx2"),
        "avx512f" => std::arch::is_x86_feature_detected!("avx512f"),
        "avx512bw" => std::arch::is_x86_feature_detected!("avx512bw"),
        "avx512vbmi" => std::arch::is_x86_feature_detected!("avx512vbmi"),
        "avx512vbmi2" => std::arch::is_x86_feature_detected!("avx512vbmi2"),
        _ => false,
    }
}

/// Whether this machine has a processor feature, and its operating system keeps the registers that it needs.
#[cfg(not(feature = "std"))]
pub(crate) fn this_machine(feature: &str) -> bool {
    cpufeatures::new!(ssse3, "ssse3");
    cpufeatures::new!(sse41, "sse4.1");
    cpufeatures::new!(avx2, "avx2");
    cpufeatures::new!(avx512f, "avx512f");
    cpufeatures::new!(avx512bw, "avx512bw");
    cpufeatures::new!(avx512vbmi, "avx512vbmi");
    cpufeatures::new!(avx512vbmi2, "avx512vbmi2");
    match feature {
        "ssse3" => ssse3::get(),
        "sse4.1" => sse41::get(),
        "avx2" => avx2::get(),
        "avx512f" => avx512f::get(),
        "avx512bw" => avx512bw::get(),
        "avx512vbmi" => avx512vbmi::get(),
        "avx512vbmi2" => avx512vbmi2::get(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use placemat_core::Missing;

    use crate::{avx2, avx512, sse4};

    /// A processor, what it offers, and for each backend what it lacks.
    type Row = (&'static str, &'static [&'static str], [Option<&'static str>; 3]);

    #[test]
    fn processors() {
        let rows: &[Row] = &[
            ("an Opteron of 2003", &[], [Some("ssse3"), Some("avx2"), Some("avx512f")]),
            ("a Core 2 of 2006", &["ssse3"], [Some("sse4.1"), Some("avx2"), Some("avx512f")]),
            ("Nehalem", &["ssse3", "sse4.1"], [None, Some("avx2"), Some("avx512f")]),
            ("Haswell", &["ssse3", "sse4.1", "avx2"], [None, None, Some("avx512f")]),
            (
                "Haswell, where the operating system does not keep ymm registers",
                &["ssse3", "sse4.1"],
                [None, Some("avx2"), Some("avx512f")],
            ),
            ("Knights Landing", &["ssse3", "sse4.1", "avx2", "avx512f"], [None, None, Some("avx512bw")]),
            (
                "Skylake-X, without VBMI",
                &["ssse3", "sse4.1", "avx2", "avx512f", "avx512bw"],
                [None, None, Some("avx512vbmi")],
            ),
            (
                "Cannon Lake, without VBMI2",
                &["ssse3", "sse4.1", "avx2", "avx512f", "avx512bw", "avx512vbmi"],
                [None, None, Some("avx512vbmi2")],
            ),
            (
                "Ice Lake",
                &["ssse3", "sse4.1", "avx2", "avx512f", "avx512bw", "avx512vbmi", "avx512vbmi2"],
                [None, None, None],
            ),
            (
                "Ice Lake, where the operating system does not keep zmm registers",
                &["ssse3", "sse4.1", "avx2"],
                [None, None, Some("avx512f")],
            ),
        ];
        for (processor, offered, lacks) in rows {
            for (info, lack) in [&sse4::INFO, &avx2::INFO, &avx512::INFO].into_iter().zip(lacks) {
                let found = info.require(|feature| offered.contains(&feature)).err();
                let expected = lack.map(|feature| Missing { backend: info.name(), feature });
                assert_eq!(found, expected, "{} on {processor}", info.name());
            }
        }
    }

    /// A feature that nobody looks for would always be missing.
    #[test]
    fn every_feature_is_looked_for() {
        let source = include_str!("detect.rs");
        for info in [&sse4::INFO, &avx2::INFO, &avx512::INFO] {
            for feature in info.features() {
                assert_eq!(source.matches(&std::format!("\"{feature}\" =>")).count(), 2, "{feature}");
            }
        }
    }
}
