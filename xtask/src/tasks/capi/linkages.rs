//! The tests in C and C++, built in every supported way of linking, by a script next to them.

use std::{fs, path::Path};

use anyhow::{Context, Result, ensure};
use object::{Object, ObjectSymbol};

use crate::runner::{call::Call, log::Log, step::Outcome};

/// Tests the installation in `dir/prefix`.
pub(super) fn test(log: &mut Log, dir: &Path) -> Result<Outcome> {
    let prefix = dir.join("prefix");
    let exported = check_exports(&prefix)?;
    let script = Call::new("sh", "crates/placemat-capi/tests/c/test.sh").arg(prefix.display().to_string());
    let printed = log.call(&script.arg(dir.join("ways").display().to_string()))?;
    let ways: Vec<_> = printed.lines().filter_map(|line| line.strip_prefix("way: ")).collect();
    ensure!(!ways.is_empty(), "there is no C compiler");
    Ok(Outcome::Passed(format!("{}; {exported} functions", ways.join(", "))))
}

/// Checks that the shared library exports exactly the functions of the header; returns their number.
fn check_exports(prefix: &Path) -> Result<usize> {
    let header = fs::read_to_string(prefix.join("include/placemat.h"))?;
    let library = fs::read(prefix.join("lib/libplacemat.so"))?;
    let library = object::File::parse(&*library).context("libplacemat.so")?;
    let exported: Vec<_> = library
        .dynamic_symbols()
        .filter(|symbol| symbol.is_definition() && symbol.is_global())
        .filter_map(|symbol| symbol.name().ok())
        .collect();
    for name in &exported {
        ensure!(header.contains(&format!("{name}(")), "{name} is exported, and not in the header");
    }
    ensure!(exported.len() > 40, "only {} functions are exported", exported.len());
    Ok(exported.len())
}
