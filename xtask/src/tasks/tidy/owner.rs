//! What only the owner can set: the repository's address, of which the root manifest has the original, and an address
//! for mail. Remarks list the files that have them; another address of the repository is a fault.

use anyhow::{Context, Result};

use super::Report;
use crate::project::{libraries::FACADE, workspace::Workspace};

/// The host of the repository, before its owner and name.
const HOST: &str = "github.com/";
/// Stands for the owner's address for mail.
const MAIL: &str = "OWNER@example.org";

pub(super) fn check(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let address = workspace.package(FACADE)?.repository.clone().context("Cargo.toml has no repository")?;
    let ours = address.split_once(HOST).context("the repository is elsewhere")?.1;
    let (mut repository, mut mail) = (Vec::new(), Vec::new());
    for file in workspace.files()? {
        let Ok(text) = workspace.read(&file) else { continue };
        let name = file.display().to_string();
        report.faults(
            others(&text, ours).map(|other| format!("{name}: the repository is {ours}, not {other}")),
        );
        if text.contains(ours) {
            repository.push(name.clone());
        }
        if text.contains(MAIL) && !name.ends_with("owner.rs") {
            mail.push(name);
        }
    }
    report.remarks.push(format!("the owner sets {ours} in {}", repository.join(", ")));
    report.remarks.push(format!("the owner sets {MAIL} in {}", mail.join(", ")));
    Ok(())
}

/// The addresses of repositories with our name and another owner.
fn others<'a>(text: &'a str, ours: &'a str) -> impl Iterator<Item = &'a str> {
    let name = &ours[ours.find('/').unwrap_or(0)..];
    let addresses = text.split(HOST).skip(1).filter_map(move |rest| {
        let end = rest.find(name)? + name.len();
        let goes_on = rest[end..].starts_with(|c: char| c.is_alphanumeric() || "-_".contains(c));
        (!goes_on).then_some(&rest[..end])
    });
    addresses.filter(move |&other| other != ours && !other.contains(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_owner_is_a_fault() {
        let check = |path: &str| others(&format!("see https://{HOST}{path}\n"), "us/placemat").count();
        assert_eq!(check("us/placemat"), 0);
        assert_eq!(check("us/placemat.git"), 0);
        assert_eq!(check("them/placemat/issues"), 1);
        assert_eq!(check("them/placemat-go"), 0);
        assert_eq!(check("them/other and /placemat"), 0);
    }
}
