//! `cargo xtask clients`: real users of simdutf8, with placemat's drop-in in its place.
//!
//! Each is a pinned version from crates.io. Where the package brings its tests along, they run; otherwise a
//! small test of ours does.

mod table;

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use cargo_metadata::MetadataCommand;
use clap::Args;

use crate::{
    project::{
        cargo::cargo,
        libraries::DROP_IN,
        lock::{Simdutf8, simdutf8},
        scratch,
        workspace::Workspace,
    },
    runner::{
        call::Call,
        log::Log,
        run,
        step::{Need, Outcome, Room, Step},
        table as results,
    },
};
use table::{CLIENTS, Client, Tests};

/// What to run.
#[derive(Args)]
pub(crate) struct Options {
    /// The clients to build and test; without, all of them, which takes half an hour
    ///
    /// `--list` has the names.
    #[arg(long, value_name = "CLIENT", num_args = 1..)]
    only: Vec<String>,

    /// Print the clients and run none
    #[arg(long)]
    list: bool,
}

/// As a task of its own: whether all is well.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    let clients = select(&options.only)?;
    if options.list {
        clients.iter().for_each(|client| println!("{} {}", client.name, client.version));
        return Ok(true);
    }
    let steps: Vec<_> =
        clients.into_iter().map(|client| Step { need: Need::Asked, ..step(client) }).collect();
    Ok(results::print(&run::run(workspace, &steps)?, true, ""))
}

/// The quickest as steps of `cargo xtask test`.
pub(crate) fn steps() -> impl Iterator<Item = Step> {
    CLIENTS.iter().filter(|client| client.quick).map(step)
}

fn select(only: &[String]) -> Result<Vec<&'static Client>> {
    for name in only {
        if !CLIENTS.iter().any(|client| client.name == *name) {
            let names = CLIENTS.map(|client| client.name).join(", ");
            bail!("there is no client `{name}`; there are: {names}");
        }
    }
    let wanted = |client: &&Client| only.is_empty() || only.iter().any(|name| client.name == *name);
    Ok(CLIENTS.iter().filter(wanted).collect())
}

fn step(client: &'static Client) -> Step {
    let name = format!("client-{}", client.name.replace('_', "-"));
    let about = "a user of simdutf8, over the drop-in";
    Step::new(name, about, |workspace, log| run(client, workspace, log)).optional().room(Room::Own)
}

fn run(client: &Client, workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let dir = user(client, workspace)?;
    if let Err(error) = log.call(&Call::cargo("fetch").dir(&dir)) {
        return Ok(Outcome::NotRun(format!("cannot be fetched here: {error}")));
    }
    let (dir, args) = match client.tests {
        Tests::Ours(_) => (dir, String::new()),
        Tests::Own(args) => {
            (copy(client, workspace, &dir)?, format!("--features={} {args}", client.features))
        }
    };
    let test = Call::tests(&format!("test --quiet {args}")).dir(&dir);
    log.call(
        &test
            .env("CARGO_TARGET_DIR", workspace.own_dir("clients-target").display().to_string())
            // Without it, everything compiles faster.
            .env("CARGO_PROFILE_DEV_DEBUG", "false"),
    )?;
    let found = simdutf8(&fs::read_to_string(dir.join("Cargo.lock"))?)?;
    ensure!(found == Simdutf8::DropIn, "simdutf8 itself was compiled, not the drop-in");
    Ok(Outcome::Passed(format!("{}: compiled, {}", client.version, log.note())))
}

/// A crate that depends on the client, with our tests in it if there are any.
fn user(client: &Client, workspace: &Workspace) -> Result<PathBuf> {
    let Client { name, version, features, .. } = client;
    let features: Vec<_> = features.split(',').map(|feature| format!("\"{feature}\"")).collect();
    let features = if client.features.is_empty() { String::new() } else { features.join(", ") };
    let (dependencies, tests) = match client.tests {
        Tests::Ours(ours) => (ours.dependencies, ours.source),
        Tests::Own(_) => ("", ""),
    };
    let manifest = format!(
        "[package]\nname = \"user-of-{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [dependencies]\n{name} = {{ version = \"={version}\", features = [{features}] }}\n{dependencies}\n{}",
        patch(workspace)
    );
    let dir = workspace.own_dir("clients").join(name);
    fs::create_dir_all(dir.join("src"))?;
    scratch::update(&dir.join("Cargo.toml"), manifest.as_bytes())?;
    scratch::update(&dir.join("src/lib.rs"), tests.as_bytes())?;
    Ok(dir)
}

/// A copy of the client's own package, as it was published.
fn copy(client: &Client, workspace: &Workspace, user: &Path) -> Result<PathBuf> {
    let metadata = MetadataCommand::new().cargo_path(cargo()).current_dir(user).exec()?;
    let package = metadata.packages.iter().find(|package| *package.name == client.name);
    let package = package.with_context(|| format!("{} is not among the packages", client.name))?;
    let from = package.manifest_path.parent().context("a manifest is in a directory")?;
    let to = workspace.own_dir("clients").join(format!("{}-own", client.name));
    copy_dir(from.as_std_path(), &to)?;
    let manifest = to.join("Cargo.toml");
    let published = fs::read_to_string(from.join("Cargo.toml"))?;
    scratch::update(&manifest, format!("{published}\n{}", patch(workspace)).as_bytes())?;
    Ok(to)
}

/// Copies what is in a directory, but for `Cargo.toml` and cargo's lock, which names the real simdutf8.
fn copy_dir(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if entry.file_type()?.is_dir() {
            copy_dir(&entry.path(), &to.join(name))?;
        } else if name != "Cargo.toml" && name != "Cargo.lock" {
            scratch::update(&to.join(name), &fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

/// The end of a manifest that puts the drop-in in the place of simdutf8.
fn patch(workspace: &Workspace) -> String {
    let path = workspace.root.join("crates/placemat-simdutf8");
    format!("\n[workspace]\n\n[patch.crates-io]\n{DROP_IN} = {{ path = '{}' }}\n", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_are_chosen_by_name() {
        let names = |only: &[&str]| {
            let only: Vec<_> = only.iter().map(|&name| name.to_owned()).collect();
            select(&only).map(|clients| clients.iter().map(|client| client.name).collect::<Vec<_>>())
        };
        assert_eq!(names(&["bytecheck"]).unwrap(), ["bytecheck"]);
        assert_eq!(names(&[]).unwrap().len(), CLIENTS.len());
        assert!(names(&["gopher"]).unwrap_err().to_string().contains("simd-json"));
        assert_eq!(CLIENTS.iter().filter(|client| client.quick).count(), 3);
    }
}
