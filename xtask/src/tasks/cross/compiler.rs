//! The compiler, the linker and the emulator of a row.

use anyhow::{Context, Result};

use super::rows::{Foreign, Row, System};
use super::runner::Runner;
use crate::runner::{call::Call, log::Log};
use crate::{host::toolchain::Toolchain, project::workspace::Workspace, tasks::scripts};

/// How programs of the row are run, and compiled.
pub(super) fn compiler(
    row: &Row, foreign: &Foreign, workspace: &Workspace, log: &mut Log,
) -> Result<(Runner, impl Fn(&str) -> Call + use<>)> {
    let Foreign { triple, flags, overflow_checks, system, .. } = *foreign;
    let toolchain = Toolchain::find(triple).context("its compiler is required")?;
    let (linker, mut all_flags) = link(system, &toolchain, workspace, log)?;
    all_flags.push_str(flags);
    // Different flags would discard earlier output.
    let dir = if all_flags.is_empty() { "cross" } else { row.step };
    let dir = workspace.own_dir(dir);
    let cargo = move |args: &str| {
        let call = toolchain.apply(Call::cargo(args), triple).flags(&all_flags, &dir);
        let call = match &linker {
            Some(linker) => call.arg("--config").arg(format!("target.{triple}.linker=\"{linker}\"")),
            None => call,
        };
        call.env("CARGO_PROFILE_OPTIMISED_OVERFLOW_CHECKS", overflow_checks.to_string())
    };

    let runner = match system {
        System::Linux { gnu, qemu, .. } => Runner::of_linux(row, foreign, gnu, qemu, workspace)?,
        System::Static { qemu, .. } => Runner::new(qemu, &["-cpu", foreign.cpu]),
        System::Wasi => {
            let script = workspace.root.join("xtask/src/tasks/cross/wasi.mjs");
            Runner::new("node", &["--no-warnings", &script.display().to_string()])
        }
    };
    Ok((runner, cargo))
}

/// The linker for WASI if rustup's target, which includes its own linker and C library, is not installed.
const WASM_LD: &str = "wasm-ld-19";
const CRT: &str = "/usr/lib/wasm32-wasi/crt1-command.o";

/// The linker, if it is not the compiler's default, and flags for rustc.
fn link(
    system: System, toolchain: &Toolchain, workspace: &Workspace, log: &mut Log,
) -> Result<(Option<String>, String)> {
    Ok(match system {
        System::Linux { gnu, .. } => (Some(format!("{gnu}-gcc")), String::new()),
        System::Static { zig, .. } => {
            let zig_program = scripts::printed(workspace, log, ".ci/zig.sh", "")?;
            // The first arguments of zig.
            let first = ["cc", "-target", zig].map(|arg| format!("-Zpre-link-arg={arg} ")).concat();
            (Some(zig_program.trim().to_owned()), first)
        }
        System::Wasi if !toolchain.build_std => (None, String::new()),
        // Debian's C library is too old for the standard library; see wasi.mjs.
        System::Wasi => (
            Some(WASM_LD.to_owned()),
            format!(
                "-L /usr/lib/wasm32-wasi -Clink-self-contained=no -Clink-arg={CRT} -Clink-arg=--import-undefined "
            ),
        ),
    })
}
