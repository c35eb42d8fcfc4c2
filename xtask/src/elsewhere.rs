//! The vector backends of other architectures. On this machine's they are empty libraries, of which no compiler can say
//! anything; so they are compiled for a target of theirs, where that is installed.

use std::env;

use anyhow::Result;

use crate::{call::Call, setup::has_target, step::Log, workspace::Workspace};

/// A backend, and where it is not empty.
pub(crate) struct Elsewhere {
    pub(crate) package: &'static str,
    pub(crate) arch: &'static str,
    pub(crate) target: &'static str,
    /// What rustc has to be told there.
    pub(crate) flags: &'static str,
}

const EVERY: [Elsewhere; 3] = [
    Elsewhere { package: "placemat-x86", arch: "x86_64", target: "x86_64-unknown-linux-gnu", flags: "" },
    Elsewhere { package: "placemat-neon", arch: "aarch64", target: "aarch64-unknown-linux-gnu", flags: "" },
    Elsewhere {
        package: "placemat-wasm",
        arch: "wasm32",
        target: "wasm32-wasip1",
        flags: "-C target-feature=+simd128",
    },
];

/// Those that are not of this machine's architecture.
pub(crate) fn all() -> impl Iterator<Item = &'static Elsewhere> {
    EVERY.iter().filter(|there| there.arch != env::consts::ARCH)
}

/// Their targets, as rustup takes them.
pub(crate) fn targets() -> String {
    all().map(|there| there.target).collect::<Vec<_>>().join(",")
}

impl Elsewhere {
    /// What is missing to compile it, if anything is; with this toolchain, or with the one that compiles xtask.
    pub(crate) fn missing(&self, toolchain: Option<&str>) -> Option<String> {
        let Self { package, target, .. } = self;
        let of = toolchain.map(|toolchain| format!("--toolchain {toolchain} ")).unwrap_or_default();
        (!has_target(toolchain, target))
            .then(|| format!("{package}: not run: needs `rustup target add {of}{target}`"))
    }
}

/// Runs `cargo ARGS` for the facade and each of the backends, as `call` makes it of the arguments; what there is to note.
pub(crate) fn each(
    workspace: &Workspace,
    log: &mut Log,
    toolchain: Option<&str>,
    call: impl Fn(&str) -> Call,
) -> Result<String> {
    let mut notes = Vec::new();
    for there in all() {
        let Elsewhere { package, target, flags, .. } = there;
        if let Some(missing) = there.missing(toolchain) {
            notes.push(missing);
            continue;
        }
        let call = call(&format!("-p placemat -p {package} --target {target}"));
        log.call(&call.flags(flags, &workspace.own_dir("elsewhere")))?;
        notes.push(format!("{package} for {target}"));
    }
    Ok(notes.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::LIBRARIES;

    #[test]
    fn they_are_libraries_of_other_architectures() {
        assert!(all().all(|there| LIBRARIES.contains(&there.package) && there.arch != env::consts::ARCH));
        assert!(all().count() + 1 >= EVERY.len());
    }

    #[test]
    fn what_is_missing_is_said_with_the_remedy() {
        let nowhere = Elsewhere { package: "p", arch: "a", target: "no-such-target-anywhere", flags: "" };
        assert_eq!(
            nowhere.missing(None).unwrap(),
            "p: not run: needs `rustup target add no-such-target-anywhere`"
        );
        let with = nowhere.missing(Some("1.0")).unwrap();
        assert!(with.ends_with("add --toolchain 1.0 no-such-target-anywhere`"), "{with}");
    }
}
