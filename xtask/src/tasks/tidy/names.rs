//! The names of the backends where they are duplicated: in the permitted values of `--cfg placemat_backend` and
//! `--cfg placemat_without`, and in the tables of backends for users.

use anyhow::Result;

use super::Report;
use crate::{project::workspace::Workspace, runner::number::number};

/// The page with a row for every backend ...
const ALL: &str = "docs/src/choosing.md";
/// ... and the page whose table may omit some.
const SOME: &str = "README.md";

/// The flags whose values are names of backends, as declared in Cargo.toml, with a line for each value.
const CFGS: &str = "cfg(placemat_backend, placemat_without, values(";

pub(super) fn check(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let known: Vec<_> = workspace.backends()?.iter().map(|backend| backend.name.as_str()).collect();
    let manifest = workspace.read("Cargo.toml")?;
    report.faults(undeclared(&known, &declared(&manifest)));
    for page in [ALL, SOME] {
        let rows = workspace.read(page)?;
        let rows = rows_of(&rows);
        report.faults(unknown(page, &rows, &known));
        if page == ALL {
            report.faults(undocumented(page, &rows, &known));
        }
    }
    report.remarks.push(number(known.len(), "backend"));
    Ok(())
}

/// The values of the flags. `none()` is not a name: the registry rejects a flag without a value.
fn declared(manifest: &str) -> Vec<&str> {
    let values = manifest.split(CFGS).skip(1);
    values.filter_map(|rest| rest.strip_prefix('"')?.split_once('"')).map(|(name, _)| name).collect()
}

fn undeclared(known: &[&str], declared: &[&str]) -> Vec<String> {
    let missing = known.iter().filter(|name| !declared.contains(name));
    let left = declared.iter().filter(|name| !known.contains(name));
    missing
        .map(|name| format!("backend `{name}` is not among the values of placemat_backend in Cargo.toml"))
        .chain(left.map(|name| format!("the value `{name}` of placemat_backend in Cargo.toml is no backend")))
        .collect()
}

/// The names in a page's table of backends.
fn rows_of(text: &str) -> Vec<&str> {
    let table = text.lines().skip_while(|line| !line.starts_with("| backend |")).skip(2);
    table.map_while(|line| line.strip_prefix("| `")?.split_once("` |")).map(|(name, _)| name).collect()
}

fn undocumented(page: &str, rows: &[&str], known: &[&str]) -> Vec<String> {
    let missing = known.iter().filter(|name| !rows.contains(name));
    missing.map(|name| format!("{page} has no row for the backend `{name}`")).collect()
}

fn unknown(page: &str, rows: &[&str], known: &[&str]) -> Vec<String> {
    if rows.is_empty() {
        return vec![format!("{page} has no table of backends")];
    }
    let left = rows.iter().filter(|name| !known.contains(name));
    left.map(|name| format!("{page} has a row for `{name}`, and there is no such backend")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_differ_are_a_fault() {
        let line = |value: &str| format!("'{CFGS}{value}))',\n");
        let manifest = [line("none()"), line("\"scalar\""), line("\"dfa\"")].concat();
        assert_eq!(declared(&manifest), ["scalar", "dfa"]);
        let check = |known: &[&str], declared: &[&str]| undeclared(known, declared).len();
        assert_eq!(check(&["scalar", "dfa"], &["dfa", "scalar"]), 0);
        assert_eq!(check(&["scalar", "dfa"], &["scalar"]), 1);
        assert_eq!(check(&["scalar"], &["scalar", "warp"]), 1);
        assert_eq!(check(&["scalar"], &declared("[workspace]")), 1);
    }

    #[test]
    fn a_table_that_differs_is_a_fault() {
        let page =
            "text\n\n| backend | what |\n| --- | --- |\n| `scalar` | x |\n| `dfa` | y |\n\n| `no` | z |\n";
        let rows = rows_of(page);
        assert_eq!(rows, ["scalar", "dfa"]);
        assert!(undocumented("p", &rows, &["dfa", "scalar"]).is_empty());
        assert_eq!(undocumented("p", &rows, &["scalar", "dfa", "avx2"]).len(), 1);
        assert!(unknown("p", &rows, &["dfa", "scalar", "avx2"]).is_empty());
        assert_eq!(unknown("p", &rows, &["scalar"]).len(), 1);
        assert_eq!(unknown("p", &rows_of("no table"), &["scalar"]).len(), 1);
    }
}
