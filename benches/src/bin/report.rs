//! The program that `cargo xtask bench` starts.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    placemat_benches::main()
}
