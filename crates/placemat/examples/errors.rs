//! Lists the invalid sequences of a file, as `FILE:LINE:COLUMN`, with a diagnosis where there is one.
//!
//! ```sh
//! cargo run -p placemat --example errors -- LICENSE-MIT
//! ```

use std::{env, error::Error, fs, process::ExitCode};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let name = env::args().nth(1).ok_or("usage: errors FILE")?;
    let bytes = fs::read(&name)?;
    let mut status = ExitCode::SUCCESS;
    for error in placemat::errors(&bytes) {
        let before = &bytes[..error.offset];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let column = placemat::chars::char_indices(&before[start..]).count() + 1;
        let cause = placemat::diagnose(&bytes, &error).map_or(String::new(), |cause| format!("; {cause}"));
        println!("{name}:{line}:{column}: {}{cause}", error.kind);
        status = ExitCode::FAILURE;
    }
    Ok(status)
}
