//! The choice, settled once.
//!
//! Two ways to hold it, and the build picks one: `fixed`, where a backend is known when the program is compiled,
//! and `cell`, one atomic pointer.

use core::{error::Error, fmt};

use placemat_core::{Missing, Scan};

use super::Entry;

// What a build fixes, the first that applies: what `--cfg placemat_backend` names; a backend whose processor features
// the whole program is compiled for; the scalar backend where there are no atomic pointers. A build for no more than
// SSE4.1 (x86-64-v2) fixes nothing: it says what is there at least, and most machines have more.
cfg_if::cfg_if! {
    if #[cfg(placemat_backend = "scalar")] {
        mod fixed;
        use fixed as choice;
        use placemat_scalar as kernel;
    } else if #[cfg(placemat_backend = "dfa")] {
        mod fixed;
        use fixed as choice;
        #[cfg(not(feature = "dfa"))]
        compile_error!("placemat_backend = \"dfa\" needs the Cargo feature `dfa` of placemat");
        #[cfg(not(feature = "dfa"))]
        use placemat_scalar as kernel;
        #[cfg(feature = "dfa")]
        use placemat_dfa as kernel;
    } else if #[cfg(placemat_backend = "sse4")] {
        mod fixed;
        use fixed as choice;
        use placemat_x86::sse4 as kernel;
        #[cfg(not(all(target_feature = "ssse3", target_feature = "sse4.1")))]
        compile_error!("placemat_backend = \"sse4\" needs -C target-feature=+ssse3,+sse4.1, or a target-cpu that has them");
    } else if #[cfg(placemat_backend = "avx2")] {
        mod fixed;
        use fixed as choice;
        use placemat_x86::avx2 as kernel;
        #[cfg(not(target_feature = "avx2"))]
        compile_error!("placemat_backend = \"avx2\" needs -C target-feature=+avx2, or a target-cpu that has it");
    } else if #[cfg(any(
        placemat_backend = "avx512",
        all(
            target_arch = "x86_64",
            target_feature = "avx512f",
            target_feature = "avx512bw",
            target_feature = "avx512vbmi",
            target_feature = "avx512vbmi2",
        ),
    ))] {
        mod fixed;
        use fixed as choice;
        use placemat_x86::avx512 as kernel;
        #[cfg(not(all(target_feature = "avx512f", target_feature = "avx512bw", target_feature = "avx512vbmi", target_feature = "avx512vbmi2")))]
        compile_error!(
            "placemat_backend = \"avx512\" needs -C target-feature=+avx512f,+avx512bw,+avx512vbmi,+avx512vbmi2, or a target-cpu that has them"
        );
    } else if #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))] {
        mod fixed;
        use fixed as choice;
        use placemat_x86::avx2 as kernel;
    } else if #[cfg(not(target_has_atomic = "ptr"))] {
        mod fixed;
        use fixed as choice;
        use placemat_scalar as kernel;
    } else {
        mod cell;
        use cell as choice;
    }
}

/// Judges `bytes` by the chosen backend; the first call chooses.
#[inline]
pub(crate) fn scan(bytes: &[u8]) -> Scan {
    if bytes.is_empty() {
        return Scan::Clean;
    }
    choice::scan(bytes)
}

/// The backend that calls are dispatched to, and why it is that one. Settles the choice if no call has yet.
///
/// ```
/// let active = placemat::backend::active();
/// println!("{} ({})", active.entry.name(), active.why);
/// ```
#[must_use]
pub fn active() -> Active {
    choice::active()
}

/// Makes `entry` the backend that all calls of this process are dispatched to.
///
/// To be called before anything else of placemat's; libraries should leave it to the program. Of racing callers
/// exactly one wins.
///
/// # Errors
///
/// - [`InstallError::Missing`]: this machine cannot run it; nothing has changed.
/// - [`InstallError::AlreadyActive`]: the choice is settled, because a call has been dispatched, because someone asked
///   for [`active`], or because another `install` came first.
/// - [`InstallError::FixedAtBuild`]: the build fixed another backend. (To install the one that it fixed is fine.)
///
/// ```
/// use placemat::backend::{self, InstallError};
///
/// let active = backend::active();
/// for entry in backend::all() {
///     // Too late: to ask for the active one has settled the choice.
///     match backend::install(entry) {
///         Err(InstallError::AlreadyActive(name)) => assert_eq!(name, active.entry.name()),
///         Err(InstallError::FixedAtBuild(name)) => assert_eq!(name, active.entry.name()),
///         Err(InstallError::Missing(missing)) => assert_eq!(missing.backend, entry.name()),
///         Ok(()) => assert_eq!(active.why, backend::Why::FixedAtBuild),
///     }
/// }
/// ```
pub fn install(entry: &'static Entry) -> Result<(), InstallError> {
    entry.get().map_err(InstallError::Missing)?;
    choice::install(entry)
}

/// The answer of [`active`].
///
/// ```
/// let active = placemat::backend::active();
/// assert!(active.entry.get().is_ok(), "what is active runs here");
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Active {
    /// The backend.
    pub entry: &'static Entry,
    /// Why it is this one.
    pub why: Why,
}

/// Why a backend is the active one.
///
/// ```
/// assert_eq!(placemat::backend::Why::Detected.to_string(), "detected");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// The program was compiled for it.
    FixedAtBuild,
    /// The program asked for it, by [`install`].
    Installed,
    /// It is the first in the registry that this machine can run.
    Detected,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::FixedAtBuild => "fixed at build",
            Self::Installed => "installed",
            Self::Detected => "detected",
        })
    }
}

/// Why [`install`] refused.
///
/// ```
/// use placemat::backend::InstallError;
///
/// assert_eq!(InstallError::AlreadyActive("avx2").to_string(), "backend `avx2` is already active");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstallError {
    /// The choice is settled; this backend is active.
    AlreadyActive(&'static str),
    /// The program was compiled for this backend.
    FixedAtBuild(&'static str),
    /// This machine lacks a processor feature.
    Missing(Missing),
}

impl fmt::Display for InstallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AlreadyActive(name) => write!(f, "backend `{name}` is already active"),
            Self::FixedAtBuild(name) => write!(f, "backend `{name}` was fixed when the program was built"),
            Self::Missing(missing) => missing.fmt(f),
        }
    }
}

impl Error for InstallError {}
