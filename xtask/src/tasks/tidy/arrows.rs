//! Which members may import which.

use cargo_metadata::{DependencyKind, Package};

use crate::project::libraries::{BackendCrate, CORE, DROP_IN, FACADE, LEGACY, SCALAR, SIMD, backend_crates};

/// The imports permitted to a member.
#[derive(Debug)]
struct Rule {
    /// In the library or the program itself, and in its build script.
    imports: Vec<String>,
    /// In its tests, examples and benches, in addition.
    tests_import: Vec<String>,
    /// In a program of the package, in addition: these dependencies are optional, so that the library is built
    /// without them.
    program_imports: Vec<String>,
}

/// The suite. A backend may use it for its own tests, like a backend from outside.
const SUITE: &str = "placemat-conformance";

/// The suite's cases, as data.
const VECTORS: &str = "placemat-vectors";

/// The rule for each member, from the bottom up. A member without a rule is a fault.
fn rule(package: &str, backends: &[BackendCrate]) -> Option<Rule> {
    let backend = backends.iter().find(|backend| backend.name == package);
    let backends: Vec<_> = backends.iter().map(|backend| backend.name.as_str()).collect();
    let rule = |imports: &[&str], tests_import: &[&str]| {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let program_imports = Vec::new();
        Some(Rule { imports: owned(imports), tests_import: owned(tests_import), program_imports })
    };
    let libraries = [&[FACADE, CORE, SIMD], &backends[..]].concat();
    match package {
        // The stable trait crate: no dependencies.
        CORE => rule(&[], &[]),
        // Its tests run its kernels in every backend, and through the facade.
        SIMD => rule(&[CORE], &[&[FACADE, SUITE], &backends[..]].concat()),
        // It has the code that the portable backends share.
        SCALAR => rule(&[CORE], &[SUITE]),
        // The facade imports the backends, but never the shared kernel.
        FACADE => rule(&[&[CORE], &backends[..]].concat(), &[SUITE]),
        "placemat-cli" => rule(&[FACADE, LEGACY], &[SUITE]),
        "placemat-tokio" | "utf-8" => rule(&[FACADE], &[SUITE]),
        // Exposes the facade to C.
        "placemat-capi" => rule(&[FACADE], &[]),
        // Core for the forms of sequences.
        LEGACY => rule(&[FACADE, CORE], &[SUITE]),
        // The library imports only core, so that an outside backend can use it; and never the product's tables:
        // product and oracle are two independent transcriptions of one grammar.
        SUITE => rule(&[CORE, VECTORS], &[])
            .map(|rule| Rule { program_imports: vec![FACADE.to_owned(), LEGACY.to_owned()], ..rule }),
        // The drop-in exposes kernels by name, and block by block.
        DROP_IN => rule(&libraries, &[SUITE]),
        "placemat-benches" => rule(&[&libraries[..], &["interleave"]].concat(), &[SUITE]),
        // They are data, a harness for any function, and a program that spawns cargo.
        VECTORS | "interleave" | "xtask" => rule(&[], &[]),
        _ => {
            let is_portable = backend?.architectures.is_empty();
            match package {
                // It compiles portable loops for a feature.
                "placemat-s390x" => rule(&[CORE, SCALAR], &[SUITE]),
                _ if is_portable => rule(&[CORE], &[SUITE]),
                _ => rule(&[CORE, SIMD], &[SUITE]),
            }
        }
    }
}

/// The imports that violate the rules.
pub(super) fn faults(packages: &[Package]) -> Vec<String> {
    let facade = packages.iter().find(|package| *package.name == FACADE);
    let backends = facade.map(backend_crates).unwrap_or_default();
    // A member with a rule of its own is no backend, even if the facade imports it.
    let backends: Vec<_> =
        backends.into_iter().filter(|b| b.name == SCALAR || rule(&b.name, &[]).is_none()).collect();
    let mut faults = Vec::new();
    for package in packages {
        let name = package.name.as_str();
        let Some(rule) = rule(name, &backends) else {
            faults.push(format!(
                "{name} has no rule in xtask/src/tasks/tidy/arrows.rs: which members may it import?"
            ));
            continue;
        };
        for dependency in &package.dependencies {
            let to = &dependency.name;
            // A package may depend on itself in its tests, to enable features.
            if dependency.path.is_none() || to == name {
                continue;
            }
            let for_tests = dependency.kind == DependencyKind::Development;
            let allowed = rule.imports.contains(to)
                || (for_tests && rule.tests_import.contains(to))
                || (dependency.optional && rule.program_imports.contains(to));
            if !allowed {
                let whose = if for_tests { "the tests of " } else { "" };
                faults.push(format!("{whose}{name} must not import {to} (xtask/src/tasks/tidy/arrows.rs)"));
            }
        }
        let is_normal = |kind| kind == DependencyKind::Normal;
        if name == CORE && package.dependencies.iter().any(|dependency| is_normal(dependency.kind)) {
            faults.push(format!("{CORE} must have no dependencies"));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::workspace::fake;

    /// The faults of one import, in a workspace whose facade has these backends and `placemat-dfa`.
    fn check(from: &str, to: &str, kind: Option<&str>, expected: &[&str]) {
        let mut facade = fake::package(FACADE, &[]);
        facade.dependencies =
            [CORE, "placemat-dfa", SCALAR].map(|name| fake::dependency(name, None, None)).into();
        let mut packages = vec![facade];
        if from != FACADE {
            packages.push(fake::package(from, &[]));
        }
        let last = packages.last_mut().unwrap();
        last.dependencies.push(fake::dependency(to, kind, None));
        let found = faults(&packages);
        assert_eq!(found.len(), expected.len(), "{from} -> {to}: {found:?}");
        for (fault, words) in found.iter().zip(expected) {
            assert!(fault.contains(words), "{fault}");
        }
    }

    #[test]
    fn an_import_that_runs_the_other_way_is_a_fault() {
        check(SIMD, SCALAR, None, &["placemat-simd must not import placemat-scalar"]);
        check("placemat-dfa", SCALAR, None, &["placemat-dfa must not import placemat-scalar"]);
        check("placemat-dfa", SIMD, None, &["placemat-dfa must not import placemat-simd"]);
        check(SCALAR, "placemat-dfa", None, &["placemat-scalar must not import placemat-dfa"]);
        check(SCALAR, FACADE, Some("dev"), &["the tests of placemat-scalar must not"]);
        check(SUITE, FACADE, None, &["must not import placemat "]);
        check(SUITE, FACADE, Some("dev"), &["the tests of placemat-conformance must not"]);
        check(SUITE, "placemat-dfa", Some("build"), &["must not import placemat-dfa"]);
        check("placemat-cli", CORE, None, &["must not import placemat-core"]);
        check("xtask", FACADE, None, &["xtask must not import placemat"]);
        check(FACADE, LEGACY, None, &["must not import placemat-legacy"]);
    }

    #[test]
    fn the_suite_and_the_shared_kernel_are_no_backends() {
        check(FACADE, SUITE, None, &["must not import placemat-conformance"]);
        check(FACADE, SIMD, None, &["must not import placemat-simd"]);
    }

    #[test]
    fn core_has_no_dependencies() {
        check(CORE, "cfg-if", None, &["must have no dependencies"]);
        check(CORE, "itertools", Some("dev"), &[]);
    }

    #[test]
    fn a_package_without_a_rule_is_a_fault() {
        check("placemat-quantum", CORE, None, &["has no rule"]);
    }
}
