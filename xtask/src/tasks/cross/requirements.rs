//! What the rows need beside cargo: linkers, emulators, standard libraries.

use std::path::Path;

use super::{
    rows::{Foreign, Machine, ROWS, System},
    windows,
};
use crate::host::{probe::succeeds, requirement::Requirement, toolchain::Toolchain};

pub(super) const QEMU: &str = "qemu-user";
const NODE: &str = "nodejs";

/// What links for WASI where rustup's target, which brings its own linker and C library, is not installed.
const WASI_PACKAGES: &str = "lld-19 wasi-libc";
pub(super) const WASM_LD: &str = "wasm-ld-19";
pub(super) const CRT: &str = "/usr/lib/wasm32-wasi/crt1-command.o";

/// What `cargo xtask setup` installs for the rows.
pub(crate) fn requirements() -> Vec<Requirement> {
    let mut requirements = Vec::new();
    for row in &ROWS {
        let why = format!("`{}`", row.step);
        let mut package = |program: &str, packages: &str| {
            requirements.push(Requirement::package(program, packages, true, &why));
        };
        let triple = match &row.machine {
            Machine::Model(_) => {
                package("qemu-x86_64", QEMU);
                continue;
            }
            Machine::Unseen(triple) => {
                package(windows::GCC, windows::PACKAGES);
                triple
            }
            Machine::Foreign(Foreign { triple, system, .. }) => {
                match system {
                    System::Linux { gnu, qemu, debian } => {
                        package(&format!("{gnu}-gcc"), debian);
                        package(qemu, QEMU);
                    }
                    System::Wasi => {
                        package("node", NODE);
                        let there =
                            || Toolchain::find("wasm32-wasip1").is_some_and(|found| links_wasi(&found));
                        requirements.push(Requirement {
                            is_there: Box::new(there),
                            ..Requirement::package("", WASI_PACKAGES, true, &why)
                        });
                    }
                }
                triple
            }
        };
        let there = || Toolchain::find(triple).is_some();
        requirements.push(Requirement {
            is_there: Box::new(there),
            rustup: format!("target add {triple}"),
            ..Requirement::package("", "rustc-web rust-web-src", true, &why)
        });
    }
    requirements
}

/// What the row lacks on this machine, beside a compiler.
pub(super) fn missing_parts(system: System, toolchain: &Toolchain) -> Option<String> {
    match system {
        System::Linux { gnu, qemu, debian } => missing_program(&format!("{gnu}-gcc"), debian)
            .or_else(|| missing_program(qemu, QEMU))
            .or_else(|| {
                let sysroot = format!("/usr/{gnu}");
                (!Path::new(&sysroot).is_dir())
                    .then(|| format!("needs {sysroot}, of Debian's packages {debian}"))
            }),
        System::Wasi => missing_program("node", NODE).or_else(|| {
            (!links_wasi(toolchain))
                .then(|| format!("needs {WASM_LD} and {CRT}: on Debian the packages {WASI_PACKAGES}"))
        }),
    }
}

pub(super) fn missing_program(program: &str, packages: &str) -> Option<String> {
    (!succeeds(&format!("{program} --version")))
        .then(|| format!("needs {program}: on Debian the package {packages}"))
}

fn links_wasi(toolchain: &Toolchain) -> bool {
    !toolchain.build_std || (succeeds(&format!("{WASM_LD} --version")) && Path::new(CRT).is_file())
}
