/// A backend that placemat knows, on this target or another.
///
/// ```
/// for known in placemat::backend::known() {
///     println!("{} (needs {}): {}", known.name, known.needs, known.compiled);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Known {
    /// The name that users type.
    pub name: &'static str,
    /// Whether it is compiled into this program.
    pub compiled: bool,
    /// What a build needs to include it, in words: a target, or a Cargo feature.
    pub needs: &'static str,
    /// The architectures that it supports, as in `target_arch`; empty if it runs on all.
    pub architectures: &'static [&'static str],
    /// The Cargo feature of placemat that enables it; `None` if it needs none.
    pub cargo_feature: Option<&'static str>,
    /// The CPU features that it needs, as in `target_feature`.
    pub features: &'static [&'static str],
    /// Whether a build with these features enabled fixes this backend, without detection at run time.
    pub fixed_by_build: bool,
}
