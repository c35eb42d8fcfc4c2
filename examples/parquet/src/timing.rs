//! A contender of `ratios.py`: reads a column on request, and reports the time.
//!
//! Different builds cannot share a process, so each runs in a process of its own, and waits while another one measures.

use std::io::{BufRead, Write};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::{read, texts::TEXTS};

/// Prints the names of the columns in a line, separated by tabs. Then each line of `input` is the index of a column,
/// and the answer is its size in bytes and the nanoseconds that reading it took.
///
/// # Errors
///
/// A line that is not such an index, and errors from reading or from the streams.
pub fn serve(input: impl BufRead, mut output: impl Write) -> Result<()> {
    let files = TEXTS.iter().map(|text| text.file()).collect::<Result<Vec<_>>>()?;
    writeln!(output, "{}", TEXTS.map(|text| text.name).join("\t"))?;
    output.flush()?;
    for line in input.lines() {
        let line = line?;
        let file = line.trim().parse().ok().and_then(|column: usize| files.get(column));
        let file = file.with_context(|| format!("`{line}` is not the number of a column"))?;
        // Read once before, since another process may have evicted the caches.
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
