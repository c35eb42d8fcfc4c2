//! The names of the backends, where they are written once more: in the values that `--cfg placemat_backend` may have, and
//! in the tables of backends that people choose from.

use anyhow::Result;

use super::Report;
use crate::{project::workspace::Workspace, runner::number::number};

const PAGES: [&str; 2] = ["README.md", "docs/src/choosing.md"];

pub(super) fn judge(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let known: Vec<_> = workspace.backends()?.iter().map(|backend| backend.name.as_str()).collect();
    report.faults(undeclared(&known, &declared(&workspace.read("Cargo.toml")?)));
    for page in PAGES {
        report.faults(undocumented(page, &workspace.read(page)?, &known));
    }
    report.remarks.push(number(known.len(), "backend"));
    Ok(())
}

/// The values in `cfg(placemat_backend, values("a", "b"))`.
fn declared(manifest: &str) -> Vec<&str> {
    let Some((_, rest)) = manifest.split_once("cfg(placemat_backend, values(") else { return Vec::new() };
    // `none()` may be among them: the registry refuses a cfg without a value.
    let values = rest.split("))").next().unwrap_or("");
    values.split(',').filter_map(|value| value.trim().strip_prefix('"')?.strip_suffix('"')).collect()
}

fn undeclared(known: &[&str], declared: &[&str]) -> Vec<String> {
    let missing = known.iter().filter(|name| !declared.contains(name));
    let left = declared.iter().filter(|name| !known.contains(name));
    missing
        .map(|name| format!("backend `{name}` is not among the check-cfg values of Cargo.toml"))
        .chain(left.map(|name| format!("the check-cfg value `{name}` of Cargo.toml names no backend")))
        .collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_differ_are_a_fault() {
        let manifest = "check-cfg = ['cfg(placemat_backend, values(none(), \"scalar\", \"dfa\"))']";
        assert_eq!(declared(manifest), ["scalar", "dfa"]);
        assert!(undeclared(&["scalar", "dfa"], &["dfa", "scalar"]).is_empty());
        assert_eq!(undeclared(&["scalar", "dfa"], &["scalar"]).len(), 1);
        assert_eq!(undeclared(&["scalar"], &["scalar", "warp"]).len(), 1);
        assert_eq!(undeclared(&["scalar"], &declared("[workspace]")).len(), 1);
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
}
