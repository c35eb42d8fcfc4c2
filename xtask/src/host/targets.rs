//! Targets of the architectures that have backends. On other architectures these backends are empty libraries, which
//! a compiler cannot check; so they are compiled for these targets, if installed.

use std::{env, path::Path};

use anyhow::{Context, Result};

use super::probe::output;

/// A target that represents its architecture.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) arch: &'static str,
    pub(crate) triple: &'static str,
    /// The rustc flags for the backends.
    pub(crate) flags: &'static str,
}

const TARGETS: [Target; 5] = [
    Target { arch: "x86_64", triple: "x86_64-unknown-linux-gnu", flags: "" },
    Target { arch: "x86", triple: "i686-unknown-linux-gnu", flags: "" },
    Target { arch: "aarch64", triple: "aarch64-unknown-linux-gnu", flags: "" },
    Target { arch: "riscv64", triple: "riscv64gc-unknown-linux-gnu", flags: "" },
    Target { arch: "wasm32", triple: "wasm32-wasip1", flags: "-C target-feature=+simd128" },
];

/// A target without std.
pub(crate) const BARE: &str = "thumbv7em-none-eabi";

/// The default target of rustc.
pub(crate) fn host() -> Result<String> {
    let text = output("rustc", &["-vV"]).context("`rustc -vV` says what it compiles for")?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` names no host")?.to_owned())
}

/// The targets with another architecture than this machine's.
pub(crate) fn others() -> impl Iterator<Item = &'static Target> {
    TARGETS.iter().filter(|target| target.arch != env::consts::ARCH)
}

/// Their names, as arguments for rustup.
pub(crate) fn names() -> String {
    others().map(|target| target.triple).collect::<Vec<_>>().join(" ")
}

impl Target {
    /// What is missing to compile for it, if anything: with this toolchain, or with the one that compiles xtask.
    pub(crate) fn missing(&self, toolchain: Option<&str>) -> Option<String> {
        let Self { triple, .. } = self;
        let of = toolchain.map(|toolchain| format!("--toolchain {toolchain} ")).unwrap_or_default();
        (!has_target(toolchain, triple))
            .then(|| format!("{triple}: not run: needs `rustup target add {of}{triple}`"))
    }
}

/// Whether rustc has at least `core` for this target: the rustc of this toolchain, or the one that compiles xtask.
pub(crate) fn has_target(toolchain: Option<&str>, target: &str) -> bool {
    match toolchain {
        Some(toolchain) => has_libdir(&format!("rustup run {toolchain} rustc"), target),
        None => has_libdir("rustc", target),
    }
}

/// The same for any rustc command; its words are separated by single spaces.
pub(crate) fn has_libdir(rustc: &str, target: &str) -> bool {
    let mut words: Vec<_> = rustc.split(' ').collect();
    words.extend(["--print", "target-libdir", "--target", target]);
    // The directory may exist and be empty.
    output(words[0], &words[1..])
        .is_some_and(|dir| Path::new(&dir).read_dir().is_ok_and(|mut files| files.next().is_some()))
}
