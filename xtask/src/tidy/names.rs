//! The names of the backends: in the registry, among the values that `--cfg placemat_backend` may have, and in the
//! tables that people choose from.

use anyhow::Result;

use super::Report;
use crate::{number::number, workspace::Workspace};

const REGISTRY: &str = "crates/placemat/src/backend/registry.rs";
const PAGES: [&str; 2] = ["README.md", "docs/src/choosing.md"];

pub(super) fn judge(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let (rows, manifest) = (workspace.read(REGISTRY)?, workspace.read("Cargo.toml")?);
    let (known, declared) = (registry(&rows), declared(&manifest));
    report.faults(faults(&known, &declared));
    for page in PAGES {
        report.faults(undocumented(page, &workspace.read(page)?, &known));
    }
    report.remarks.push(number(known.len(), "backend"));
    Ok(())
}

/// The names that have no row in the page's table of backends, and the rows that have no backend.
fn undocumented(page: &str, text: &str, known: &[&str]) -> Vec<String> {
    let table = text.lines().skip_while(|line| !line.starts_with("| backend |")).skip(2);
    let rows: Vec<_> =
        table.map_while(|line| line.strip_prefix("| `")?.split_once("` |")).map(|(name, _)| name).collect();
    let missing = known.iter().filter(|name| !rows.contains(name));
    let left = rows.iter().filter(|name| !known.contains(name));
    missing
        .map(|name| format!("{page} has no row for the backend `{name}`"))
        .chain(left.map(|name| format!("{page} has a row for `{name}`, and there is no such backend")))
        .collect()
}

fn faults(known: &[&str], declared: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    if known.is_empty() {
        faults.push(format!("{REGISTRY} has no row"));
    }
    for name in known.iter().filter(|name| !declared.contains(name)) {
        faults.push(format!("backend `{name}` is not among the check-cfg values of Cargo.toml"));
    }
    for name in declared.iter().filter(|name| !known.contains(name)) {
        faults.push(format!("the check-cfg value `{name}` of Cargo.toml names no backend of {REGISTRY}"));
    }
    faults
}

/// The names of the rows `"name" is module, if condition, "needs";`.
fn registry(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| line.trim().strip_prefix('"')?.split_once("\" is "))
        .map(|(name, _)| name)
        .collect()
}

/// The values in `cfg(placemat_backend, values("a", "b"))`.
fn declared(manifest: &str) -> Vec<&str> {
    let Some((_, rest)) = manifest.split_once("cfg(placemat_backend, values(") else { return Vec::new() };
    // `none()` may be among them: dispatch refuses a cfg without a value.
    let values = rest.split("))").next().unwrap_or("");
    values.split(',').filter_map(|value| value.trim().strip_prefix('"')?.strip_suffix('"')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = "registry! {\n    \"scalar\" is placemat_scalar, if all(), \"nothing\";\n    \
                        \"dfa\" is placemat_dfa, if feature = \"dfa\", \"x\";\n}";

    #[test]
    fn both_lists_are_read() {
        assert_eq!(registry(ROWS), ["scalar", "dfa"]);
        let manifest = "check-cfg = ['cfg(placemat_backend, values(none(), \"scalar\", \"dfa\"))']";
        assert_eq!(declared(manifest), ["scalar", "dfa"]);
    }

    #[test]
    fn lists_that_differ_are_a_fault() {
        assert!(faults(&["scalar", "dfa"], &["dfa", "scalar"]).is_empty());
        assert_eq!(faults(&["scalar", "dfa"], &["scalar"]).len(), 1);
        assert_eq!(faults(&["scalar"], &["scalar", "warp"]).len(), 1);
    }

    #[test]
    fn a_table_that_differs_is_a_fault() {
        let page =
            "text\n\n| backend | what |\n| --- | --- |\n| `scalar` | x |\n| `dfa` | y |\n\n| `no` | z |\n";
        assert!(undocumented("p", page, &["dfa", "scalar"]).is_empty());
        assert_eq!(undocumented("p", page, &["scalar"]).len(), 1);
        assert_eq!(undocumented("p", page, &["scalar", "dfa", "avx2"]).len(), 1);
        assert_eq!(undocumented("p", "no table", &["scalar"]).len(), 1);
    }

    #[test]
    fn lists_that_cannot_be_read_are_a_fault() {
        assert_eq!(faults(&registry("fn main() {}"), &declared("[workspace]")).len(), 1);
        assert_eq!(faults(&registry(ROWS), &declared("[workspace]")).len(), 2);
    }
}
