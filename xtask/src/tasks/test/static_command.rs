//! The command as the Dockerfile builds it: linked statically.

use std::{fs, process::Command};

use anyhow::{Result, ensure};

use crate::{
    host::targets::{STATIC, has_target},
    project::workspace::Workspace,
    runner::{call::Call, log::Log, step::Outcome},
};

/// As a step of `cargo xtask test`: the statically linked command needs nothing from the system. Built without
/// optimisation, which does not matter here.
pub(super) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) || !has_target(None, STATIC) {
        return Ok(Outcome::NotRun(format!("needs `rustup target add {STATIC}`, on Linux")));
    }
    log.call(&Call::cargo("build --locked -p placemat-cli --target").arg(STATIC))?;
    let program = workspace.target.join(STATIC).join("debug/placemat");
    if let Some(needed) = interpreter(&fs::read(&program)?)? {
        return Ok(Outcome::Failed(format!("it is linked dynamically: it needs {needed}")));
    }
    // An empty environment, and a directory that contains only the input.
    let dir = workspace.own_dir("static");
    fs::create_dir_all(&dir)?;
    fs::write(dir.join("notes.txt"), b"caf\xE9\n")?;
    for (args, status) in [(&["check", "notes.txt"][..], 1), (&["convert", "-f", "latin1", "notes.txt"], 0)] {
        let found = Command::new(&program).args(args).current_dir(&dir).env_clear().output()?;
        ensure!(found.status.code() == Some(status), "{args:?} ends with {}", found.status);
    }
    let docker = workspace.read("Dockerfile")?;
    ensure!(
        docker.contains(STATIC) && docker.contains("FROM scratch"),
        "the Dockerfile builds something else"
    );
    Ok(Outcome::Passed(STATIC.to_owned()))
}

/// The dynamic loader of this program, if it has one.
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
