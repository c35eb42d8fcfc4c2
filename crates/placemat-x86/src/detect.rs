//! What this machine offers: whether the processor has a feature, and the operating system keeps the
//! registers that it needs.

/// Whether this machine has the processor feature of this name.
#[cfg(feature = "std")]
macro_rules! offers {
    ($feature:tt) => {
        std::arch::is_x86_feature_detected!($feature)
    };
}

/// Whether this machine has the processor feature of this name. (`core` cannot ask.)
#[cfg(not(feature = "std"))]
macro_rules! offers {
    ($feature:tt) => {{
        cpufeatures::new!(feature, $feature);
        feature::get()
    }};
}

pub(crate) use offers;
