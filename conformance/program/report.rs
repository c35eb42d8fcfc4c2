//! Prints results.

use std::fmt::{self, Write as _};
use std::io::{self, Write as _};

use serde::{Deserialize, Serialize};

use crate::checker::{Finding, Mark, Results};
use crate::{args::Format, practice};

/// The output of `--format json`.
#[derive(Serialize, Deserialize)]
struct Document {
    #[serde(rename = "placemat-conformance")]
    version: String,
    results: Vec<Results>,
}

pub(crate) fn print(results: &[Results], format: Format, failures: usize) -> io::Result<()> {
    let most = if failures == 0 { usize::MAX } else { failures };
    let text = match format {
        Format::Human => results.iter().map(|results| human(results, most)).collect::<Vec<_>>().join("\n"),
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

/// Parses the output of `--format json`; fails on any other text.
pub(crate) fn read(text: &str) -> Result<Vec<Results>, serde_json::Error> {
    serde_json::from_str::<Document>(text).map(|document| document.results)
}

/// The outcomes, in the order of columns.
const MARKS: [Mark; 6] =
    [Mark::Pass, Mark::Fail, Mark::Unsupported, Mark::Crash, Mark::Timeout, Mark::NotRun];

/// The results of one decoder, with at most `most` findings.
fn human(results: &Results, most: usize) -> String {
    let mut text = String::new();
    write(&mut text, results, most).unwrap_or_default();
    text
}

fn write(text: &mut String, results: &Results, most: usize) -> fmt::Result {
    let title = printable(format!("{} {}", results.name, results.version).trim());
    writeln!(text, "{title}: {}", summary(results))?;
    writeln!(text)?;
    let marks = MARKS.into_iter().filter(|&mark| mark == Mark::Pass || results.count(mark) > 0);
    let marks: Vec<Mark> = marks.collect();
    write!(text, "  {:<16}", "profile")?;
    for mark in &marks {
        write!(text, "{mark:>12}")?;
    }
    writeln!(text)?;
    for (profile, counts) in &results.profiles {
        write!(text, "  {profile:<16}")?;
        for mark in &marks {
            match counts.get(mark) {
                Some(count) => write!(text, "{count:>12}")?,
                None => write!(text, "{:>12}", "")?,
            }
        }
        writeln!(text)?;
    }
    if !results.not_claimed.is_empty() {
        writeln!(text, "  not claimed: {}", results.not_claimed.join(", "))?;
    }
    for incident in &results.incidents {
        writeln!(text, "\nthe adapter: {}", printable(incident))?;
    }
    if !results.practices.is_empty() {
        writeln!(text, "\nknown practices: {}", practice::ABOUT)?;
        for practice in &results.practices {
            writeln!(text, "  {} ({} of {} answers)", practice.name, practice.agree, practice.of)?;
            for meaning in practice::meanings(&practice.name) {
                writeln!(text, "    {meaning}")?;
            }
        }
    }
    for finding in results.findings.iter().take(most) {
        write_finding(text, finding)?;
    }
    let left = results.found.saturating_sub(most);
    if left > 0 {
        writeln!(text, "\nand {left} more (--failures 0 prints them all)")?;
    }
    Ok(())
}

fn write_finding(text: &mut String, finding: &Finding) -> fmt::Result {
    writeln!(text, "\n{} {}: {}, {}", finding.outcome, finding.profile, finding.case, finding.field)?;
    writeln!(text, "  {:<10}{} {}", "request", finding.op, finding.input)?;
    let [expected, got] = match finding.outcome {
        Mark::Fail => around(&finding.expected, &finding.got),
        _ => [&finding.expected, &finding.got].map(|text| printable(text)),
    };
    writeln!(text, "  {:<10}{expected}", "expected")?;
    writeln!(text, "  {:<10}{got}", "got")?;
    for practice in &finding.practices {
        writeln!(text, "  {:<10}{practice}", "practice")?;
    }
    for bug in &finding.bugs {
        writeln!(text, "  {:<10}{bug}", "as in")?;
    }
    Ok(())
}

/// A line that says whether it passed, with the number of cases by outcome.
fn summary(results: &Results) -> String {
    let counts = MARKS.map(|mark| (mark, results.count(mark)));
    let counts = counts.iter().filter(|(_, count)| *count > 0).map(|(mark, count)| format!("{count} {mark}"));
    let mut parts: Vec<String> = counts.collect();
    if !results.incidents.is_empty() {
        parts.push("trouble with the adapter".to_owned());
    }
    let verdict = if results.passed() { "passed" } else { "not passed" };
    if parts.is_empty() { "no case was run".to_owned() } else { format!("{verdict}: {}", parts.join(", ")) }
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
