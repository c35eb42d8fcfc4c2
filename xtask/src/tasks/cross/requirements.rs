//! The requirements of the rows besides cargo: compilers, linkers, emulators.

use std::path::Path;

use super::{
    rows::{Foreign, Machine, ROWS, Row, System},
    windows,
};
use crate::{
    host::{
        probe::{output, succeeds},
        requirement::Requirement,
        toolchain::Toolchain,
    },
    runner::step::Need,
};

/// The linker for WASI if rustup's target, which includes its own linker and C library, is not installed.
pub(super) const WASM_LD: &str = "wasm-ld-19";
pub(super) const CRT: &str = "/usr/lib/wasm32-wasi/crt1-command.o";

/// The requirements that `cargo xtask setup` installs: of the rows that every complete run needs.
pub(crate) fn requirements() -> Vec<Requirement> {
    ROWS.iter().filter(|row| row.need != Need::Optional).flat_map(of_row).collect()
}

/// What this machine lacks for the row.
pub(super) fn missing(row: &Row) -> Option<String> {
    let missing = of_row(row).into_iter().find(|requirement| !(requirement.is_there)())?;
    let rustup =
        if missing.rustup.is_empty() { String::new() } else { format!("`rustup {}`, or ", missing.rustup) };
    Some(format!("needs {rustup}on Debian: {}", missing.debian))
}

fn of_row(row: &Row) -> Vec<Requirement> {
    let why = format!("`{}`", row.step);
    let package = |program: &str, packages: &str| Requirement::package(program, packages, true, &why);
    let compiler = |triple: &'static str| Requirement {
        is_there: Box::new(|| Toolchain::find(triple).is_some()),
        rustup: format!("target add {triple}"),
        ..package("", "rustc-web rust-web-src")
    };
    match &row.machine {
        Machine::Model(_) => vec![package("qemu-x86_64", "qemu-user")],
        Machine::Unseen(triple) => vec![compiler(triple), package(windows::GCC, windows::PACKAGES)],
        Machine::Foreign(Foreign { triple, system: System::Linux { gnu, qemu, debian }, cpu, .. }) => {
            // Its C library is below a directory with its name.
            let sysroot = format!("/usr/{gnu}");
            let is_there = Box::new(move || Path::new(&sysroot).is_dir());
            vec![
                compiler(triple),
                package(&format!("{gnu}-gcc"), debian),
                match cpu.is_empty() {
                    true => package(qemu, "qemu-user"),
                    false => qemu_10(qemu, &why),
                },
                Requirement { is_there, ..package("", debian) },
            ]
        }
        Machine::Foreign(Foreign { triple, system: System::Static { qemu, .. }, .. }) => {
            vec![compiler(triple), qemu_10(qemu, &why)]
        }
        Machine::Foreign(Foreign { triple, system: System::Wasi, .. }) => {
            let is_there = Box::new(|| Toolchain::find(triple).is_some_and(|found| links_wasi(&found)));
            vec![
                compiler(triple),
                package("node", "nodejs"),
                Requirement { is_there, ..package("", "lld-19 wasi-libc") },
            ]
        }
    }
}

/// The emulator with `riscv_hwprobe`, with the options of vectors that the rows use, and with LoongArch's vectors. Debian
/// 12 has an older one.
fn qemu_10(qemu: &'static str, why: &str) -> Requirement {
    let is_there = move || {
        let version = output(qemu, &["--version"]);
        let version = version.as_deref().and_then(|text| text.split_once("version ")?.1.split_once('.'));
        version.and_then(|(found, _)| found.parse::<u32>().ok()).is_some_and(|found| found >= 10)
    };
    Requirement {
        is_there: Box::new(is_there),
        ..Requirement::package("", "qemu-user, version 10 or later", false, why)
    }
}

fn links_wasi(toolchain: &Toolchain) -> bool {
    !toolchain.build_std || (succeeds(&format!("{WASM_LD} --version")) && Path::new(CRT).is_file())
}
