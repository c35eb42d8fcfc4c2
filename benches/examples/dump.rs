//! Writes the generated texts into a folder, to look at them: `cargo run -p placemat-benches --example dump
//! -- DIR`.

#![forbid(unsafe_code)]

use std::{env, fs, io, path::PathBuf};

use placemat_benches::texts;

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).map(PathBuf::from).ok_or(io::ErrorKind::InvalidInput)?;
    fs::create_dir_all(&folder)?;
    for text in texts::generated(1) {
        fs::write(folder.join(format!("{}.txt", text.name)), text.sample(1 << 20, 1))?;
    }
    Ok(())
}
