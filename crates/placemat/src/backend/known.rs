/// A backend that placemat has, on this target or on another.
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
    /// What a build needs in order to have it, in words: a target, a Cargo feature.
    pub needs: &'static str,
    /// The architectures that it is for, by their names in `target_arch`; none where it runs on all.
    pub architectures: &'static [&'static str],
    /// The Cargo feature of placemat that brings it; `None` where it comes without.
    pub cargo_feature: Option<&'static str>,
    /// The processor features that it needs, by their names in `target_feature`.
    pub features: &'static [&'static str],
    /// Whether a build for these features takes it without looking for them when it runs.
    pub fixed_by_build: bool,
}
