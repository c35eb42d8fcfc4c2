//! The requirements of the rows besides cargo: compilers, linkers, emulators.

use std::path::Path;

use super::{
    rows::{Foreign, Machine, ROWS, Row, System},
    windows,
};
use crate::host::{
    probe::{output, succeeds},
    requirement::Requirement,
    toolchain::Toolchain,
};

/// The linker for WASI if rustup's target, which includes its own linker and C library, is not installed.
pub(super) const WASM_LD: &str = "wasm-ld-19";
pub(super) const CRT: &str = "/usr/lib/wasm32-wasi/crt1-command.o";

/// The requirements that `cargo xtask setup` installs for the rows: not an emulator that would replace that of others.
pub(crate) fn requirements() -> Vec<Requirement> {
    ROWS.iter().flat_map(of_row).filter(|requirement| requirement.debian != QEMU_10).collect()
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
                    false => Requirement {
                        is_there: Box::new(|| qemu_since(10)),
                        ..Requirement::package("", QEMU_10, false, &why)
                    },
                },
                Requirement { is_there, ..package("", debian) },
            ]
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

/// The emulator with `riscv_hwprobe` and with the options of vectors that the rows use. Debian 12 has an older one.
const QEMU_10: &str = "qemu-user, version 10 or later";

/// Whether QEMU is of this version or a later one.
fn qemu_since(major: u32) -> bool {
    let version = output("qemu-riscv64", &["--version"]);
    let version = version.as_deref().and_then(|text| text.split_once("version ")?.1.split_once('.'));
    version.and_then(|(found, _)| found.parse::<u32>().ok()).is_some_and(|found| found >= major)
}

fn links_wasi(toolchain: &Toolchain) -> bool {
    !toolchain.build_std || (succeeds(&format!("{WASM_LD} --version")) && Path::new(CRT).is_file())
}
