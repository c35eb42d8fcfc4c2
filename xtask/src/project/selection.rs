//! The cargo commands that run the workspace's tests.
//!
//! They select by the names of the tests, not of the packages: cargo compiles dependencies with the features
//! that the selected packages want, so every other selection of packages would compile them once more.

use cargo_metadata::{Package, TargetKind};

use super::workspace::{Workspace, targets};

/// The package with the suite and the certificate.
pub(crate) const CONFORMANCE: &str = "placemat-conformance";

/// Runs the tests of all packages but the conformance package.
pub(crate) fn tests(workspace: &Workspace, options: &str) -> String {
    let names = workspace.packages.iter().filter(|package| *package.name != CONFORMANCE);
    select(&format!("test --workspace {options} --lib --bins"), names.flat_map(integration_tests))
}

/// Runs those tests of the conformance package that `filter` wants.
pub(crate) fn conformance(workspace: &Workspace, options: &str, filter: fn(&str) -> bool) -> String {
    let package = workspace.packages.iter().filter(|package| *package.name == CONFORMANCE);
    let names = package.flat_map(integration_tests).filter(|name| filter(name));
    select(&format!("test --workspace {options}"), names) + " -- --show-output"
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
        let mut facade = package("placemat", &[("test", "codec"), ("test", "dispatch")]);
        facade.targets[0].required_features = vec!["tokio".to_owned()];
        let workspace = workspace(vec![
            facade,
            package("placemat-cli", &[("bin", "placemat"), ("test", "command")]),
            package(CONFORMANCE, &[("test", "oracle"), ("test", "certificate")]),
        ]);
        assert_eq!(tests(&workspace, ""), "test --workspace  --lib --bins --test dispatch --test command");
        let selected = |filter| conformance(&workspace, "", filter);
        assert_eq!(selected(|_| true), "test --workspace  --test oracle --test certificate -- --show-output");
        assert_eq!(selected(|test| test == "oracle"), "test --workspace  --test oracle -- --show-output");
    }
}
