//! A requirement of a task that cargo does not install.

use super::probe::succeeds;

/// A program, a compiler's target, a library.
pub(crate) struct Requirement {
    /// Whether it is installed.
    pub(crate) is_there: Box<dyn Fn() -> bool>,
    /// The arguments of rustup that install it; empty if rustup does not have it.
    pub(crate) rustup: String,
    /// Its Debian packages; may be empty.
    pub(crate) debian: String,
    /// Whether `test --all` fails without it.
    pub(crate) required: bool,
    /// The purpose.
    pub(crate) why: String,
}

impl Requirement {
    /// A program in Debian packages. It is installed if it prints its version.
    pub(crate) fn package(program: &str, packages: &str, required: bool, why: &str) -> Self {
        let command = format!("{program} --version");
        Self {
            is_there: Box::new(move || succeeds(&command)),
            rustup: String::new(),
            debian: packages.to_owned(),
            required,
            why: why.to_owned(),
        }
    }

    /// A component that `rustup ARGS` installs.
    pub(crate) fn rustup(
        is_there: impl Fn() -> bool + 'static,
        args: impl Into<String>,
        required: bool,
        why: &str,
    ) -> Self {
        let debian = String::new();
        Self { is_there: Box::new(is_there), rustup: args.into(), debian, required, why: why.to_owned() }
    }
}

/// The command that installs these Debian packages, which are separated by spaces.
pub(crate) fn apt_get(packages: &str) -> String {
    let sudo = if is_root() { "" } else { "sudo " };
    let install = format!("apt-get install -y --no-install-recommends {packages}");
    format!("{sudo}apt-get update && {sudo}{install}")
}

fn is_root() -> bool {
    super::probe::output("id", &["-u"]).is_some_and(|id| id == "0")
}
