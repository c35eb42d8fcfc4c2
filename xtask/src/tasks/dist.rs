//! `cargo xtask dist`: an archive with the command and what belongs to it. And the step `static`: the command as
//! the Dockerfile builds it.

mod licences;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

use crate::{
    host::targets::{STATIC, has_target},
    project::workspace::Workspace,
    runner::{call::Call, log::Log, number::number, step::Outcome},
};

/// The package of the command.
const COMMAND: &str = "placemat-cli";

/// As a task of its own.
pub(crate) fn main(workspace: &Workspace) -> Result<bool> {
    let mut log = Log::create(workspace, "dist")?;
    let target = is_possible().then_some(STATIC);
    let program = build(workspace, &mut log, "release", target)?;
    let system =
        target.map_or_else(|| format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS), str::to_owned);
    let name = format!("placemat-{}-{system}", workspace.package(COMMAND)?.version);
    let all = workspace.own_dir("dist");
    let dir = all.join(&name);
    if dir.exists() {
        fs::remove_dir_all(&dir)?;
    }
    fs::create_dir_all(dir.join("bin"))?;
    let file_name = program.file_name().context("a program has a name")?;
    fs::copy(&program, dir.join("bin").join(file_name))?;
    log.call(
        &Call::new(program.display().to_string(), "pages --out").arg(dir.join("share").display().to_string()),
    )?;
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(workspace.root.join(file), dir.join(file))?;
    }
    let others = licences::collect(workspace, COMMAND, target, &dir.join("licences"))?;
    let archive = format!("{name}.tar.gz");
    log.call(&Call::new("tar", "-czf").arg(&archive).arg(&name).dir(&all))?;
    println!("{}: with the licences of {}", all.join(&archive).display(), number(others, "other package"));
    Ok(true)
}

/// As a step of `cargo xtask test`: the command, linked statically, needs nothing of the system that it runs on.
/// Without optimisation, which makes no difference to that.
pub(crate) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    if !is_possible() {
        return Ok(Outcome::NotRun(format!("needs `rustup target add {STATIC}`, on Linux")));
    }
    let program = build(workspace, log, "dev", Some(STATIC))?;
    if let Some(needed) = interpreter(&fs::read(&program)?)? {
        return Ok(Outcome::Failed(format!("it is linked dynamically: it needs {needed}")));
    }
    // No environment, and a directory with nothing in it but the input.
    let dir = workspace.own_dir("static");
    fs::create_dir_all(&dir)?;
    fs::write(dir.join("notes.txt"), b"caf\xE9\n")?;
    for (args, status) in [(&["check", "notes.txt"][..], 1), (&["convert", "-f", "latin1", "notes.txt"], 0)] {
        let found = Command::new(&program).args(args).current_dir(&dir).env_clear().output()?;
        ensure!(found.status.code() == Some(status), "{args:?} ends with {}", found.status);
    }
    let docker = workspace.read(Path::new("Dockerfile"))?;
    ensure!(
        docker.contains(STATIC) && docker.contains("FROM scratch"),
        "the Dockerfile builds something else"
    );
    Ok(Outcome::Passed(STATIC.to_owned()))
}

/// Whether the static program can be built, and runs here.
fn is_possible() -> bool {
    cfg!(all(target_os = "linux", target_arch = "x86_64")) && has_target(None, STATIC)
}

/// Builds the command, and returns where it is.
fn build(workspace: &Workspace, log: &mut Log, profile: &str, target: Option<&str>) -> Result<PathBuf> {
    let call = Call::cargo(&format!("build --locked -p {COMMAND} --profile {profile}"));
    log.call(&target.into_iter().fold(call, |call, target| call.arg("--target").arg(target)))?;
    let folder = if profile == "dev" { "debug" } else { profile };
    let name = format!("placemat{}", std::env::consts::EXE_SUFFIX);
    Ok(workspace.target.join(target.unwrap_or_default()).join(folder).join(name))
}

/// The program that loads this one, if it is not loaded by the system alone.
fn interpreter(program: &[u8]) -> Result<Option<String>> {
    use object::{
        elf,
        read::elf::{FileHeader, ProgramHeader},
    };
    let header = elf::FileHeader64::<object::Endianness>::parse(program)?;
    let endian = header.endian()?;
    let headers = header.program_headers(endian, program)?;
    let found = headers.iter().find_map(|header| header.interpreter(endian, program).ok().flatten());
    Ok(found.map(|name| String::from_utf8_lossy(name).into_owned()))
}
