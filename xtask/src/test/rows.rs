//! The steps of `cargo xtask test`, as data.

use crate::{
    asm, bench, book, builds,
    call::Call,
    certify, clippy, deny, fixed, fuzz, model, msrv, scratch,
    step::{
        Need::{self, Optional, Required},
        Step, Work,
    },
    tidy, transcript,
    workspace::{Package, Workspace},
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

/// Builds whose flags say, or do not, which backend judges: the facade's tests, and the suite through the facade.
/// Where the flags change the code of the kernels, the suite on every backend as well (for this processor, that is the
/// step `suite-native`). What the flags fix is for `fixed-choice` to see.
const FIXED: [Fixed; 4] = [
    Fixed { name: "fixed-scalar", flags: "--cfg placemat_backend=\"scalar\"", kernels: false },
    Fixed { name: "fixed-dfa", flags: "--cfg placemat_backend=\"dfa\"", kernels: false },
    Fixed { name: "fixed-native", flags: "-C target-cpu=native", kernels: false },
    Fixed { name: "fixed-v2", flags: "-C target-cpu=x86-64-v2", kernels: true },
];

struct Fixed {
    name: &'static str,
    flags: &'static str,
    /// Whether the kernels are compiled for another processor.
    kernels: bool,
}

/// The test of the conformance package that is the certificate.
const CERTIFICATE: &str = "certificate";

/// The steps that test this machine, the quick and telling ones first.
pub(crate) fn host(workspace: &Workspace) -> Vec<Step> {
    let mut steps = vec![
        own("tidy", "who imports whom, the budget, the files", Required, tidy::step),
        calls("format", "rustfmt has nothing to say", [Call::cargo("fmt --all --check")]),
        own("clippy", "rustc and clippy without a warning", Required, clippy::step),
        calls("build", "all members, and the command as it is shipped", {
            [Call::cargo("build --workspace"), Call::cargo("build --release -p placemat-cli")]
        }),
        calls("test", "unit and integration tests", [Call::tests(&tests(workspace, ""))]),
        calls("test-release", "the same, optimised, but for xtask", {
            [Call::tests(&tests(workspace, "--release --exclude xtask")).without_lto()]
        }),
        calls("conformance", "the oracle, the suite on every backend, the mutants, the bookkeeping", {
            [Call::tests(&conformance(workspace, "", |_| true))]
        }),
        calls("conformance-release", "the same in full, but for the certificate", {
            [Call::tests(&conformance(workspace, "--release", |test| test != CERTIFICATE)).without_lto()]
        }),
        calls("doc", "the examples in the documentation", [Call::tests("test --workspace --doc")]),
        calls("doc-release", "the same, optimised", {
            [Call::tests("test --workspace --exclude xtask --release --doc").without_lto()]
        }),
        own("certify", "the certificate of the vector kernels, in full", Required, certify::step),
    ];
    steps.push(own("asm", "the instructions of the vector kernels", Optional, asm::step));
    steps.push(own("model", "the steps of NEON in a model, beside a peer", Optional, model::step));
    steps.push(own("benches", "each benchmark once, without timing", Required, bench::step));
    steps.push(own("fuzz-seeds", "what the fuzz targets check, on their seeds", Required, fuzz::step));
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
    steps.push(own(
        "fixed-choice",
        "what flags fix the backend, and which are refused",
        Required,
        fixed::step,
    ));
    steps.extend(FIXED.map(|build| build.step(workspace)));
    steps.extend([
        own("suite-size", "the suite in a build for size", Required, builds::size),
        own("suite-lto", "the suite with fat link-time optimisation", Required, builds::lto),
        own("suite-native", "the suite in a build for this processor", Required, builds::native),
        own("suite-asan", "the suite under AddressSanitizer", Optional, builds::asan),
    ]);
    steps.extend([
        calls("rustdoc", "the reference without a warning", {
            // Without the command, whose name is the library's: their pages would overwrite each other.
            let doc = "doc --workspace --exclude placemat-cli --features placemat/dfa --no-deps";
            [Call::cargo(doc).env("RUSTDOCFLAGS", "-D warnings")]
        }),
        own("book", "the book without a warning", Required, book::step),
        own("snippets", "the Rust of the book and of README compiles and runs", Required, scratch::snippets),
        own("transcripts", "the commands that they show print what they show", Required, transcript::step),
        own("msrv", "the libraries with the oldest supported compiler", Optional, msrv::step),
        own("deny", "licences, bans and sources of the dependencies", Required, deny::step),
        own("advisories", "known vulnerabilities of the dependencies", Optional, deny::advisories),
    ]);
    steps
}

impl Fixed {
    fn step(self, workspace: &Workspace) -> Step {
        const ABOUT: &str = "the facade and the suite in a build with flags";
        let Self { name, flags, kernels } = self;
        if flags.contains("x86-64") && !cfg!(target_arch = "x86_64") {
            let work = Work::NotHere("this machine is no x86-64");
            return Step { name, about: ABOUT, need: Optional, work };
        }
        let target = workspace.own_dir("fixed");
        let every_backend = if kernels { " --test backends" } else { "" };
        calls(name, ABOUT, {
            [
                "test -p placemat --no-default-features --features=std,dfa --tests".to_owned(),
                format!("test -p placemat-conformance --test facade{every_backend} -- --show-output"),
            ]
            .map(|test| Call::tests(&test).flags(flags, &target))
        })
    }
}

/// The command that runs the tests of all packages but those that belong to `conformance`.
///
/// It selects by the names of the tests, not of the packages, since cargo compiles dependencies with the features
/// that the selected packages want, and every other selection would compile them once more.
pub(crate) fn tests(workspace: &Workspace, options: &str) -> String {
    let names =
        workspace.packages.iter().filter(|package| package.name != CONFORMANCE).flat_map(integration_tests);
    select(&format!("test --workspace {options} --lib --bins"), names)
}

/// The command that runs those tests of the conformance package that `filter` wants.
pub(crate) fn conformance(workspace: &Workspace, options: &str, filter: fn(&str) -> bool) -> String {
    let package = workspace.packages.iter().filter(|package| package.name == CONFORMANCE);
    let names = package.flat_map(integration_tests).filter(|name| filter(name));
    select(&format!("test --workspace {options}"), names) + " -- --show-output"
}

fn integration_tests(package: &Package) -> impl Iterator<Item = &str> {
    package.targets("test")
}

fn select<'a>(command: &str, tests: impl Iterator<Item = &'a str>) -> String {
    tests.fold(command.to_owned(), |command, test| format!("{command} --test {test}"))
}

const CONFORMANCE: &str = "placemat-conformance";

fn calls<const N: usize>(name: &'static str, about: &'static str, calls: [Call; N]) -> Step {
    Step { name, about, need: Required, work: Work::Calls(calls.into()) }
}

fn own(
    name: &'static str,
    about: &'static str,
    need: Need,
    function: fn(&Workspace, &mut crate::step::Log) -> anyhow::Result<crate::step::Outcome>,
) -> Step {
    Step { name, about, need, work: Work::Own(Box::new(function)) }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::workspace::Target;
    use crate::{cross, setup};

    #[test]
    fn every_test_is_selected_once() {
        let target = |kind: &str, name: &str| Target {
            kind: vec![kind.to_owned()],
            name: name.to_owned(),
            src_path: PathBuf::new(),
        };
        let package =
            |name: &str, targets| Package { name: name.to_owned(), dependencies: Vec::new(), targets };
        let packages = vec![
            package("placemat-cli", vec![target("bin", "placemat"), target("test", "command")]),
            package(CONFORMANCE, vec![target("test", "oracle"), target("test", CERTIFICATE)]),
        ];
        let workspace = Workspace { root: PathBuf::new(), target: PathBuf::new(), packages };
        assert_eq!(tests(&workspace, ""), "test --workspace  --lib --bins --test command");
        let selected = |filter| conformance(&workspace, "", filter);
        assert_eq!(selected(|_| true), "test --workspace  --test oracle --test certificate -- --show-output");
        assert_eq!(selected(|test| test != CERTIFICATE), "test --workspace  --test oracle -- --show-output");
    }

    #[test]
    fn names_are_unique_and_can_be_typed() {
        let workspace = Workspace { root: PathBuf::new(), target: PathBuf::new(), packages: Vec::new() };
        let mut names: Vec<_> = host(&workspace).iter().map(|step| step.name).collect();
        names.push(setup::as_step().name);
        names.extend(cross::steps().iter().map(|step| step.name));
        assert!(
            names
                .iter()
                .all(|name| name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'))
        );
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
