//! The backend that validates: the one that `--backend` names, or the best; and the messages for an unusable name.

use placemat::backend::{self, Handle, Known, NotFoundError, UnsupportedError};

/// The backend with this name, if this machine supports it; otherwise the message for the user.
pub(crate) fn by_name(name: &str) -> Result<Handle, String> {
    let entry = backend::by_name(name).map_err(|error| not_found(name, error))?;
    entry.get().map_err(missing)
}

/// The name of the backend, which is the active one if none was named.
pub(crate) fn name_of(named: Option<Handle>) -> &'static str {
    named.map_or_else(|| backend::active().entry.name(), |backend| backend.info().name())
}

/// The message for a name that is no compiled-in backend.
fn not_found(name: &str, error: NotFoundError) -> String {
    match error {
        NotFoundError::Unknown => format!(
            "there is no backend \"{}\"; choose one of {}, or leave the option out for the best of them",
            name.escape_debug(),
            runnable()
        ),
        NotFoundError::NotCompiled(known) => not_compiled(known),
    }
}

/// The message for a backend of another target, or of another set of Cargo features.
fn not_compiled(Known { name, needs, .. }: &Known) -> String {
    format!(
        "the backend \"{name}\" is not in this program, because it needs {needs}; run a placemat that was \
         built with that, or choose one of {}",
        runnable()
    )
}

/// The message for a backend that this processor does not support.
fn missing(UnsupportedError { backend, feature }: UnsupportedError) -> String {
    format!(
        "the backend \"{backend}\" needs the processor feature \"{feature}\", which this machine (or its \
         operating system) does not offer; choose one of {}, or leave the option out for the best of them",
        runnable()
    )
}

/// A list of the backends that this machine supports.
fn runnable() -> String {
    let entries = backend::all().iter().filter(|entry| entry.get().is_ok());
    entries.map(|entry| entry.name()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_named_has_a_reason() {
        // On every machine, some backends are for other architectures.
        for known in backend::known() {
            let entry = backend::by_name(known.name).ok();
            match (by_name(known.name), entry.map(backend::Entry::get)) {
                (Ok(backend), Some(Ok(_))) => assert_eq!(name_of(Some(backend)), known.name),
                (Err(message), entry) => {
                    let lacks = entry.map_or(known.needs, |entry| entry.unwrap_err().feature);
                    assert!(message.contains(lacks) && message.contains("choose one of"), "{message}");
                }
                (Ok(_), _) => panic!("{} does not run here", known.name),
            }
        }
        let message = missing(UnsupportedError { backend: "avx512", feature: "avx512vbmi" });
        assert!(message.contains("feature \"avx512vbmi\"") && message.contains("choose one of"), "{message}");
    }
}
