//! Cases as lines of JSON.

mod values;

use serde::{Deserialize, Deserializer, de::Error};
use serde_json::{Map, Value};

pub(super) use self::values::{by_profile, end, verdict};
use super::case::{Case, Input};

/// The case as one line, without the line feed. Every case can be serialised.
pub fn write(case: &Case) -> String {
    match serde_json::to_string(case) {
        Ok(line) => line,
        Err(error) => panic!("{}: {error}", case.id),
    }
}

/// The cases of a file: one on each line. Blank lines are skipped. The error names the first line that is not a case,
/// or that expands to more than [`Recipe::MOST`](super::Recipe::MOST) bytes.
pub fn read(text: &str) -> Result<Vec<Case>, String> {
    lines(text, |line| serde_json::from_str(line).map_err(|error| error.to_string()))
}

/// Reads each non-blank line.
pub(crate) fn lines<T>(text: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(at, line)| read(line).map_err(|message| format!("line {}: {message}", at + 1))).collect()
}

/// Reads what is left of a case after its other fields: exactly one input.
pub(super) fn one_input<'de, D: Deserializer<'de>>(from: D) -> Result<Input, D::Error> {
    let fields = Map::deserialize(from)?;
    if fields.len() != 1 {
        let message = "a case has one of `input`, `values`, `utf16be`, `utf32be` and `latin1`";
        return Err(D::Error::custom(message));
    }
    Input::deserialize(Value::Object(fields)).map_err(D::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::Recipe;

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
