//! The registry: one row a backend.

use core::{error::Error, fmt};

use super::Entry;

/// Makes [`ALL`] and [`KNOWN`] from the rows below. A row's module exports `INFO`, `get` and `scan`.
macro_rules! registry {
    ($($name:literal is $module:path, if $condition:meta, $needs:literal;)*) => {
        static ALL: &[&Entry] = &[$(
            #[cfg($condition)]
            {
                use $module as module;
                // SAFETY: the conformance suite and the certificate hold `scan` to the contract of `Scan`; it
                // needs the features that `get` looks for, and no more.
                unsafe { &Entry::new(&module::INFO, module::get, module::scan) }
            },
        )*];
        static KNOWN: &[Known] = &[$(
            Known { name: $name, compiled: cfg!($condition), needs: $needs },
        )*];
    };
}

// In the order of preference: the first that this machine can run is what calls are dispatched to.
registry! {
    "avx512" is placemat_x86::avx512, if target_arch = "x86_64", "an x86-64 target";
    "avx2" is placemat_x86::avx2, if target_arch = "x86_64", "an x86-64 target";
    "sse4" is placemat_x86::sse4, if target_arch = "x86_64", "an x86-64 target";
    "neon" is placemat_neon, if all(target_arch = "aarch64", target_feature = "neon"), "an aarch64 target with NEON";
    "wasm" is placemat_wasm, if all(target_arch = "wasm32", target_feature = "simd128"),
        "a wasm32 target and -C target-feature=+simd128";
    "scalar" is placemat_scalar, if all(), "nothing";
    "dfa" is placemat_dfa, if feature = "dfa", "the Cargo feature `dfa`";
}

/// Every backend that is compiled in, the preferred ones first, whether or not this machine can run it.
///
/// ```
/// let names: Vec<_> = placemat::backend::all().iter().map(|entry| entry.name()).collect();
/// assert!(names.contains(&"scalar"));
/// ```
#[must_use]
pub fn all() -> &'static [&'static Entry] {
    ALL
}

/// Every backend that placemat has, compiled in or not, in the same order.
///
/// ```
/// let dfa = placemat::backend::known().iter().find(|known| known.name == "dfa").unwrap();
/// assert_eq!(dfa.compiled, placemat::backend::by_name("dfa").is_ok());
/// ```
#[must_use]
pub fn known() -> &'static [Known] {
    KNOWN
}

/// The compiled-in backend of this name.
///
/// # Errors
///
/// [`NotFound::Unknown`] where placemat has no such backend, [`NotFound::NotCompiled`] where this build lacks it.
///
/// ```
/// use placemat::backend::{NotFound, by_name};
///
/// assert_eq!(by_name("scalar")?.name(), "scalar");
/// assert!(matches!(by_name("warp"), Err(NotFound::Unknown)));
/// # Ok::<(), NotFound>(())
/// ```
pub fn by_name(name: &str) -> Result<&'static Entry, NotFound> {
    if let Some(entry) = ALL.iter().find(|entry| entry.name() == name) {
        return Ok(entry);
    }
    match KNOWN.iter().find(|known| known.name == name) {
        Some(known) => Err(NotFound::NotCompiled(known)),
        None => Err(NotFound::Unknown),
    }
}

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
    /// What a build needs in order to have it: a target, a Cargo feature.
    pub needs: &'static str,
}

/// No compiled-in backend has this name.
///
/// ```
/// use placemat::backend::by_name;
///
/// assert!(by_name("warp").unwrap_err().to_string().starts_with("there is no such backend; there are: "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotFound {
    /// placemat has no backend of this name.
    Unknown,
    /// placemat has it, but it is not compiled into this program.
    NotCompiled(&'static Known),
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => {
                f.write_str("there is no such backend; there are: ")?;
                for (i, known) in KNOWN.iter().enumerate() {
                    write!(f, "{}{}", if i == 0 { "" } else { ", " }, known.name)?;
                }
                Ok(())
            }
            Self::NotCompiled(known) => {
                write!(f, "backend `{}` is not in this build; it needs {}", known.name, known.needs)
            }
        }
    }
}

impl Error for NotFound {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_entries_agree() {
        let compiled = KNOWN.iter().filter(|known| known.compiled).map(|known| known.name);
        assert!(compiled.eq(ALL.iter().map(|entry| entry.name())));
    }

    #[test]
    fn infos_agree_with_the_backends() {
        for entry in ALL {
            if let Ok(backend) = entry.get() {
                assert_eq!(backend.info(), entry.info());
            }
        }
    }
}
