//! The names of the backends where they are duplicated: in the tables of backends for users. (rustc warns of a backend
//! that is not among the permitted values of `--cfg placemat_backend` and `--cfg placemat_without`.)

use anyhow::Result;

use super::Report;
use crate::{project::workspace::Workspace, runner::number::number};

/// The page with a row for every backend ...
const ALL: &str = "docs/src/choosing.md";
/// ... and the page whose table may omit some.
const SOME: &str = "README.md";

pub(super) fn check(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let known: Vec<_> = workspace.backends()?.iter().map(|backend| backend.name.as_str()).collect();
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
