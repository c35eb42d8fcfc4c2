//! What this machine offers: whether the processor has a feature, and the operating system keeps the
//! registers that it needs.

/// Whether this machine has the processor feature of this name, or all features of a list.
///
/// One feature is asked of the standard library, where there is one. It finds out all that there is to know
/// of a processor, and that makes a program 1.7 KB larger. So a list, of which every program asks, goes to
/// `cpufeatures`; a test compares the answers. (`core` cannot ask.)
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
