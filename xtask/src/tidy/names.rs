//! The names of the backends: in the registry, among the values that `--cfg placemat_backend` may have, in the dispatch
//! that heeds these values, and in the tables that people choose from.

use anyhow::Result;

use super::Report;
use crate::{number::number, workspace::Workspace};

const REGISTRY: &str = "crates/placemat/src/backend/registry.rs";
const DISPATCH: &str = "crates/placemat/src/backend/dispatch.rs";
const PAGES: [&str; 2] = ["README.md", "docs/src/choosing.md"];

pub(super) fn judge(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let (rows, manifest) = (workspace.read(REGISTRY)?, workspace.read("Cargo.toml")?);
    let (known, declared) = (registry(&rows), declared(&manifest));
    report.faults(faults(&known, &declared));
    report.faults(unheeded(&rows, &workspace.read(DISPATCH)?));
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

/// The rows whose name or whose module has no branch in the dispatch, and the branches that have no row.
fn unheeded(rows: &str, dispatch: &str) -> Vec<String> {
    let (values, modules) =
        (between(dispatch, "placemat_backend = \"", '"'), between(dispatch, "fixed!(", ')'));
    let mut faults = Vec::new();
    for (name, module) in rows_of(rows) {
        if !values.contains(&name) {
            faults.push(format!("{DISPATCH} has no branch for placemat_backend = \"{name}\""));
        }
        if !modules.contains(&module) {
            faults.push(format!("no branch of {DISPATCH} fixes {module}, the backend `{name}`"));
        }
    }
    let known = registry(rows);
    for name in values.iter().filter(|name| !known.contains(name)) {
        faults
            .push(format!("{DISPATCH} asks for placemat_backend = \"{name}\", and there is no such backend"));
    }
    faults
}

/// What stands behind each `start`, up to the next `end`.
fn between<'a>(text: &'a str, start: &str, end: char) -> Vec<&'a str> {
    text.split(start).skip(1).filter_map(|rest| rest.split(end).next()).collect()
}

/// The names of the rows.
fn registry(text: &str) -> Vec<&str> {
    rows_of(text).map(|(name, _)| name).collect()
}

/// Name and module of the rows `"name" is module, if condition, "needs";`.
fn rows_of(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|line| {
        let (name, rest) = line.trim().strip_prefix('"')?.split_once("\" is ")?;
        Some((name, rest.split(',').next()?))
    })
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
    fn a_row_without_a_branch_is_a_fault() {
        let branch = |name, module| {
            format!("}} else if #[cfg(placemat_backend = \"{name}\")] {{\n    fixed!({module});\n")
        };
        let refusal = "refused!(\"placemat_backend = \\\"dfa\\\" needs the Cargo feature\");";
        let (scalar, dfa) = (branch("scalar", "placemat_scalar"), branch("dfa", "placemat_dfa"));
        assert!(unheeded(ROWS, &format!("{scalar}{dfa}{refusal}")).is_empty());
        assert_eq!(unheeded(ROWS, &format!("{scalar}{refusal}")).len(), 2);
        assert_eq!(unheeded(ROWS, &format!("{scalar}{}", branch("dfa", "placemat_scalar"))).len(), 1);
        assert_eq!(unheeded(ROWS, &format!("{scalar}{dfa}{}", branch("warp", "placemat_dfa"))).len(), 1);
        assert_eq!(unheeded(ROWS, "").len(), 4);
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
