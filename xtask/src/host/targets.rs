//! Targets of the architectures that backends are written for. On other architectures these backends are
//! empty libraries, of which a compiler can say nothing; so they are compiled for these targets, where they
//! are installed.

use std::{env, path::Path};

use anyhow::{Context, Result};

use super::probe::output;

/// A target that stands for its architecture.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) arch: &'static str,
    pub(crate) triple: &'static str,
    /// The flags with which rustc compiles the backends there.
    pub(crate) flags: &'static str,
}

const TARGETS: [Target; 4] = [
    Target { arch: "x86_64", triple: "x86_64-unknown-linux-gnu", flags: "" },
    Target { arch: "x86", triple: "i686-unknown-linux-gnu", flags: "" },
    Target { arch: "aarch64", triple: "aarch64-unknown-linux-gnu", flags: "" },
    Target { arch: "wasm32", triple: "wasm32-wasip1", flags: "-C target-feature=+simd128" },
];

/// The target whose programs are linked statically, of which the Dockerfile makes the command.
pub(crate) const STATIC: &str = "x86_64-unknown-linux-musl";

/// A target without std.
pub(crate) const BARE: &str = "thumbv7em-none-eabi";

/// The target that rustc compiles for if none is named.
pub(crate) fn host() -> Result<String> {
    let text = output("rustc", &["-vV"]).context("`rustc -vV` says what it compiles for")?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` names no host")?.to_owned())
}

/// The targets that are not of this machine's architecture.
pub(crate) fn others() -> impl Iterator<Item = &'static Target> {
    TARGETS.iter().filter(|target| target.arch != env::consts::ARCH)
}

/// Their names, as rustup takes them.
pub(crate) fn names() -> String {
    others().map(|target| target.triple).collect::<Vec<_>>().join(",")
}

impl Target {
    /// What is missing to compile for it, if anything is: with this toolchain, or with the one that compiles
    /// xtask.
    pub(crate) fn missing(&self, toolchain: Option<&str>) -> Option<String> {
        let Self { triple, .. } = self;
        let of = toolchain.map(|toolchain| format!("--toolchain {toolchain} ")).unwrap_or_default();
        (!has_target(toolchain, triple))
            .then(|| format!("{triple}: not run: needs `rustup target add {of}{triple}`"))
    }
}

/// Whether rustc has at least a `core` for this target: the rustc of this toolchain, or the one that compiles
/// xtask.
pub(crate) fn has_target(toolchain: Option<&str>, target: &str) -> bool {
    match toolchain {
        Some(toolchain) => has_libdir(&format!("rustup run {toolchain} rustc"), target),
        None => has_libdir("rustc", target),
    }
}

/// The same of any rustc; its words are separated by single spaces.
pub(crate) fn has_libdir(rustc: &str, target: &str) -> bool {
    let mut words: Vec<_> = rustc.split(' ').collect();
    words.extend(["--print", "target-libdir", "--target", target]);
    // The directory may exist and be empty.
    output(words[0], &words[1..])
        .is_some_and(|dir| Path::new(&dir).read_dir().is_ok_and(|mut files| files.next().is_some()))
}
