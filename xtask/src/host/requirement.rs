//! What the tasks need that cargo does not install: `requirements.toml`.

use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use serde::Deserialize;

use super::targets;
use super::toolchain::{OLDEST, OLDEST_FOR_AVX512, Toolchain};

/// A program, a compiler's target, a library. The file describes the fields.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(crate) struct Requirement {
    #[serde(rename = "for")]
    pub(crate) purpose: String,
    pub(crate) probe: String,
    pub(crate) target: Option<String>,
    pub(crate) rustup: String,
    pub(crate) debian: String,
    pub(crate) required: bool,
    /// Whether no command installs it.
    pub(crate) by_hand: bool,
}

/// Succeeds if rustc has libraries for a target: `libraries TARGET [TOOLCHAIN]`.
const LIBRARIES: &str =
    "libraries() { ls \"$(${2:+rustup run $2} rustc --print target-libdir --target $1)\"/*.rlib; }\n";

/// All requirements, in the order of the file.
pub(crate) fn all() -> Result<Vec<Requirement>> {
    #[derive(Deserialize)]
    struct File {
        all: Vec<Requirement>,
    }
    let text = include_str!("requirements.toml").replace("{oldest}", OLDEST);
    let text = text.replace("{oldest-for-avx512}", OLDEST_FOR_AVX512).replace("{others}", &targets::names());
    let mut all = toml::from_str::<File>(&text).context("requirements.toml")?.all;
    for requirement in &mut all {
        if let Some(target) = &requirement.target {
            requirement.rustup = format!("target add {target}");
        }
    }
    Ok(all)
}

/// What this machine lacks for a row of `cargo xtask cross`, and how to install it.
pub(crate) fn missing(row: &str) -> Result<Option<String>> {
    let is_for = |one: &Requirement| one.purpose.split(' ').any(|purpose| row.starts_with(purpose));
    let mut all = all()?.into_iter().filter(is_for);
    let missing = all.find(|one| !one.is_there());
    Ok(missing.map(|Requirement { rustup, debian, .. }| {
        let rustup = if rustup.is_empty() { rustup } else { format!("`rustup {rustup}`, or ") };
        format!("needs {rustup}on Debian: {debian}")
    }))
}

impl Requirement {
    /// One that is there if a command for sh succeeds.
    pub(crate) fn package(name: &str) -> Self {
        let (purpose, debian) = (name.to_owned(), name.to_owned());
        Self { purpose, debian, probe: format!("dpkg -s {name}"), ..Self::default() }
    }

    /// Whether it is installed.
    pub(crate) fn is_there(&self) -> bool {
        if let Some(target) = &self.target {
            return Toolchain::find(target).is_some();
        }
        let mut sh = Command::new("sh");
        sh.arg("-c").arg(format!("{LIBRARIES}{}", self.probe));
        sh.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        sh.status().is_ok_and(|status| status.success())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_can_be_probed_and_installed() {
        for one in all().unwrap() {
            assert!(!one.rustup.is_empty() || !one.debian.is_empty(), "{one:?}");
            assert_eq!(one.probe.is_empty(), one.target.is_some(), "{one:?}");
        }
        let probe = |probe: &str| Requirement { probe: probe.to_owned(), ..Requirement::default() };
        assert!(probe("libraries $(rustc -vV | sed -n 's/^host: //p')").is_there());
        assert!(!probe("libraries no-such-target").is_there());
    }
}
