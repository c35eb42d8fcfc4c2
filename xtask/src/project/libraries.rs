//! The packages of the product, and their roles, derived from the manifests.

use std::collections::BTreeSet;

use anyhow::Result;
use cargo_metadata::{Dependency, DependencyKind, Package};

use super::workspace::Workspace;

/// The crate that users depend on.
pub(crate) const FACADE: &str = "placemat";
/// The crate that every backend implements.
pub(crate) const CORE: &str = "placemat-core";
/// The backend that runs everywhere, and code for the other portable one.
pub(crate) const SCALAR: &str = "placemat-scalar";
/// The crate that vector backends are built on.
pub(crate) const SIMD: &str = "placemat-simd";
/// The older and related forms, independent of the facade.
pub(crate) const LEGACY: &str = "placemat-legacy";
/// The replacement for simdutf8, which the benches have as a peer.
pub(crate) const DROP_IN: &str = "simdutf8";

/// A crate with backends: a direct dependency of the facade that is in `crates/`, other than [`CORE`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BackendCrate {
    pub(crate) name: String,
    /// The architectures that it supports, outside of which it is an empty library; empty if it is portable.
    pub(crate) architectures: Vec<String>,
}

impl BackendCrate {
    /// Whether it is specific to this architecture.
    pub(crate) fn is_of(&self, arch: &str) -> bool {
        self.architectures.iter().any(|of| of == arch)
    }
}

impl Workspace {
    /// The crates with backends, by name.
    pub(crate) fn backend_crates(&self) -> Result<Vec<BackendCrate>> {
        Ok(backend_crates(self.package(FACADE)?))
    }

    /// The drop-in for simdutf8, as an argument of cargo's `-p`: another package has the same name.
    pub(crate) fn drop_in(&self) -> Result<String> {
        Ok(format!("{DROP_IN}@{}", self.package(DROP_IN)?.version))
    }

    /// The members that the facade consists of, besides itself, by name.
    pub(crate) fn libraries(&self) -> Vec<&str> {
        reached(&self.packages, FACADE).into_iter().collect()
    }
}

/// Whether a line of a dependency table names a crate of the product as a dependency of the library, not only of its
/// tests.
fn is_inside(dependency: &Dependency) -> bool {
    let folder = dependency.path.as_ref().and_then(|path| path.parent()?.file_name());
    folder == Some("crates") && dependency.kind != DependencyKind::Development
}

pub(crate) fn backend_crates(facade: &Package) -> Vec<BackendCrate> {
    let backends = facade.dependencies.iter().filter(|dep| is_inside(dep) && dep.name != CORE);
    let mut backends: Vec<_> = backends
        .map(|dep| BackendCrate { name: dep.name.clone(), architectures: architectures(dep) })
        .collect();
    backends.sort_by(|a, b| a.name.cmp(&b.name));
    backends
}

/// The architectures of a dependency for `cfg(target_arch = "A")`, or for any of several.
fn architectures(dependency: &Dependency) -> Vec<String> {
    let condition = dependency.target.as_ref().map(ToString::to_string).unwrap_or_default();
    let named = condition.split("target_arch = \"").skip(1);
    named.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

fn reached<'a>(packages: &'a [Package], from: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut next = vec![from];
    while let Some(name) = next.pop() {
        let package = packages.iter().find(|package| *package.name == name);
        for dependency in package.into_iter().flat_map(|package| &package.dependencies) {
            if is_inside(dependency) && reached.insert(dependency.name.as_str()) {
                next.push(&dependency.name);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::workspace::fake;

    fn packages() -> Vec<Package> {
        let package = |name, dependencies| {
            let mut package = fake::package(name, &[]);
            package.dependencies = dependencies;
            package
        };
        let plain = |name| fake::dependency(name, None, None);
        let x86 = "cfg(any(target_arch = \"x86\", target_arch = \"x86_64\"))";
        let x86 = fake::dependency("placemat-x86", None, Some(x86));
        let suite = fake::dependency("placemat-conformance", Some("dev"), None);
        vec![
            package(FACADE, vec![plain(CORE), plain("placemat-dfa"), x86, plain("cfg-if"), suite]),
            package("placemat-x86", vec![plain(SIMD), plain(CORE)]),
        ]
    }

    #[test]
    fn backends_are_what_the_facade_depends_on() {
        let packages = packages();
        let found = backend_crates(&packages[0]);
        let found: Vec<_> =
            found.iter().map(|found| (found.name.as_str(), found.architectures.join(" "))).collect();
        assert_eq!(found, [("placemat-dfa", String::new()), ("placemat-x86", "x86 x86_64".to_owned())]);
    }
}
