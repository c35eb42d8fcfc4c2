//! Records the compilers and flags of this package for reports.

use std::env;
use std::process::{Command, Stdio};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=CXX");
    println!("cargo:rerun-if-env-changed=CXXFLAGS");
    println!("cargo:rerun-if-env-changed=PLACEMAT_SIMDUTF");
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    note("RUSTC", &first_line(&rustc));
    let cxx = env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    note("CXX", &first_line(&cxx));
    note("CXXFLAGS", &env::var("CXXFLAGS").unwrap_or_default());
    // The version of simdutf, if it is not the one that the crate bundles.
    note("SIMDUTF", &env::var("PLACEMAT_SIMDUTF").unwrap_or_default());
    // Cargo separates the flags with this character.
    note("RUSTFLAGS", &env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\u{1f}', " "));
    for name in ["TARGET", "OPT_LEVEL", "PROFILE"] {
        note(name, &env::var(name).unwrap_or_default());
    }
}

fn note(name: &str, value: &str) {
    println!("cargo:rustc-env=BENCHES_{name}={value}");
}

/// The first line of `program --version`; empty if it cannot be run.
fn first_line(program: &str) -> String {
    let output = Command::new(program).arg("--version").stderr(Stdio::null()).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().next().unwrap_or_default().to_owned()
}
