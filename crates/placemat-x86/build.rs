//! Leaves out `avx512` with compilers older than Rust 1.89, which do not have its intrinsics.

use std::{env, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if minor_version().is_some_and(|minor| minor < 89) {
        println!("cargo::rustc-cfg=placemat_without=\"avx512\"");
    }
}

/// The 88 of `rustc 1.88.0`; `None` if the compiler says something else, and then it is taken for a new one.
fn minor_version() -> Option<u32> {
    let output = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    version.strip_prefix("rustc 1.")?.split('.').next()?.parse().ok()
}
