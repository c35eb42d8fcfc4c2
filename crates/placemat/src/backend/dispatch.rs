//! The active backend: fixed by the build, or chosen by the first call and stored in one atomic pointer.

use core::{error::Error, fmt};

use placemat_core::{Context, Items, Scan, UnsupportedError};

use super::{Entry, columns::Column, entries, entry::Kernels, registry::FIXED};
use crate::backend_choice::BackendChoice;

cfg_if::cfg_if! {
    if #[cfg(target_has_atomic = "ptr")] {
        mod cell;
        use core::sync::atomic;

        static CHOICE: cell::Cell<Entry> = cell::Cell::over(atomic::AtomicPtr::new(core::ptr::null_mut()));
    } else {
        mod constant;

        static CHOICE: constant::Constant = constant::Constant;
    }
}

/// Validates `bytes` with the active backend; the first call chooses it.
#[inline]
pub(crate) fn scan(bytes: &[u8]) -> Scan {
    if bytes.is_empty() {
        return Scan::Clean;
    }
    if let Some(fixed) = FIXED {
        // SAFETY: the whole program is compiled for the CPU features that the function needs, or it needs none.
        return unsafe { fixed.validation.scan()(bytes) };
    }
    let (entry, _) = CHOICE.get_or_choose(best);
    // SAFETY: `best` returns only entries that this machine supports, and `install` checks `get` before it stores one.
    unsafe { entry.scan(bytes) }
}

/// Copies text with the active backend, if it can; see [`with_copy`](placemat_core::Validation::with_copy).
#[inline]
pub(crate) fn copy(bytes: &[u8], dst: &mut [core::mem::MaybeUninit<u8>]) -> Option<usize> {
    if let Some(fixed) = FIXED {
        // SAFETY: as in `scan`.
        return fixed.validation.copy().map(|copy| unsafe { copy(bytes, dst) });
    }
    let (entry, _) = CHOICE.get_or_choose(best);
    // SAFETY: as in `scan`.
    unsafe { entry.copy(bytes, dst) }
}

/// Computes the items of 64 bytes with the active backend; see [`with_items`](placemat_core::Validation::with_items).
#[inline]
pub(crate) fn items(context: &Context) -> Items {
    if let Some(fixed) = FIXED {
        // SAFETY: as in `scan`.
        return unsafe { fixed.validation.items()(context) };
    }
    let (entry, _) = CHOICE.get_or_choose(best);
    // SAFETY: as in `scan`.
    unsafe { entry.items(context) }
}

/// The chosen backend's kernel in this column, if it has one; a backend from another crate has none.
#[inline]
pub(crate) fn kernel<K: Copy>(choice: BackendChoice, column: &Column<K>) -> Option<K> {
    let entry = match (choice, FIXED) {
        (BackendChoice::Named(backend), _) => backend.entry(),
        (BackendChoice::Dispatched, Some(fixed)) => return column.0[fixed.index],
        (BackendChoice::Dispatched, None) => CHOICE.get_or_choose(best).0,
    };
    match entry.rest {
        Kernels::Row(row) => column.0.get(row).copied().flatten(),
        Kernels::Here(..) => None,
    }
}

/// The first entry that this machine supports.
#[cold]
#[inline(never)]
fn best() -> &'static Entry {
    entries::first()
}

/// Returns the active backend and why it is active. Chooses one if no call has done so yet.
///
/// ```
/// let active = placemat::backend::active();
/// println!("{} ({})", active.entry.name(), active.why);
/// ```
#[must_use]
pub fn active() -> Active {
    if let Some(fixed) = FIXED {
        return Active { entry: entries::fixed(fixed), why: Why::FixedAtBuild };
    }
    let (entry, installed) = CHOICE.get_or_choose(best);
    Active { entry, why: if installed { Why::Installed } else { Why::Detected } }
}

/// Makes `entry` the active backend of this process.
///
/// Call it before any other function of placemat. Libraries should leave it to the program. If several
/// threads race, exactly one succeeds.
///
/// # Errors
///
/// - [`InstallError::Unsupported`]: this machine does not support the backend; nothing has changed.
/// - [`InstallError::AlreadyActive`]: a backend is already active, because of a dispatched call, a call of
///   [`active`], or an earlier `install`.
/// - [`InstallError::FixedAtBuild`]: the build fixed another backend. (Installing the fixed one succeeds.)
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
///         Err(InstallError::Unsupported(missing)) => assert_eq!(missing.backend, entry.name()),
///         Err(error) => panic!("{error}"),
///         Ok(()) => assert_eq!(active.why, backend::Why::FixedAtBuild),
///     }
/// }
/// ```
pub fn install(entry: &'static Entry) -> Result<(), InstallError> {
    entry.get().map_err(InstallError::Unsupported)?;
    match FIXED {
        Some(fixed) if core::ptr::eq(entry, entries::fixed(fixed)) => Ok(()),
        Some(fixed) => Err(InstallError::FixedAtBuild(entries::fixed(fixed).name())),
        None => CHOICE.install(entry).map_err(|active| InstallError::AlreadyActive(active.name())),
    }
}

/// The active backend, returned by [`active`].
///
/// ```
/// let active = placemat::backend::active();
/// assert!(active.entry.get().is_ok(), "what is active is supported");
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Active {
    /// The backend.
    pub entry: &'static Entry,
    /// Why it is active.
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
    /// The program selected it with [`install`].
    Installed,
    /// It is the first in the registry that this machine supports.
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

/// The error of [`install`].
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
#[non_exhaustive]
pub enum InstallError {
    /// This backend is already active.
    AlreadyActive(&'static str),
    /// The program was compiled for this backend.
    FixedAtBuild(&'static str),
    /// This machine lacks a CPU feature.
    Unsupported(UnsupportedError),
}

impl fmt::Display for InstallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AlreadyActive(name) => {
                write!(f, "backend `{name}` is already active; `install` must come before the first call")
            }
            Self::FixedAtBuild(name) => write!(f, "backend `{name}` was fixed when the program was built"),
            Self::Unsupported(missing) => missing.fmt(f),
        }
    }
}

impl Error for InstallError {}
