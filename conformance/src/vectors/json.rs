//! Cases as lines of JSON.

mod values;

use serde::Deserialize;

pub(super) use self::values::{by_profile::serialize, verdict};
use super::case::{Case, Catch, Input};
use super::{expected::Expected, recipe::Recipe};

/// The case as one line, without the line feed.
///
/// # Panics
///
/// Never: every case can be serialised.
#[must_use]
pub fn write(case: &Case) -> String {
    match serde_json::to_string(case) {
        Ok(line) => line,
        Err(error) => panic!("{}: {error}", case.id),
    }
}

/// The cases of a file: one on each line. Blank lines are skipped.
///
/// # Errors
///
/// The first line that is not a case, or that expands to more than [`Recipe::MOST`] bytes.
pub fn read(text: &str) -> Result<Vec<Case>, String> {
    lines(text, |line| serde_json::from_str(line).map_err(|error| error.to_string()))
}

/// Reads each non-blank line.
pub(crate) fn lines<T>(text: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(at, line)| read(line).map_err(|message| format!("line {}: {message}", at + 1))).collect()
}

/// A case as it is read: with exactly one input.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    id: String,
    clause: String,
    flags: Vec<String>,
    note: String,
    catches: Vec<Catch>,
    input: Option<Recipe>,
    values: Option<Vec<u32>>,
    utf16be: Option<Recipe>,
    utf32be: Option<Recipe>,
    latin1: Option<Recipe>,
    #[serde(deserialize_with = "values::by_profile::deserialize")]
    expected: Expected,
}

impl TryFrom<Line> for Case {
    type Error = String;

    fn try_from(line: Line) -> Result<Self, String> {
        let Line { id, clause, flags, note, catches, expected, .. } = line;
        let input = match (line.input, line.values, line.utf16be, line.utf32be, line.latin1) {
            (Some(recipe), None, None, None, None) => Input::Bytes(bounded(recipe)?),
            (None, Some(values), None, None, None) => Input::Values(values),
            (None, None, Some(recipe), None, None) => Input::Utf16Be(bounded(recipe)?),
            (None, None, None, Some(recipe), None) => Input::Utf32Be(bounded(recipe)?),
            (None, None, None, None, Some(recipe)) => Input::Latin1(bounded(recipe)?),
            _ => {
                return Err(
                    "a case has one of `input`, `values`, `utf16be`, `utf32be` and `latin1`".to_owned()
                );
            }
        };
        Ok(Self { id, clause, flags, note, catches, input, expected })
    }
}

/// The recipe, unless it expands to too many bytes.
pub(crate) fn bounded(recipe: Recipe) -> Result<Recipe, String> {
    match recipe.len() {
        Some(len) if len <= Recipe::MOST => Ok(recipe),
        _ => Err(format!("a recipe makes more than {} bytes", Recipe::MOST)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn committed_lines_are_written_as_they_are_read() {
        for (name, text) in placemat_vectors::FILES {
            let cases = read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(cases.len(), text.lines().count(), "{name}");
            for (case, line) in cases.iter().zip(text.lines()) {
                assert_eq!(write(case), line);
            }
        }
    }

    #[test]
    fn blank_lines_are_skipped() {
        let line =
            r#"{"id":"a","clause":"","flags":[],"note":"","catches":[],"values":[55296],"expected":{}}"#;
        assert_eq!(read(&format!("{line}\n\n{line}\n")).unwrap().len(), 2);
    }

    #[test]
    fn what_is_no_case_is_refused_with_its_line() {
        let line =
            |fields: &str| format!(r#"{{"id":"a","clause":"","flags":[],"note":"","catches":[],{fields}}}"#);
        let huge = format!(r#""input":[{{"fill":"61","times":{}}}],"expected":{{}}"#, Recipe::MOST + 1);
        for (fields, message) in [
            (r#""expected":{}"#, "a case has one of"),
            (r#""input":[],"values":[],"expected":{}"#, "a case has one of"),
            (r#""utf16be":[],"latin1":[],"expected":{}"#, "a case has one of"),
            (
                r#""latin1":[],"expected":{"latin1":{"position":0,"error_len":1,"kind":"no","output":[]}}"#,
                "no",
            ),
            (r#""input":[{"hex":"0"}],"expected":{}"#, "two hexadecimal digits"),
            (r#""input":[{"hex":"00","times":2}],"expected":{}"#, "either `hex`"),
            (r#""input":[{"fill":"00","times":-1}],"expected":{}"#, "-1"),
            (r#""input":[],"expected":{"rfc3629":"good"}"#, "no verdict"),
            (r#""input":[],"expected":{"position":"0"}"#, "position"),
            (r#""input":[],"expected":{"utf-8":"ok"}"#, "there is no profile"),
            (
                r#""input":[],"expected":{"maximal-subpart":{"error_len":"no","replacements":0,"text":[]}}"#,
                "no length of an error",
            ),
            (huge.as_str(), "a recipe makes more than"),
        ] {
            let good = line(r#""latin1":[],"expected":{}"#);
            let error = read(&format!("{good}\n{}", line(fields))).unwrap_err();
            assert!(error.starts_with("line 2: ") && error.contains(message), "{fields}: {error}");
        }
    }
}
