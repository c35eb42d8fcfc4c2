//! One contender of `ratios.py`: it reads a column when it is told to, and says how long that took.
//!
//! Builds that differ cannot be in one process, so each is a process of its own, and waits while another
//! measures.

use std::{
    io::{BufRead, Write},
    time::Instant,
};

use anyhow::{Context, Result, ensure};

use crate::{read, texts::TEXTS};

/// Prints the names of the columns in a line, separated by tabs. Then each line of `input` is the number of a
/// column, and the answer is how many bytes it has and the nanoseconds that it took to read them.
///
/// # Errors
///
/// A line that is no such number, or what reading, or the streams, fail with.
pub fn serve(input: impl BufRead, mut output: impl Write) -> Result<()> {
    let files = TEXTS.iter().map(|text| text.file()).collect::<Result<Vec<_>>>()?;
    writeln!(output, "{}", TEXTS.map(|text| text.name).join("\t"))?;
    output.flush()?;
    for line in input.lines() {
        let line = line?;
        let file = line.trim().parse().ok().and_then(|column: usize| files.get(column));
        let file = file.with_context(|| format!("`{line}` is not the number of a column"))?;
        // Once before: another process has had the caches.
        read(file.clone(), |_, _| Ok(()))?;
        let begin = Instant::now();
        let bytes = read(file.clone(), |_, _| Ok(()))?.bytes;
        let time = begin.elapsed().as_nanos();
        ensure!(bytes > 0, "nothing was read");
        writeln!(output, "{bytes} {time}")?;
        output.flush()?;
    }
    Ok(())
}
