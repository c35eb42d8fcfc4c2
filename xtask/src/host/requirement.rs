//! Something that a task needs and that cargo does not bring.

use std::{error::Error, fmt};

use super::{packages::apt_get, probe::succeeds, targets::has_target};
use crate::runner::step::Need;

/// A program, a compiler's target, a library.
pub(crate) struct Requirement {
    /// What shows that it is there.
    pub(crate) probe: Probe,
    /// The arguments of rustup that install it, or an empty string if rustup does not have it.
    pub(crate) rustup: String,
    /// Its packages in Debian, or an empty string.
    pub(crate) debian: String,
    /// Whether `test --all` may do without it.
    pub(crate) need: Need,
    /// What it is needed for.
    pub(crate) why: String,
}

pub(crate) enum Probe {
    /// This command succeeds.
    Runs(String),
    /// rustc has a `core` for this target.
    Target(&'static str),
    /// Something else.
    Seen(Box<dyn Fn() -> bool>),
}

/// Why a task cannot even begin: what is missing, and how to get it. The exit status of xtask is 2 then, not 1.
#[derive(Debug)]
pub(crate) struct Missing(pub(crate) String);

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not run; missing: {}", self.0)
    }
}

impl Error for Missing {}

impl Requirement {
    /// A program in packages of Debian. It is there if it prints its version.
    pub(crate) fn package(program: &str, packages: &str, need: Need, why: &str) -> Self {
        Self {
            probe: Probe::Runs(format!("{program} --version")),
            rustup: String::new(),
            debian: packages.to_owned(),
            need,
            why: why.to_owned(),
        }
    }

    /// Something that `rustup ARGS` installs.
    pub(crate) fn rustup(probe: Probe, args: impl Into<String>, need: Need, why: &str) -> Self {
        Self { probe, rustup: args.into(), debian: String::new(), need, why: why.to_owned() }
    }

    pub(crate) fn is_there(&self) -> bool {
        match &self.probe {
            Probe::Runs(command) => succeeds(command),
            Probe::Target(target) => has_target(None, target),
            Probe::Seen(look) => look(),
        }
    }

    /// The command that installs it.
    pub(crate) fn command(&self, root: bool) -> String {
        let rustup = (!self.rustup.is_empty()).then(|| format!("rustup {}", self.rustup));
        let debian = (!self.debian.is_empty()).then(|| apt_get(&self.debian, root));
        rustup.into_iter().chain(debian).collect::<Vec<_>>().join(", or ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_exact() {
        let gcc = Requirement::package("cc", "gcc", Need::Required, "linking");
        assert_eq!(gcc.command(true), "apt-get update && apt-get install -y --no-install-recommends gcc");
        assert_eq!(gcc.command(false).matches("sudo apt-get").count(), 2);
        let both = Requirement { rustup: "target add x".to_owned(), ..gcc };
        assert!(both.command(true).starts_with("rustup target add x, or apt-get update && "));
    }
}
