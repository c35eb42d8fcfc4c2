//! Converts a UTF-16 file with a byte order mark to UTF-8 on standard output.
//!
//! ```sh
//! cargo run -p placemat --example utf16 -- FILE > OUTPUT
//! ```

use std::{env, error::Error, fs};

use placemat::bom::{self, Form};
use placemat::utf16;

fn main() -> Result<(), Box<dyn Error>> {
    let name = env::args().nth(1).ok_or("usage: utf16 FILE")?;
    let bytes = fs::read(&name)?;
    let text = match bom::detect(&bytes) {
        Some(Form::Utf16Le) => utf16::string_from_utf16le(&bytes[2..])?,
        Some(Form::Utf16Be) => utf16::string_from_utf16be(&bytes[2..])?,
        other => return Err(format!("{name}: not UTF-16 with a byte order mark, but {other:?}").into()),
    };
    print!("{text}");
    Ok(())
}
