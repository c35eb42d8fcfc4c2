//! `cargo xtask downstream`: tests real users of simdutf8 with placemat's drop-in instead. Each is a pinned version
//! from crates.io, and its own tests are run.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, ensure};
use cargo_metadata::MetadataCommand;
use clap::Args;

use crate::{
    project::{cargo::cargo, libraries::DROP_IN, scratch, workspace::Workspace},
    runner::{
        call::Call,
        log::Log,
        run,
        step::{Need, Outcome, Sharing, Step},
        table,
    },
};

/// A package on crates.io that calls simdutf8.
struct Client {
    name: &'static str,
    version: &'static str,
    /// The arguments of `cargo test`.
    args: &'static str,
}

const CLIENTS: [Client; 5] = [
    Client { name: "bytecheck", version: "0.8.3", args: "--lib" },
    Client { name: "encoding_rs", version: "0.8.44", args: "--lib" },
    Client { name: "simd-json", version: "0.19.0", args: "--lib" },
    // Its other tests need databases.
    Client {
        name: "maxminddb",
        version: "0.31.0",
        args: "--features simdutf8 --lib decoder::tests -- --skip reader_lookup --skip tuple",
    },
    Client { name: "polars-arrow", version: "0.55.2", args: "--features proptest --lib" },
];

/// What to run.
#[derive(Args)]
pub(crate) struct Options {
    /// The clients to build and test [default: all, which takes half an hour]
    #[arg(value_name = "CLIENT", value_parser = CLIENTS.map(|client| client.name))]
    names: Vec<String>,
}

/// Runs the task; returns whether it succeeded.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    let wanted =
        |client: &&Client| options.names.is_empty() || options.names.iter().any(|n| n == client.name);
    let steps = CLIENTS.iter().filter(wanted).map(|client| Step { need: Need::Named, ..step(client) });
    Ok(table::print(&run::run(workspace, &steps.collect::<Vec<_>>())?, true, ""))
}

fn step(client: &'static Client) -> Step {
    let name = format!("downstream-{}", client.name.replace('_', "-"));
    let about = "a user of simdutf8, over the drop-in";
    Step::new(name, about, |workspace, log| run(client, workspace, log)).optional().sharing(Sharing::Own)
}

fn run(client: &Client, workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let Client { name, version, args, .. } = client;
    // A crate that depends on it makes cargo fetch it.
    let manifest = format!("[dependencies]\n{name} = \"={version}\"\n");
    let user = scratch::write(workspace, &format!("user-of-{name}"), &manifest, "")?;
    if let Err(error) = log.call(&Call::cargo("fetch").dir(&user)) {
        return Ok(Outcome::NotRun(format!("cannot be fetched here: {error}")));
    }
    let dir = copy(client, workspace, log, &user)?;
    let test = Call::tests(&format!("test --quiet {args}")).dir(&dir);
    let target = workspace.own_dir("clients-target").display().to_string();
    // Without debug information, everything compiles faster.
    log.call(&test.env("CARGO_TARGET_DIR", target).env("CARGO_PROFILE_DEV_DEBUG", "false"))?;
    // Cargo only warns about an unused patch.
    let lock = fs::read_to_string(dir.join("Cargo.lock"))?;
    ensure!(has_drop_in(&lock), "simdutf8 itself was compiled, not the drop-in");
    Ok(Outcome::Passed(format!("{version}: compiled, {}", log.note())))
}

/// A copy of the client's published package, with the drop-in instead of simdutf8.
fn copy(client: &Client, workspace: &Workspace, log: &mut Log, user: &PathBuf) -> Result<PathBuf> {
    let metadata = MetadataCommand::new().cargo_path(cargo()).current_dir(user).exec()?;
    let package = metadata.packages.iter().find(|package| *package.name == client.name);
    let package = package.with_context(|| format!("{} is not among the packages", client.name))?;
    let from = package.manifest_path.parent().context("a manifest is in a directory")?;
    let all = workspace.own_dir("downstream");
    fs::create_dir_all(&all)?;
    let to = all.join(client.name);
    if to.exists() {
        fs::remove_dir_all(&to)?;
    }
    log.call(&Call::new("cp", "-Rp").arg(from.as_str()).arg(to.display().to_string()))?;
    // Cargo's lock file names the real simdutf8.
    let _ = fs::remove_file(to.join("Cargo.lock"));
    let path = workspace.root.join("crates/placemat-simdutf8");
    let patch =
        format!("\n[workspace]\n\n[patch.crates-io]\n{DROP_IN} = {{ path = '{}' }}\n", path.display());
    let manifest = fs::read_to_string(from.join("Cargo.toml"))?;
    fs::write(to.join("Cargo.toml"), manifest + &patch)?;
    Ok(to)
}

/// Whether a lock file contains the drop-in, which comes from a directory, and no other simdutf8.
fn has_drop_in(lock: &str) -> bool {
    let mut found = lock.split("[[package]]").filter(|text| text.contains("\nname = \"simdutf8\"\n"));
    found.next().is_some_and(|package| !package.contains("\nsource = ")) && found.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drop_in_is_told_from_the_real_one() {
        let ours = "[[package]]\nname = \"simdutf8\"\nversion = \"0.1.99\"\ndependencies = [\n]\n";
        let theirs = "[[package]]\nname = \"simdutf8\"\nversion = \"0.1.5\"\nsource = \"registry\"\n";
        assert!(has_drop_in(ours));
        assert!(!has_drop_in(theirs) && !has_drop_in(&format!("{ours}\n{theirs}")) && !has_drop_in(""));
    }
}
