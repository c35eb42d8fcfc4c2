//! Formats results for people.

use std::fmt::Write;

use super::printable;
use crate::checker::{Finding, Mark, Results};
use crate::practice;

/// The outcomes, in the order of columns.
const MARKS: [Mark; 6] =
    [Mark::Pass, Mark::Fail, Mark::Unsupported, Mark::Crash, Mark::Timeout, Mark::NotRun];

/// The results of one decoder, with at most `most` findings.
pub(super) fn text(results: &Results, most: usize) -> String {
    let mut text = String::new();
    write(&mut text, results, most).unwrap_or_default();
    text
}

fn write(text: &mut String, results: &Results, most: usize) -> std::fmt::Result {
    writeln!(text, "{}: {}", title(results), summary(results))?;
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

fn write_finding(text: &mut String, finding: &Finding) -> std::fmt::Result {
    writeln!(text, "\n{} {}: {}, {}", finding.outcome, finding.profile, finding.case, finding.field)?;
    writeln!(text, "  {:<10}{} {}", "request", finding.op, finding.input)?;
    let [expected, got] = finding.difference();
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

/// Name and version.
fn title(results: &Results) -> String {
    printable(format!("{} {}", results.name, results.version).trim())
}

/// A line that says whether it passed, with the number of cases by outcome.
fn summary(results: &Results) -> String {
    let counts = MARKS.map(|mark| (mark, results.count(mark)));
    let counts = counts.iter().filter(|(_, count)| *count > 0).map(|(mark, count)| format!("{count} {mark}"));
    let mut parts: Vec<String> = counts.collect();
    if !results.incidents.is_empty() {
        parts.push("trouble with the adapter".to_owned());
    }
    let verdict = match results.passed() {
        true => "passed",
        false if parts.is_empty() => "no case was run",
        false => "not passed",
    };
    if parts.is_empty() { verdict.to_owned() } else { format!("{verdict}: {}", parts.join(", ")) }
}
