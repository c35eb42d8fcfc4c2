//! Prints results.

mod human;

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::args::Format;
use crate::checker::{Finding, Mark, Results};

/// The output of `--format json`.
#[derive(Serialize, Deserialize)]
struct Document {
    /// The version of this program.
    #[serde(rename = "placemat-conformance")]
    version: String,
    results: Vec<Results>,
}

/// Prints results to standard output.
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
    };
    put(&text)
}

/// Prints to standard output. It is no error if the reader closes the pipe.
pub(crate) fn put(text: &str) -> io::Result<()> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// An adapter's text as a single line, truncated if it is long, without characters that could control a terminal or
/// reorder text.
pub(crate) fn printable(text: &str) -> String {
    const MOST: usize = 600;
    let mut shown: String = text.chars().take(MOST).map(|c| if is_harmless(c) { c } else { ' ' }).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push_str(" ...");
    }
    shown
}

/// Whether a character is no control character, and neither ends a line, directs text nor is invisible.
fn is_harmless(c: char) -> bool {
    const OTHERS: [char; 3] = ['\u{61C}', '\u{180E}', '\u{FEFF}'];
    let is_other = matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}');
    !c.is_control() && !is_other && !OTHERS.contains(&c)
}

/// Cuts two long texts to the parts around their first difference.
fn around(expected: &str, got: &str) -> [String; 2] {
    const MOST: usize = 160;
    const BEFORE: usize = 40;
    let same = expected.chars().zip(got.chars()).take_while(|(one, other)| one == other).count();
    let longest = expected.chars().count().max(got.chars().count());
    let from = if longest > MOST { same.saturating_sub(BEFORE) } else { 0 };
    [expected, got].map(|text| {
        let mut rest = text.chars().skip(from);
        let part: String = rest.by_ref().take(MOST).collect();
        let (before, after) =
            (if from > 0 { "... " } else { "" }, if rest.next().is_some() { " ..." } else { "" });
        format!("{before}{}{after}", printable(&part))
    })
}

impl Finding {
    /// The expected and the actual result.
    fn difference(&self) -> [String; 2] {
        match self.outcome {
            Mark::Fail => around(&self.expected, &self.got),
            _ => [&self.expected, &self.got].map(|text| printable(text)),
        }
    }
}

/// Parses the output of `--format json`; fails on any other text.
pub(crate) fn read(text: &str) -> Result<Vec<Results>, serde_json::Error> {
    serde_json::from_str::<Document>(text).map(|document| document.results)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_around_the_first_difference() {
        let [expected, got] = [b"ab", b"cd"].map(|hex| {
            let end = String::from_utf8_lossy(hex);
            format!("{}{end}{}", "61".repeat(500), "62".repeat(500))
        });
        let shown = around(&expected, &got);
        assert!(shown.iter().all(|text| text.len() < 200 && text.starts_with("... 6161")), "{shown:?}");
        assert!(shown[0].contains("61ab62") && shown[1].contains("61cd62"), "{shown:?}");
        assert_eq!(around("bad 0 1 -", "ok 2 - -"), ["bad 0 1 -", "ok 2 - -"]);
    }
}
