//! Who may import whom.

use crate::workspace::Package;

/// What one member may import from the others.
struct Room {
    package: &'static str,
    /// In the library or the program itself, and in its build script.
    imports: &'static [&'static str],
    /// In its tests, examples and benches, in addition.
    tests_import: &'static [&'static str],
}

const fn room(
    package: &'static str,
    imports: &'static [&'static str],
    tests_import: &'static [&'static str],
) -> Room {
    Room { package, imports, tests_import }
}

/// The suite, which a backend may hold itself against, as an outside backend would.
const SUITE: &[&str] = &["placemat-conformance"];
const BACKENDS_AND_CORE: &[&str] =
    &["placemat-core", "placemat-scalar", "placemat-dfa", "placemat-x86", "placemat-neon", "placemat-wasm"];
const EVERY_LIBRARY: &[&str] = &[
    "placemat",
    "placemat-core",
    "placemat-simd",
    "placemat-scalar",
    "placemat-dfa",
    "placemat-x86",
    "placemat-neon",
    "placemat-wasm",
];

/// Every room of the house. A row may stand here before its package does; a package without a row is a fault.
const ROOMS: [Room; 12] = [
    // The stable trait crate: no dependency at all.
    room("placemat-core", &[], &[]),
    room("placemat-simd", &["placemat-core"], SUITE),
    room("placemat-scalar", &["placemat-core"], SUITE),
    room("placemat-dfa", &["placemat-core"], SUITE),
    room("placemat-x86", &["placemat-core", "placemat-simd"], SUITE),
    room("placemat-neon", &["placemat-core", "placemat-simd"], SUITE),
    room("placemat-wasm", &["placemat-core", "placemat-simd"], SUITE),
    // The facade knows the backends, never the kernel behind them.
    room("placemat", BACKENDS_AND_CORE, SUITE),
    room("placemat-cli", &["placemat"], SUITE),
    // The library imports core only, so that an outside backend can use it; and never the product's tables:
    // product and oracle are two independent transcriptions of one grammar.
    room("placemat-conformance", &["placemat-core"], EVERY_LIBRARY),
    room("placemat-benches", EVERY_LIBRARY, SUITE),
    // It spawns cargo.
    room("xtask", &[], &[]),
];

/// The arrows that are not in the plan.
pub(super) fn faults(packages: &[Package]) -> Vec<String> {
    let mut faults = Vec::new();
    for package in packages {
        let name = package.name.as_str();
        let Some(room) = ROOMS.iter().find(|room| room.package == name) else {
            faults
                .push(format!("{name} has no row in xtask/src/tidy/arrows.rs: which members may it import?"));
            continue;
        };
        for dependency in &package.dependencies {
            let to = dependency.name.as_str();
            let inside = dependency.path.is_some() || ROOMS.iter().any(|room| room.package == to);
            // A package may depend on itself in its tests, in order to set features.
            if !inside || to == name {
                continue;
            }
            let for_tests = dependency.kind.as_deref() == Some("dev");
            let allowed = room.imports.contains(&to) || (for_tests && room.tests_import.contains(&to));
            if !allowed {
                let whose = if for_tests { "the tests of " } else { "" };
                faults.push(format!("{whose}{name} must not import {to} (xtask/src/tidy/arrows.rs)"));
            }
        }
        if name == "placemat-core" && package.dependencies.iter().any(|dep| dep.kind.is_none()) {
            faults.push("placemat-core must have no dependencies".to_owned());
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::workspace::Dependency;

    fn check(from: &str, to: &str, kind: Option<&str>, expected: &[&str]) {
        let dependency = Dependency {
            name: to.to_owned(),
            kind: kind.map(str::to_owned),
            path: to.starts_with("placemat").then(|| PathBuf::from("somewhere")),
        };
        let package = Package { name: from.to_owned(), dependencies: vec![dependency], targets: Vec::new() };
        let found = faults(&[package]);
        assert_eq!(found.len(), expected.len(), "{from} -> {to}: {found:?}");
        for (fault, words) in found.iter().zip(expected) {
            assert!(fault.contains(words), "{fault}");
        }
    }

    #[test]
    fn the_plan_is_allowed() {
        check("placemat-scalar", "placemat-core", None, &[]);
        check("placemat-simd", "placemat-core", None, &[]);
        check("placemat", "placemat-dfa", None, &[]);
        check("placemat-cli", "placemat", None, &[]);
        check("placemat-conformance", "placemat-core", None, &[]);
        check("placemat-conformance", "placemat", Some("dev"), &[]);
        check("placemat-dfa", "placemat-conformance", Some("dev"), &[]);
        check("placemat-cli", "clap", None, &[]);
    }

    #[test]
    fn an_arrow_that_runs_the_other_way_is_a_fault() {
        check("placemat-simd", "placemat-scalar", None, &["placemat-simd must not import placemat-scalar"]);
        check("placemat-scalar", "placemat", Some("dev"), &["the tests of placemat-scalar must not"]);
        check("placemat-conformance", "placemat", None, &["must not import placemat "]);
        check("placemat-conformance", "placemat-dfa", Some("build"), &["must not import placemat-dfa"]);
        check("placemat", "placemat-conformance", None, &["must not import placemat-conformance"]);
        check("placemat-cli", "placemat-core", None, &["must not import placemat-core"]);
        check("xtask", "placemat", None, &["xtask must not import placemat"]);
    }

    #[test]
    fn core_has_no_dependencies() {
        check("placemat-core", "cfg-if", None, &["must have no dependencies"]);
        check("placemat-core", "proptest", Some("dev"), &[]);
    }

    #[test]
    fn a_package_without_a_room_is_a_fault() {
        check("placemat-quantum", "placemat-core", None, &["has no row"]);
    }

    #[test]
    fn rooms_name_rooms() {
        for room in &ROOMS {
            for name in room.imports.iter().chain(room.tests_import) {
                assert!(ROOMS.iter().any(|other| other.package == *name), "{name}");
            }
        }
    }
}
