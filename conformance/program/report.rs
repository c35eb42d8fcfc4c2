//! Results as they are printed.

mod html;
mod human;

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::{args::Format, judge::Results};

/// What `--format json` prints.
#[derive(Serialize, Deserialize)]
struct Document {
    /// The version of this program.
    #[serde(rename = "placemat-conformance")]
    version: String,
    results: Vec<Results>,
}

/// Prints results to standard output.
///
/// # Errors
///
/// Those of standard output.
pub(crate) fn print(results: &[Results], format: Format, failures: usize) -> io::Result<()> {
    let most = if failures == 0 { usize::MAX } else { failures };
    let text = match format {
        Format::Human => {
            results.iter().map(|results| human::text(results, most)).collect::<Vec<_>>().join("\n")
        }
        Format::Json => {
            let version = env!("CARGO_PKG_VERSION").to_owned();
            serde_json::to_string_pretty(&Document { version, results: results.to_vec() })? + "\n"
        }
        Format::Html => html::page(results),
    };
    io::stdout().lock().write_all(text.as_bytes())
}

/// The results that `--format json` has printed.
///
/// # Errors
///
/// The text is something else.
pub(crate) fn read(text: &str) -> Result<Vec<Results>, serde_json::Error> {
    serde_json::from_str::<Document>(text).map(|document| document.results)
}
