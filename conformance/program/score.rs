//! `score`: measures the strength of vectors.

use std::{path::PathBuf, process::ExitCode};

use placemat_conformance::score;

use crate::{args::Format, cases, report};

/// Returns success if the vectors are correct, and kill every mutant that can be killed.
pub(crate) fn main(files: &[PathBuf], format: Format) -> Result<ExitCode, String> {
    let score = score::score(&cases::of_files(files, score::read)?);
    let text = match format {
        Format::Human => score.to_string(),
        Format::Json => serde_json::to_string_pretty(&score).map_err(|error| error.to_string())? + "\n",
    };
    report::put(&text).map_err(|error| error.to_string())?;
    let all = score.killed() == score.of() && score.wrong.is_empty();
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
