//! The choice, settled once.
//!
//! Two ways to hold it, and the build picks one: `fixed`, where a backend is known when the program is compiled,
//! and `cell`, one atomic pointer.

use core::{error::Error, fmt};

use placemat_core::{Missing, Scan};

use super::Entry;

/// The build fixes this kernel.
#[allow(unused_macros, reason = "most builds fix nothing")]
macro_rules! fixed {
    ($kernel:path) => {
        mod fixed;
        use fixed as choice;
        use $kernel as kernel;
    };
}

/// The build asks for what it cannot have. One complaint is enough, so there is a kernel all the same.
#[allow(unused_macros, reason = "hardly any build asks for what it cannot have")]
macro_rules! refused {
    ($why:literal) => {
        compile_error!($why);
        fixed!(placemat_scalar);
    };
}

// What a build fixes, the first that applies: what `--cfg placemat_backend` names; a backend whose processor features
// the whole program is compiled for; the scalar backend where there are no atomic pointers. A build for no more than
// SSE4.1 (x86-64-v2) fixes nothing: it says what is there at least, and most machines have more.
cfg_if::cfg_if! {
    if #[cfg(placemat_backend)] {
        refused!("placemat_backend needs a value, the name of a backend: --cfg 'placemat_backend=\"scalar\"'");
    } else if #[cfg(placemat_backend = "scalar")] {
        fixed!(placemat_scalar);
    } else if #[cfg(all(placemat_backend = "dfa", feature = "dfa"))] {
        fixed!(placemat_dfa);
    } else if #[cfg(placemat_backend = "dfa")] {
        refused!("placemat_backend = \"dfa\" needs the Cargo feature `dfa` of placemat");
    } else if #[cfg(all(
        any(placemat_backend = "sse4", placemat_backend = "avx2", placemat_backend = "avx512"),
        not(target_arch = "x86_64"),
    ))] {
        refused!("placemat_backend = \"sse4\", \"avx2\" or \"avx512\" needs an x86-64 target");
    } else if #[cfg(all(placemat_backend = "neon", not(all(target_arch = "aarch64", target_feature = "neon"))))] {
        refused!("placemat_backend = \"neon\" needs an aarch64 target with NEON");
    } else if #[cfg(all(placemat_backend = "wasm", not(all(target_arch = "wasm32", target_feature = "simd128"))))] {
        refused!("placemat_backend = \"wasm\" needs a wasm32 target and -C target-feature=+simd128");
    } else if #[cfg(all(placemat_backend = "sse4", target_feature = "ssse3", target_feature = "sse4.1"))] {
        fixed!(placemat_x86::sse4);
    } else if #[cfg(placemat_backend = "sse4")] {
        refused!("placemat_backend = \"sse4\" needs -C target-feature=+ssse3,+sse4.1, or a target-cpu that has them");
    } else if #[cfg(all(placemat_backend = "avx2", not(target_feature = "avx2")))] {
        refused!("placemat_backend = \"avx2\" needs -C target-feature=+avx2, or a target-cpu that has it");
    } else if #[cfg(all(
        not(placemat_backend = "avx2"),
        target_arch = "x86_64",
        target_feature = "avx512f",
        target_feature = "avx512bw",
        target_feature = "avx512vbmi",
        target_feature = "avx512vbmi2",
    ))] {
        fixed!(placemat_x86::avx512);
    } else if #[cfg(placemat_backend = "avx512")] {
        refused!(
            "placemat_backend = \"avx512\" needs -C target-feature=+avx512f,+avx512bw,+avx512vbmi,+avx512vbmi2, or a target-cpu that has them"
        );
    } else if #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))] {
        fixed!(placemat_x86::avx2);
    } else if #[cfg(all(target_arch = "aarch64", target_feature = "neon"))] {
        fixed!(placemat_neon);
    } else if #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))] {
        fixed!(placemat_wasm);
    } else if #[cfg(not(target_has_atomic = "ptr"))] {
        fixed!(placemat_scalar);
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
/// assert_eq!(
///     InstallError::AlreadyActive("avx2").to_string(),
///     "backend `avx2` is already active; `install` must come before the first call"
/// );
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
            Self::AlreadyActive(name) => {
                write!(f, "backend `{name}` is already active; `install` must come before the first call")
            }
            Self::FixedAtBuild(name) => write!(f, "backend `{name}` was fixed when the program was built"),
            Self::Missing(missing) => missing.fmt(f),
        }
    }
}

impl Error for InstallError {}
