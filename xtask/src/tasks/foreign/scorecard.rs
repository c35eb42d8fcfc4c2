//! The scorecard: which decoder agrees with what.

use std::{fmt::Write, fs};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::{host::probe, project::workspace::Workspace};

/// The results that are committed.
const FILE: &str = "conformance/scorecard.json";
/// The chapter that is made of them.
const CHAPTER: &str = "docs/src/scorecard.md";

/// The columns: a profile, and its heading.
const COLUMNS: [(&str, &str); 6] = [
    ("rfc3629", "verdict"),
    ("position", "position"),
    ("maximal-subpart", "replacement"),
    ("stream", "stream"),
    ("encode", "encode"),
    ("bom", "signature"),
];

/// The columns of the second table, which has those decoders only that convert.
const CONVERSIONS: [(&str, &str); 6] = [
    ("utf16", "UTF-16"),
    ("utf32", "UTF-32"),
    ("latin1", "Latin-1"),
    ("utf16-lossy", "UTF-16, replacement"),
    ("utf32-lossy", "UTF-32, replacement"),
    ("latin1-lossy", "Latin-1, replacement"),
];

const HEAD: &str = "# Scorecard

<!-- Written by `cargo xtask foreign --save`. Do not edit. -->

How widely used decoders answer the [vectors](conformance.md). The drivers are in `conformance/drivers/`, and
`cargo xtask foreign` repeats all of it. The table says what a decoder does, not whether it is good. RFC 3629
decides only the *verdict* and what is *encoded*. One U+FFFD for each maximal subpart is what Unicode recommends
and WHATWG requires of browsers; a decoder may document something else.

`agrees`: every answer is right. `3 of 100`: three of a hundred answers differ. An empty field: the language has no
such function, its driver does not use it, or the result does not show it. A day after a name: that decoder was
not at hand when the others were measured, or did not answer in time, and was asked the vectors of that day.
";

/// One line about the results of a decoder.
pub(super) fn summary(results: &Value) -> String {
    let columns = COLUMNS.iter().chain(&CONVERSIONS);
    let fields = columns.map(|(profile, heading)| (field(results, profile), heading));
    let fields =
        fields.filter(|(field, _)| !field.is_empty()).map(|(field, heading)| format!("{heading} {field}"));
    format!("{}: {}", title(results), fields.collect::<Vec<_>>().join(", "))
}

/// What is wrong with the driver itself.
pub(super) fn trouble(results: &Value) -> Option<String> {
    if let Some(incident) = results["incidents"].get(0) {
        return Some(incident.as_str().unwrap_or("an incident").to_owned());
    }
    let profiles = results["profiles"].as_object()?;
    let bad = ["crash", "timeout", "not-asked"];
    let crashed = profiles.values().any(|counts| bad.iter().any(|mark| counts.get(mark).is_some()));
    let asked = profiles.values().any(|counts| counts.get("pass").is_some() || counts.get("fail").is_some());
    match (crashed, asked) {
        (true, _) => Some("it crashed, or did not answer".to_owned()),
        (_, false) => Some("it answered nothing".to_owned()),
        _ => None,
    }
}

/// Writes the results and the chapter. The results of decoders that are not here stay as they were, with the
/// day on which they were measured.
pub(super) fn save(workspace: &Workspace, all: &[Value]) -> Result<()> {
    let earlier: Value = serde_json::from_str(&workspace.read(FILE)?)?;
    let date = probe::output("date", &["-u", "+%F"]).context("the program `date` prints the day")?;
    let system = probe::output("sh", &["-c", ". /etc/os-release; echo \"$PRETTY_NAME\""]).unwrap_or_default();
    let kept = all.iter().map(|results| {
        let kept = ["name", "version", "profiles", "practices"];
        kept.iter().map(|&key| (key.to_owned(), results[key].clone())).collect::<Value>()
    });
    let kept: Vec<Value> = kept.collect();
    let results = merged(&earlier, kept);
    let scorecard = json!({ "date": date.trim(), "system": system.trim(), "results": results });
    fs::write(workspace.root.join(FILE), serde_json::to_string_pretty(&scorecard)? + "\n")?;
    Ok(fs::write(workspace.root.join(CHAPTER), render(&scorecard))?)
}

/// New results in the places of the earlier ones of the same name, and all that are new at the end.
fn merged(earlier: &Value, mut new: Vec<Value>) -> Vec<Value> {
    let mut results = earlier["results"].as_array().cloned().unwrap_or_default();
    for result in &mut results {
        match new.iter().position(|new| new["name"] == result["name"]) {
            Some(at) => *result = new.remove(at),
            None if result["date"].is_null() => result["date"] = earlier["date"].clone(),
            None => {}
        }
    }
    results.append(&mut new);
    results
}

/// Writes the chapter, from the results that are committed.
pub(super) fn page(workspace: &Workspace) -> Result<()> {
    let scorecard = serde_json::from_str(&workspace.read(FILE)?)?;
    Ok(fs::write(workspace.root.join(CHAPTER), render(&scorecard))?)
}

/// A line for each decoder that was asked for one of these profiles.
fn table<const N: usize>(page: &mut String, results: &[Value], columns: [(&str, &str); N]) {
    let headings = columns.map(|(_, heading)| heading).join(" | ");
    let _ = write!(page, "\n| decoder | {headings} |\n| --- {}|\n", "| --- ".repeat(N));
    for decoder in results {
        let fields = columns.map(|(profile, _)| field(decoder, profile));
        if fields.iter().any(|field| !field.is_empty()) {
            let day = decoder["date"].as_str().map_or(String::new(), |date| format!(" ({date})"));
            let _ = writeln!(page, "| {}{day} | {} |", title(decoder), fields.join(" | "));
        }
    }
}

/// The chapter.
fn render(scorecard: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut page =
        format!("{HEAD}\nMeasured on {}, {}.\n", text(&scorecard["date"]), text(&scorecard["system"]));
    let results = scorecard["results"].as_array().map(Vec::as_slice).unwrap_or_default();
    table(&mut page, results, COLUMNS);
    page.push_str("\n## Conversions\n\nThe decoders whose drivers convert, up to the first error and with replacement:\n");
    table(&mut page, results, CONVERSIONS);
    page.push_str("\n## Practices\n\nWhere a decoder differs, most of it is a known practice:\n\n");
    for decoder in results {
        let practices = decoder["practices"].as_array().map(Vec::as_slice).unwrap_or_default();
        if !practices.is_empty() {
            let names: Vec<_> = practices.iter().map(|practice| text(&practice["name"])).collect();
            let _ = writeln!(page, "- **{}**: {}", title(decoder), names.join("; "));
        }
    }
    page
}

fn title(results: &Value) -> String {
    let text = |key| results[key].as_str().unwrap_or_default();
    format!("{} {}", text("name"), text("version")).trim().to_owned()
}

/// `agrees`, `3 of 100`, or nothing where there was nothing to compare.
fn field(results: &Value, profile: &str) -> String {
    let count = |mark| results["profiles"][profile][mark].as_u64().unwrap_or(0);
    match (count("fail"), count("pass")) {
        (0, 0) => String::new(),
        // Where there is no error, every decoder knows its position and length.
        (0, _) if count("unsupported") > 0 => String::new(),
        (0, _) => "agrees".to_owned(),
        (wrong, right) => format!("{wrong} of {}", wrong + right),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_chapter_is_made_of_the_results() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let read = |name: &str| fs::read_to_string(root.join(name)).unwrap();
        let scorecard: Value = serde_json::from_str(&read(FILE)).unwrap();
        assert!(scorecard["results"].as_array().unwrap().len() >= 20, "at least twenty decoders");
        assert_eq!(read(CHAPTER), render(&scorecard), "`cargo xtask foreign --save` writes it");
    }

    #[test]
    fn fields_say_what_differs() {
        let results = json!({ "profiles": { "a": { "pass": 9 }, "b": { "pass": 9, "fail": 1 }, "c": {} } });
        assert_eq!(
            ["a", "b", "c", "d"].map(|profile| field(&results, profile)),
            ["agrees", "1 of 10", "", ""]
        );
    }

    #[test]
    fn trouble_is_noticed() {
        assert_eq!(trouble(&json!({ "incidents": [], "profiles": { "a": { "pass": 9, "fail": 1 } } })), None);
        for results in [
            json!({ "incidents": ["x"], "profiles": { "a": { "pass": 9 } } }),
            json!({ "incidents": [], "profiles": { "a": { "pass": 9, "crash": 1 } } }),
            json!({ "incidents": [], "profiles": { "a": { "unsupported": 9 } } }),
        ] {
            assert!(trouble(&results).is_some(), "{results}");
        }
    }
}
