//! `cargo xtask cross --count DIR`: how many instructions a byte the backends of a row execute, and the standard library.
//!
//! An emulator tells no times, but it can log every instruction. A second pass over a text logs what one pass takes.

use std::{fs, path::Path};

use anyhow::{Context, Result, ensure};

use super::{
    build::example,
    requirements::missing,
    rows::{Row, System},
    runner::Runner,
};
use crate::{
    project::workspace::Workspace,
    runner::{call::Call, log::Log},
};

/// The beginning of each text that is counted, in bytes.
const LEN: usize = 16 * 1024;

/// Prints a table for each row, with a line for each file of a folder.
pub(super) fn count(rows: &[&'static Row], folder: &Path, workspace: &Workspace) -> Result<bool> {
    let mut log = Log::create(workspace, "count")?;
    let dir = workspace.own_dir("count");
    fs::create_dir_all(&dir)?;
    let mut files: Vec<_> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.sort();
    for row in rows {
        if let Some(missing) = missing(row) {
            println!("{}: not run: {missing}", row.name());
            continue;
        }
        let passes = example(row, "passes", workspace, &mut log)?;
        let foreign = row.foreign()?;
        let runner = match foreign.system {
            // This machine may run it without the emulator, which then logs nothing.
            System::Linux { gnu, qemu, .. } => Runner::emulator(foreign, gnu, qemu),
            _ => passes.runner,
        };
        let backends = row.backends(workspace.backends()?);
        let mut names: Vec<_> = backends.iter().map(|backend| backend.name.as_str()).collect();
        names.retain(|name| *name != "dfa");
        names.insert(0, "std");
        println!("{}: instructions a byte\n\n| text | {} |", row.name(), names.join(" | "));
        println!("| --- |{}", " ---: |".repeat(names.len()));
        for file in &files {
            let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
            let len = (0..=LEN.min(text.len())).rev().find(|len| text.is_char_boundary(*len));
            let text = &text[..len.unwrap_or_default()];
            let (copy, trace) = (dir.join("text"), dir.join("trace"));
            fs::write(&copy, text)?;
            print!("| {} |", file.file_stem().unwrap_or_default().display());
            for name in &names {
                let mut instructions = |count: u8| -> Result<usize> {
                    let args = format!("{name} {} {count}", copy.display());
                    log.call(&traced(runner.call(&passes.path, &args), &trace))?;
                    Ok(instructions_in(&fs::read_to_string(&trace)?))
                };
                let [one, two] = [instructions(1)?, instructions(2)?];
                ensure!(two > one, "{} logs no instructions", row.name());
                print!(" {:.2} |", (two - one) as f64 / text.len() as f64);
            }
            println!();
        }
    }
    Ok(true)
}

/// The instructions of the program in a log. QEMU names their function, unless everything is in the program; the loader
/// and the C library, which it does not name, take more or fewer from run to run.
fn instructions_in(log: &str) -> usize {
    let instructions = || log.lines().filter(|line| line.starts_with("Trace"));
    let named = instructions().filter(|line| !line.trim_end().ends_with(']')).count();
    if named == 0 { instructions().count() } else { named }
}

/// QEMU's log has a line for each block of instructions; blocks have one instruction. (The second name is QEMU 7's.)
fn traced(call: Call, trace: &Path) -> Call {
    call.env("QEMU_LOG", "nochain,exec")
        .env("QEMU_LOG_FILENAME", trace.display().to_string())
        .env("QEMU_ONE_INSN_PER_TB", "1")
        .env("QEMU_SINGLESTEP", "1")
}
