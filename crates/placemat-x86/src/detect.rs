//! CPU feature detection, including operating system support for the registers.

/// Whether this machine supports one CPU feature, or all features of a list.
///
/// A single feature is detected by the standard library if it is available. Its detection covers every feature and
/// makes a program 1.7 KB larger. So lists, which every program needs, are detected by `cpufeatures`; a test compares
/// the results. (`core` cannot detect features.)
macro_rules! offers {
    ([$($feature:tt),+]) => {{
        cpufeatures::new!(features, $($feature),+);
        features::get()
    }};
    ($feature:tt) => {{
        #[cfg(feature = "std")]
        let is_there = std::arch::is_x86_feature_detected!($feature);
        #[cfg(not(feature = "std"))]
        let is_there = $crate::detect::offers!([$feature]);
        is_there
    }};
}

pub(crate) use offers;

#[cfg(test)]
mod tests {
    use crate::{avx2, sse4};

    #[test]
    fn both_ways_to_ask_agree() {
        #[cfg(target_arch = "x86_64")]
        assert_eq!(crate::avx512::detect().is_ok(), crate::avx512::is_supported(), "avx512");
        assert_eq!(avx2::detect().is_ok(), avx2::is_supported(), "avx2");
        assert_eq!(sse4::detect().is_ok(), sse4::is_supported(), "sse4");
    }
}
