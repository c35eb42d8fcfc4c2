//! The Rust blocks of README and the book, run as doc tests of a crate that depends on every library.

use anyhow::Result;

use crate::project::{libraries::LEGACY, pages::pages, scratch, workspace::Workspace};
use crate::runner::{call::Call, log::Log, number::number, step::Outcome};

/// As a step of `cargo xtask test`.
pub(super) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let mut manifest = "[dependencies]\n".to_owned();
    let features = ", features = ['dfa']";
    manifest.push_str(&scratch::dependency(workspace, "placemat", "crates/placemat", features));
    manifest.push_str(&scratch::libraries(workspace));
    manifest.push_str(&scratch::dependency(workspace, LEGACY, "crates/placemat-legacy", ""));
    manifest.push_str(&scratch::dependency(workspace, "placemat-conformance", "conformance", ""));
    let mut lib = String::new();
    for file in pages(workspace)? {
        let module: String = file
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
            .collect();
        let path = workspace.root.join(&file).display().to_string();
        lib.push_str(&format!("#[doc = include_str!({path:?})]\npub mod {module} {{}}\n"));
    }
    let dir = scratch::write(workspace, "snippets", &manifest, &lib)?;
    log.call(&Call::tests("test --doc").dir(dir).flags("", &workspace.own_dir("scratch-target")))?;
    Ok(Outcome::Passed(number(log.tests, "example")))
}
