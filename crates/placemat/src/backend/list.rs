//! Lists the registry and finds backends by name.

use core::{error::Error, fmt};

use super::{Entry, Known, entries::ALL, registry::KNOWN};

/// Every compiled-in backend in order of preference, whether or not this machine supports it.
///
/// ```
/// let names: Vec<_> = placemat::backend::all().iter().map(|entry| entry.name()).collect();
/// assert!(names.contains(&"scalar"));
/// ```
#[must_use]
pub fn all() -> &'static [&'static Entry] {
    ALL
}

/// Every backend of placemat in order of preference, compiled in or not.
///
/// ```
/// let dfa = placemat::backend::known().iter().find(|known| known.name == "dfa").unwrap();
/// assert_eq!(dfa.compiled, placemat::backend::by_name("dfa").is_ok());
/// ```
#[must_use]
pub fn known() -> &'static [Known] {
    KNOWN
}

/// Returns the compiled-in backend of this name.
///
/// # Errors
///
/// [`NotFoundError::Unknown`] if placemat has no such backend, [`NotFoundError::NotCompiled`] if this build leaves it
/// out.
///
/// ```
/// use placemat::backend::{NotFoundError, by_name};
///
/// assert_eq!(by_name("scalar")?.name(), "scalar");
/// assert!(matches!(by_name("warp"), Err(NotFoundError::Unknown)));
/// # Ok::<(), NotFoundError>(())
/// ```
pub fn by_name(name: &str) -> Result<&'static Entry, NotFoundError> {
    if let Some(entry) = ALL.iter().find(|entry| entry.name() == name) {
        return Ok(entry);
    }
    match KNOWN.iter().find(|known| known.name == name) {
        Some(known) => Err(NotFoundError::NotCompiled(known)),
        None => Err(NotFoundError::Unknown),
    }
}

/// No compiled-in backend has this name.
///
/// ```
/// use placemat::backend::by_name;
///
/// assert!(by_name("warp").unwrap_err().to_string().starts_with("no such backend; available: "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotFoundError {
    /// placemat has no backend of this name.
    Unknown,
    /// placemat has it, but it is not compiled into this program.
    NotCompiled(&'static Known),
}

impl fmt::Display for NotFoundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => {
                f.write_str("no such backend; available: ")?;
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

impl Error for NotFoundError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_entries_agree() {
        let compiled = KNOWN.iter().filter(|known| known.compiled).map(|known| known.name);
        assert!(compiled.eq(ALL.iter().map(|entry| entry.name())));
    }

    #[test]
    fn a_handle_is_its_entry() {
        for entry in ALL {
            if let Ok(handle) = entry.get() {
                assert_eq!(handle.info(), entry.info());
                assert!(core::ptr::eq(handle.entry(), *entry));
            }
        }
    }
}
