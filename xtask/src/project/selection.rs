//! The cargo commands that run the workspace's tests.
//!
//! They select tests by name, not by package: cargo compiles dependencies with the features that the selected
//! packages request, so every other selection of packages would recompile them.

use cargo_metadata::{Package, TargetKind};

use super::libraries::{FACADE, LEGACY, SIMD};
use super::workspace::{Workspace, targets};

/// The packages whose integration tests use the oracle, the suite and the certificate.
const CONFORMANCE: [&str; 4] = ["placemat-conformance", FACADE, SIMD, LEGACY];

/// The tests of the facade that depend on its Cargo features, or on a fixed backend; without documentation tests.
pub(crate) const OF_THE_BUILD: &str =
    "--lib --examples --test dispatch --test links_conversion --test links_validation";

/// Runs all unit tests, and the integration tests of the other packages.
pub(crate) fn tests(workspace: &Workspace, options: &str) -> String {
    let names = workspace.packages.iter().filter(|package| !is_conformance(package));
    select(&format!("test --workspace {options} --lib --bins"), names.flat_map(integration_tests))
}

/// Runs the integration tests of these packages that match `filter`.
pub(crate) fn conformance(workspace: &Workspace, options: &str, filter: fn(&str) -> bool) -> String {
    let packages = workspace.packages.iter().filter(|package| is_conformance(package));
    let names = packages.flat_map(integration_tests).filter(|name| filter(name));
    select(&format!("test --workspace {options}"), names) + " -- --show-output"
}

fn is_conformance(package: &Package) -> bool {
    CONFORMANCE.contains(&package.name.as_str())
}

fn integration_tests(package: &Package) -> impl Iterator<Item = &str> {
    targets(package, TargetKind::Test)
}

fn select<'a>(command: &str, tests: impl Iterator<Item = &'a str>) -> String {
    tests.fold(command.to_owned(), |command, test| format!("{command} --test {test}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::workspace::fake::{package, workspace};

    #[test]
    fn every_test_is_selected_once() {
        let mut facade = package(FACADE, &[("test", "codec"), ("test", "dispatch")]);
        facade.targets[0].required_features = vec!["tokio".to_owned()];
        let workspace = workspace(vec![
            facade,
            package("placemat-cli", &[("bin", "placemat"), ("test", "command")]),
            package(CONFORMANCE[0], &[("test", "oracle")]),
        ]);
        assert_eq!(tests(&workspace, ""), "test --workspace  --lib --bins --test command");
        let selected = |filter| conformance(&workspace, "", filter);
        assert_eq!(selected(|_| true), "test --workspace  --test dispatch --test oracle -- --show-output");
        assert_eq!(selected(|test| test == "oracle"), "test --workspace  --test oracle -- --show-output");
    }
}
