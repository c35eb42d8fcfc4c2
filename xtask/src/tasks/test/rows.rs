//! The steps of `cargo xtask test`, as data.

use cargo_metadata::Package;

use super::{adding, book, builds, clippy, fixed, fixed_tests, msrv, no_std, package, snippets, transcripts};
use crate::project::cargo::{OPTIMISED, PROGRAM};
use crate::project::libraries::{FACADE, LEGACY};
use crate::project::selection::{OF_THE_BUILD, conformance, tests};
use crate::project::workspace::Workspace;
use crate::runner::call::Call;
use crate::runner::step::{Sharing, Step};
use crate::tasks::certify::{self, CERTIFICATES};
use crate::tasks::{bench, fuzz, scripts, tidy, vectors};

/// The test of the mutants: optimisation does not affect which of them survive.
const MUTANTS: &str = "mutants";

/// The most informative steps for this machine, the fastest first.
pub(crate) fn first(workspace: &Workspace) -> Vec<Step> {
    vec![
        Step::new("tidy", "who imports whom, what a backend touches, the files", tidy::step)
            .sharing(Sharing::Machine),
        scripts::step(
            "mutations", "every edit of `mutate` fits its file", "xtask/src/tasks/mutate/mutate.py",
            "--check",
        )
        .sharing(Sharing::Own)
        .optional(),
        Step::calls("format", "rustfmt has nothing to change", [Call::cargo("fmt --all --check")]),
        Step::calls("test", "unit and integration tests", [Call::tests(&tests(workspace, PROGRAM))]),
        Step::calls("conformance", "the oracle, the suite on every backend, the bookkeeping", {
            [Call::tests(&conformance(workspace, PROGRAM, |test| {
                test != MUTANTS && !CERTIFICATES.contains(&test)
            }))]
        }),
        Step::calls("program", "the program of the conformance package, and adapters that behave badly", {
            let program = "--bin placemat-conformance --test program";
            [Call::tests(&format!("test --workspace {PROGRAM} {program}"))]
        }),
        Step::calls("doc", "the examples in the documentation", {
            [Call::tests(&format!("test --workspace {PROGRAM} --doc"))]
        }),
        Step::new("snippets", "the Rust of the book and of README compiles and runs", snippets::step)
            .sharing(Sharing::Shared("scratch-target")),
        Step::new("transcripts", "the commands that they show print what they show", transcripts::step),
        Step::new("clippy", "rustc and clippy without a warning", clippy::step),
    ]
}

/// The proofs in optimised builds, and the libraries in the builds that users choose.
pub(crate) fn proofs(workspace: &Workspace) -> Vec<Step> {
    let mut steps = vec![
        Step::new("clippy-elsewhere", "the same, for other targets and without features", clippy::elsewhere),
        Step::new("certify", "the certificates of the vector kernels", certify::step),
        Step::new("vectors", "the vectors are what the grammars make, and kill every mutant", vectors::step),
        scripts::step("asm", "the instructions of the vector kernels", ".ci/asm.py", "").optional(),
        Step::new("no-std", "no crate of the library pulls std in", no_std::on_this_target)
            .sharing(Sharing::Shared("scratch-target")),
        Step::new("no-std-target", "builds for a target that has no std", no_std::on_bare_target)
            .sharing(Sharing::Shared("scratch-target"))
            .optional(),
    ];
    let facade = workspace.packages.iter().find(|package| *package.name == FACADE);
    steps.extend(facade.map(feature_sets).unwrap_or_default().iter().map(with_features));
    steps.push(Step::calls("features-legacy", "the older forms with fewer Cargo features", {
        ["", "alloc"].map(|features| {
            Call::tests(&format!("test -p {LEGACY} --no-default-features --features={features}"))
                .unoptimised()
        })
    }));
    steps.extend(workspace.drop_in().ok().map(|drop_in| {
        Step::calls("features-simdutf8", "check the drop-in with these Cargo features", {
            ["", "std", "public_imp", "public_imp,aarch64_neon", "hints,aarch64_neon_prefetch"].map(
                |features| {
                    Call::cargo(&format!(
                        "check -p {drop_in} --lib --no-default-features --features={features}"
                    ))
                },
            )
        })
    }));
    steps.push(Step::calls("rustdoc", "the reference without a warning", {
        // Without the command, which has the library's name: their pages would overwrite each other.
        let doc = "doc --workspace --exclude placemat-cli --features placemat/dfa --no-deps";
        [Call::cargo(doc).env("RUSTDOCFLAGS", "-D warnings")]
    }));
    steps
}

/// What optimised and other builds of the same tests add.
pub(crate) fn other_builds(workspace: &Workspace) -> Vec<Step> {
    vec![
        Step::calls("conformance-release", "the same in full, and the mutants, without the certificates", {
            [Call::tests(&conformance(workspace, OPTIMISED, |test| !CERTIFICATES.contains(&test)))]
        }),
        Step::new("suite-asan", "the suite under AddressSanitizer", builds::asan)
            .sharing(Sharing::Shared("builds"))
            .optional(),
        Step::calls("test-release", "the same, optimised, without those of xtask", {
            [Call::tests(&tests(workspace, &format!("{OPTIMISED} --exclude xtask")))]
        }),
        Step::new("suite-debug", "the suite in a build without optimisation", builds::debug)
            .sharing(Sharing::Shared("builds")),
        scripts::step("cost", "the crates, lines and unsafe blocks of a dependency", ".ci/cost.py", ""),
        scripts::step("size", "what a program grows by that validates", ".ci/size.py", "--step")
            .sharing(Sharing::Own)
            .optional(),
    ]
}

/// The other steps for this machine: other builds, other tools, packages for other languages.
pub(crate) fn then() -> Vec<Step> {
    vec![
        scripts::step(
            "other-languages",
            "adapters of the languages that are here, with the smoke set",
            "conformance/adapters/run.py",
            "--fast",
        )
        // It builds the program with the features of the steps before it, so no other step replaces it.
        .sharing(Sharing::Own)
        .optional(),
        Step::new("msrv", "the libraries with the oldest supported compiler", msrv::step)
            .sharing(Sharing::Own)
            .optional(),
        Step::new("benches", "each contender once, without timing", bench::step),
        Step::new("fuzz-seeds", "what the fuzz targets check, on their seeds", fuzz::step),
        scripts::step(
            "capi",
            "the library for C and C++, linked in every way",
            "crates/placemat-capi/test.sh",
            "",
        )
        .optional(),
        scripts::step(
            "js",
            "the package for JavaScript, packed, installed and tested",
            "bindings/js/test.sh",
            "--package",
        )
        .optional()
        .sharing(Sharing::Own),
        Step::calls("bindings-python", "the package for Python compiles", {
            let python =
                "--locked --manifest-path bindings/python/Cargo.toml --target-dir target/xtask/python";
            [Call::cargo(&format!("check {python}"))]
        })
        .sharing(Sharing::Own),
        Step::new("fixed-choice", "which flags fix the backend, and which are refused", fixed::step)
            .sharing(Sharing::Shared("fixed")),
        Step::new("fixed-portable", "the facade, each portable backend fixed", fixed_tests::portable)
            .sharing(Sharing::Shared("fixed")),
        Step::new("fixed-native", "the facade in a build for this processor", fixed_tests::native)
            .sharing(Sharing::Shared("fixed")),
        Step::new("adding", "a backend, added as the book says, passes the suite", adding::step)
            .sharing(Sharing::Shared("fixed")),
        Step::new("suite-size", "the suite in a build for size, and for x86-64-v2", builds::size)
            .sharing(Sharing::Shared("builds")),
        Step::new(
            "suite-native",
            "the suite with fat link-time optimisation, for this processor",
            builds::native,
        )
        .sharing(Sharing::Shared("builds")),
        Step::calls("build", "all members without what only tests need", {
            // Only checked: the tests compile the same code.
            [Call::cargo("check --workspace")]
        }),
        Step::new("package", "every package builds from what would be published", package::step),
        scripts::step(
            "static",
            "the command, linked statically, runs without anything else",
            ".ci/static.sh",
            "",
        )
        .sharing(Sharing::Own)
        .optional(),
        scripts::step("miri", "the facade's unit tests and examples under Miri", ".ci/miri.sh", "")
            .sharing(Sharing::Own)
            .optional(),
        scripts::step("api", "the public API is the committed one", ".ci/api.sh", "")
            .sharing(Sharing::Shared("tools"))
            .optional(),
        scripts::step("lint", "links between pages, and the workflows", ".ci/lint.sh", "")
            .sharing(Sharing::Own)
            .optional(),
        Step::new("book", "the book without a warning", book::step).sharing(Sharing::Shared("tools")),
        scripts::step(
            "deny",
            "licences, bans and sources of the dependencies",
            ".ci/deny.sh",
            "licenses bans sources",
        )
        .sharing(Sharing::Shared("tools")),
        scripts::step("advisories", "known vulnerabilities of the dependencies", ".ci/deny.sh", "advisories")
            .sharing(Sharing::Shared("tools"))
            .optional(),
    ]
}

fn with_features(set: &Vec<String>) -> Step {
    let features = set.join(",");
    let cargo = |command: &str, rest: &str| {
        format!("{command} -p {FACADE} --no-default-features --features={features} {rest}")
    };
    let name = match set.as_slice() {
        [] => "none",
        [one] => one,
        _ => "all",
    };
    Step::calls(format!("features-{name}"), "the facade with these Cargo features", {
        [
            Call::tests(&cargo("test", OF_THE_BUILD)).unoptimised(),
            Call::tests(&cargo("test", "--doc")).unoptimised(),
        ]
    })
}

/// The sets of the facade's Cargo features to test: none, each alone, and all.
fn feature_sets(facade: &Package) -> Vec<Vec<String>> {
    let known = facade.features.keys().filter(|feature| *feature != "default");
    let all: Vec<String> = known.cloned().collect();
    let alone = all.iter().map(|feature| vec![feature.clone()]);
    std::iter::once(Vec::new()).chain(alone).chain([all.clone()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::workspace::fake;

    fn facade() -> Package {
        let features = ["default", "std", "alloc", "dfa", "warp"];
        let mut facade = fake::package(FACADE, &[]);
        facade.features = features.map(|name| (name.to_owned(), Vec::new())).into();
        facade
    }

    #[test]
    fn names_are_unique_and_can_be_typed() {
        let workspace = fake::workspace(vec![facade()]);
        let steps =
            [first(&workspace), proofs(&workspace), other_builds(&workspace), then()].into_iter().flatten();
        let steps: Vec<_> = steps.collect();
        let mut names: Vec<_> = steps.iter().map(|step| step.name.as_str()).collect();
        let typable = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        assert!(names.iter().all(|name| name.bytes().all(typable)), "{names:?}");
        assert!(names.contains(&"features-none") && names.contains(&"features-warp"), "{names:?}");
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }

    #[test]
    fn every_feature_is_tested_alone_and_all_are_tested_together() {
        let sets: Vec<_> = feature_sets(&facade()).iter().map(|set| set.join(",")).collect();
        for expected in ["", "std", "alloc", "dfa", "warp", "alloc,dfa,std,warp"] {
            assert!(sets.iter().any(|set| set == expected), "{expected}: {sets:?}");
        }
    }
}
