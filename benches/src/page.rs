//! The page of every number: `page.html` with embedded data, which it renders itself.

use std::{fs, io, path::Path};

use serde_json::{Value, json};

use clap::ValueEnum as _;

use crate::check::{Checked, Targets};
use crate::results::{self, Results};
use crate::{group::Group, saved};

/// The page of some runs and checks.
fn page(runs: &[Results], checks: &[(String, Checked)], targets: &Targets) -> io::Result<String> {
    let about = |group: &Group| (group.about().name, json!(group.about()));
    let groups: Value = Group::value_variants().iter().map(about).collect();
    let runs: Vec<_> = runs
        .iter()
        .map(|run| json!({ "title": run.title, "note": run.note, "run": run.run.without_times() }))
        .collect();
    let checks: Vec<_> =
        checks.iter().map(|(title, check)| json!({ "title": title, "check": check })).collect();
    let targets: Vec<_> = targets.aims().map(|(aim, why)| json!({ "aim": aim, "why": why })).collect();
    let data = json!({
        "groups": groups, "runs": runs, "checks": checks, "targets": targets,
    });
    // In a script, only a closing tag could end the data.
    let data = serde_json::to_string(&data)?.replace("</", "<\\/");
    Ok(include_str!("page.html").replacen("{/* data */}", &data, 1))
}

/// Adds the page of the committed results to a copy of the book's chapters.
pub(crate) fn add_to_book(chapters: &Path, targets: &Targets) -> io::Result<()> {
    let (folder, checks) = (results::folder(), saved::parse_all::<Checked>(&results::checks())?);
    let titled = |(name, check): (String, Checked)| Ok((results::note(&folder, &name)?.0, check));
    let checks = checks.into_iter().map(titled).collect::<io::Result<Vec<_>>>()?;
    fs::write(chapters.join("numbers-page.html"), page(&results::read(&folder)?, &checks, targets)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{cell, lane, record, steady};
    use crate::{check, contenders::Kind};

    #[test]
    fn data_cannot_end_its_script() {
        let mut cell = cell(Group::Validate, 64, vec![lane("placemat", Kind::Facade, steady(1000))]);
        cell.text = "</script><b>".to_owned();
        let [name, title, note] = ["n", "t", ""].map(str::to_owned);
        let run = Results { name, title, note, run: record(vec![cell]) };
        let page = page(&[run], &[], &check::targets().unwrap()).unwrap();
        assert!(page.contains("<\\/script><b>"), "{page}");
        assert_eq!(page.matches("</script>").count(), 1);
    }
}
