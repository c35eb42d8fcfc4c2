//! What this machine offers: whether the processor has a feature, and the operating system keeps the
//! registers that it needs.

/// Whether this machine has all processor features of these names.
///
/// The standard library would say the same. But it first finds out all that there is to know of a processor,
/// and that makes a program 1.7 KB larger.
macro_rules! offers {
    ($($feature:tt),+) => {{
        cpufeatures::new!(features, $($feature),+);
        features::get()
    }};
}

pub(crate) use offers;
