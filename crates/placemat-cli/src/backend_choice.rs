//! The backend that validates, and the messages for an unusable name.

use placemat::Chunks;
use placemat::backend::{self, Handle, Known, NotFoundError, UnsupportedError};

/// The backend that validates.
#[derive(Clone, Copy)]
pub(crate) enum BackendChoice {
    /// The backend that placemat dispatches to on this machine.
    Dispatched,
    /// The one that the user named.
    Named(Handle),
}

impl BackendChoice {
    /// Splits the bytes into text and invalid sequences.
    pub(crate) fn chunks(self, bytes: &[u8]) -> Chunks<'_> {
        match self {
            Self::Dispatched => placemat::chunks(bytes),
            Self::Named(backend) => placemat::chunks(bytes).with_backend(backend),
        }
    }

    /// The backend's name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Dispatched => backend::active().entry.name(),
            Self::Named(backend) => backend.info().name(),
        }
    }

    /// The backend with this name, if this machine supports it; otherwise the message for the user.
    pub(crate) fn by_name(name: &str) -> Result<Self, String> {
        let entry = backend::by_name(name).map_err(|error| not_found(name, error))?;
        entry.get().map(Self::Named).map_err(missing)
    }
}

impl std::fmt::Debug for BackendChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
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
    fn a_backend_of_another_target_or_without_its_feature() {
        // On every machine, some backends are for other architectures.
        for known in backend::known().iter().filter(|known| !known.compiled) {
            let message = BackendChoice::by_name(known.name).unwrap_err();
            assert!(message.contains(known.needs) && message.contains("choose one of"), "{message}");
        }
        let message = missing(UnsupportedError { backend: "avx512", feature: "avx512vbmi" });
        assert!(message.contains("feature \"avx512vbmi\"") && message.contains("choose one of"), "{message}");
    }

    #[test]
    fn all_that_runs_can_be_named() {
        for entry in backend::all() {
            let found = BackendChoice::by_name(entry.name()).map(BackendChoice::name);
            assert_eq!(found.ok(), entry.get().is_ok().then_some(entry.name()));
        }
    }
}
