//! The choice, settled once.
//!
//! Two ways to hold it, and the build picks one: `fixed`, where a backend is known when the program is compiled,
//! and `cell`, one atomic pointer.

use core::{error::Error, fmt};

use placemat_core::{Missing, Scan};

use super::Entry;

cfg_if::cfg_if! {
    if #[cfg(all(placemat_backend = "dfa", not(feature = "dfa")))] {
        compile_error!("placemat_backend = \"dfa\" needs the Cargo feature `dfa` of placemat");
    } else if #[cfg(any(placemat_backend = "scalar", placemat_backend = "dfa", not(target_has_atomic = "ptr")))] {
        mod fixed;
        use fixed as choice;
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
/// - [`InstallError::FixedAtBuild`]: the build fixed another backend.
///
/// ```
/// use placemat::backend::{self, InstallError};
///
/// let scalar = backend::by_name("scalar").unwrap();
/// backend::install(scalar)?;
/// assert_eq!(backend::install(scalar), Err(InstallError::AlreadyActive("scalar")));
/// # Ok::<(), InstallError>(())
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
