//! The steps of `cargo xtask test`, as data.

use crate::{
    book,
    call::Call,
    certify, deny, scratch, setup,
    step::{
        Need::{self, Optional, Required},
        Step, Work,
    },
    tidy, transcript,
    workspace::Workspace,
};

/// Every subset of the facade's Cargo features. (`std` implies `alloc`; both spellings are built.)
const FEATURES: [(&str, &str); 8] = [
    ("features-none", ""),
    ("features-alloc", "alloc"),
    ("features-dfa", "dfa"),
    ("features-alloc-dfa", "alloc,dfa"),
    ("features-std", "std"),
    ("features-std-alloc", "std,alloc"),
    ("features-std-dfa", "std,dfa"),
    ("features-std-alloc-dfa", "std,alloc,dfa"),
];

/// The backends that a build can be fixed to, with the Cargo features that it then needs.
const FIXED: [(&str, &str, &str); 2] =
    [("fixed-scalar", "scalar", "std,dfa"), ("fixed-dfa", "dfa", "std,dfa")];

/// The step that a complete run begins with.
pub(super) fn setup() -> Step {
    own("setup", "the programs that the other steps need", Required, setup::step)
}

/// The steps that test this machine, the quick and telling ones first.
pub(super) fn host(workspace: &Workspace) -> Vec<Step> {
    let mut steps = vec![
        own("tidy", "who imports whom, the budget, the files", Required, tidy::step),
        calls("format", "rustfmt has nothing to say", [Call::cargo("fmt --all --check")]),
        calls("clippy", "rustc and clippy without a warning", {
            [
                Call::cargo("clippy --workspace --all-targets -- -D warnings"),
                Call::cargo("clippy -p placemat --all-targets --all-features -- -D warnings"),
                Call::cargo("clippy -p placemat --all-targets --no-default-features -- -D warnings"),
            ]
        }),
        calls("build", "all members, and the command as it is shipped", {
            [Call::cargo("build --workspace"), Call::cargo("build --release -p placemat-cli")]
        }),
        calls("test", "unit and conformance tests", [Call::tests("test --workspace --tests")]),
        calls("test-release", "the same, optimised", {
            // What `certify` runs is left to it.
            [Call::tests("test --workspace --release --tests -- --skip certified")]
        }),
        calls("doc", "the examples in the documentation", [Call::tests("test --workspace --doc")]),
        calls("doc-release", "the same, optimised", [Call::tests("test --workspace --release --doc")]),
        own("certify", "the certificate of the vector kernels", Required, certify::step),
    ];
    steps.extend(FEATURES.map(|(name, features)| {
        let with = |command: &str, rest: &str| {
            format!("{command} -p placemat --no-default-features --features={features} {rest}")
        };
        calls(name, "check and test the facade with these Cargo features", {
            [Call::cargo(&with("check", "--lib")), Call::tests(&with("test", ""))]
        })
    }));
    steps.push(own("no-std", "no crate of the library pulls std in", Required, scratch::no_std));
    steps.push(own("no-std-target", "builds for a target that has no std", Optional, scratch::no_std_target));
    steps.extend(FIXED.map(|(name, backend, features)| {
        let flags = format!("--cfg placemat_backend=\"{backend}\"");
        let target = workspace.own_dir(name);
        let test = format!("test -p placemat -p placemat-conformance --features=placemat/{} --tests", {
            features.replace(',', ",placemat/")
        });
        calls(name, "a build that fixes the backend", [Call::tests(&test).flags(&flags, &target)])
    }));
    steps.push(calls("fixed-without-feature", "fixing a backend that is not compiled in is refused", {
        let flags = "--cfg placemat_backend=\"dfa\"";
        let check = Call::cargo("check -p placemat").flags(flags, &workspace.own_dir("fixed-dfa"));
        [check.fails_with("needs the Cargo feature `dfa`")]
    }));
    steps.extend([
        calls("rustdoc", "the reference without a warning", {
            // Without the command, whose name is the library's: their pages would overwrite each other.
            let doc = "doc --workspace --exclude placemat-cli --features placemat/dfa --no-deps";
            [Call::cargo(doc).env("RUSTDOCFLAGS", "-D warnings")]
        }),
        own("book", "the book without a warning", Required, book::step),
        own("snippets", "the Rust of the book and of README compiles and runs", Required, scratch::snippets),
        own("transcripts", "the commands that they show print what they show", Required, transcript::step),
        own("msrv", "the libraries with the oldest supported compiler", Optional, setup::msrv),
        own("deny", "licences, bans and sources of the dependencies", Required, deny::step),
        own("advisories", "known vulnerabilities of the dependencies", Optional, deny::advisories),
    ]);
    steps
}

fn calls<const N: usize>(name: &'static str, about: &'static str, calls: [Call; N]) -> Step {
    Step { name, about, need: Required, work: Work::Calls(calls.into()) }
}

fn own(
    name: &'static str,
    about: &'static str,
    need: Need,
    function: fn(&Workspace, &mut crate::step::Log) -> anyhow::Result<crate::step::Outcome>,
) -> Step {
    Step { name, about, need, work: Work::Own(function) }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn names_are_unique_and_can_be_typed() {
        let workspace = Workspace { root: PathBuf::new(), target: PathBuf::new(), packages: Vec::new() };
        let mut names: Vec<_> = host(&workspace).iter().map(|step| step.name).collect();
        names.push(setup().name);
        assert!(names.iter().all(|name| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')));
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }

    #[test]
    fn features_are_the_powerset() {
        for subset in 0..8 {
            let wanted: Vec<_> = ["std", "alloc", "dfa"]
                .into_iter()
                .enumerate()
                .filter_map(|(i, feature)| (subset >> i & 1 == 1).then_some(feature))
                .collect();
            assert!(FEATURES.iter().any(|(_, features)| *features == wanted.join(",")), "{wanted:?}");
        }
    }
}
