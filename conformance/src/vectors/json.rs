//! Cases as lines of JSON.

mod values;

use std::{error::Error, fmt};

use serde::{Deserialize, Serialize};

pub(super) use self::values::verdict;
use super::{
    case::{Case, Catch, Input},
    expected::Expected,
    recipe::Recipe,
};

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
pub fn read(text: &str) -> Result<Vec<Case>, LineError> {
    lines(text, |line| serde_json::from_str(line).map_err(|error| error.to_string()))
}

/// Reads each non-blank line.
pub(crate) fn lines<T>(text: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, LineError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(at, line)| read(line).map_err(|message| LineError { line: at + 1, message })).collect()
}

/// The error of an invalid line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// The line number, from 1.
    pub line: usize,
    /// Why it is invalid.
    pub message: String,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl Error for LineError {}

/// The serialised form of a case.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    id: String,
    clause: String,
    flags: Vec<String>,
    note: String,
    catches: Vec<Catch>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    input: Option<Recipe>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    values: Option<Vec<u32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    utf16be: Option<Recipe>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    utf32be: Option<Recipe>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    latin1: Option<Recipe>,
    expected: Expected,
}

impl From<Case> for Line {
    fn from(case: Case) -> Self {
        let Case { id, clause, flags, note, catches, input, expected } = case;
        let empty = Self { id, clause, flags, note, catches, expected, ..Self::default() };
        match input {
            Input::Bytes(recipe) => Self { input: Some(recipe), ..empty },
            Input::Values(values) => Self { values: Some(values), ..empty },
            Input::Utf16Be(recipe) => Self { utf16be: Some(recipe), ..empty },
            Input::Utf32Be(recipe) => Self { utf32be: Some(recipe), ..empty },
            Input::Latin1(recipe) => Self { latin1: Some(recipe), ..empty },
        }
    }
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
    use crate::vectors::{
        Converted, Encoded, ErrorLen, Kind, Marked, Older, Opened, Piece, Replaced, Signature, Split, flags,
    };

    fn bytes(bytes: &[u8]) -> Recipe {
        Recipe::of(bytes)
    }

    /// A case in which every field is set. Its results are arbitrary.
    fn full() -> Case {
        let opened = || Opened { position: 1, text: bytes(b"a") };
        let split = || Split { chunks: vec![0, 2], outputs: vec![bytes(b""), bytes(b"a"), bytes(b"b")] };
        let converted =
            |kind| Some(Converted { position: 1, error_len: ErrorLen::None, kind, output: bytes(b"\0a") });
        let older = |error_len, utf8| Some(Older { position: 3, error_len, utf8 });
        Case {
            id: "a-case".to_owned(),
            clause: "RFC 3629, section 4".to_owned(),
            flags: vec![flags::SMOKE.to_owned()],
            note: "A \"note\".".to_owned(),
            catches: vec![
                Catch::Mutant("semantic: C0 leads".to_owned()),
                Catch::Bug { name: "a bug".to_owned(), url: Some("https://example.org/1".to_owned()) },
                Catch::Bug { name: "another".to_owned(), url: None },
            ],
            input: Input::Bytes(Recipe::new(vec![
                Piece::Fill { bytes: b"a".to_vec(), times: 63 },
                Piece::Hex(b"\xC2".to_vec()),
            ])),
            expected: Expected {
                rfc3629: Some(false),
                position: Some(63),
                maximal_subpart: Some(Replaced {
                    error_len: ErrorLen::End,
                    replacements: 1,
                    text: bytes(b"a"),
                }),
                per_byte: Some(bytes(b"a")),
                whole_sequence: Some(bytes(b"")),
                java: Some(bytes(b"b")),
                stream: vec![split()],
                encode: Some(Encoded { refused: Some(3), output: bytes(b"") }),
                bom: Some(Signature {
                    present: false,
                    character: opened(),
                    kept: opened(),
                    ignored: opened(),
                    stripped: opened(),
                    splits: vec![split()],
                }),
                utf16: converted(None),
                utf32: converted(Some(Kind::Surrogate)),
                latin1: converted(Some(Kind::Unmappable)),
                utf16_lossy: Some(bytes(b"\0a")),
                utf32_lossy: Some(bytes(b"")),
                latin1_lossy: Some(Marked { replacement: b'?', output: bytes(b"a?") }),
                rfc2279: older(ErrorLen::Units(2), None),
                cesu8: older(ErrorLen::None, Some(bytes(b"a"))),
                mutf8: older(ErrorLen::End, None),
                wtf8: older(ErrorLen::None, Some(bytes(b""))),
            },
        }
    }

    #[test]
    fn cases_are_read_as_they_are_written() {
        for input in [
            full().input,
            Input::Values(vec![0, 0xD800, u32::MAX]),
            Input::Utf16Be(bytes(b"\xD8\x00\0")),
            Input::Utf32Be(bytes(b"\0\0\0a\0")),
            Input::Latin1(bytes(b"\xE9")),
            Input::Bytes(Recipe::default()),
        ] {
            let case = Case { input, ..full() };
            let bare = Case { expected: Expected::default(), catches: vec![], flags: vec![], ..case.clone() };
            let text = format!("{}\n\n{}\n", write(&case), write(&bare));
            assert_eq!(read(&text), Ok(vec![case, bare]), "{text}");
        }
    }

    #[test]
    fn a_line_looks_like_this() {
        let expected = Expected { rfc3629: Some(false), position: Some(63), ..Expected::default() };
        let case = Case { expected, catches: vec![], ..full() };
        assert_eq!(
            write(&case),
            r#"{"id":"a-case","clause":"RFC 3629, section 4","flags":["smoke"],"note":"A \"note\".","#
                .to_owned()
                + r#""catches":[],"input":[{"fill":"61","times":63},{"hex":"c2"}],"#
                + r#""expected":{"rfc3629":"bad","position":63}}"#
        );
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
            (r#""input":[],"expected":{"utf-8":"ok"}"#, "unknown field"),
            (
                r#""input":[],"expected":{"maximal-subpart":{"error_len":"no","replacements":0,"text":[]}}"#,
                "no length of an error",
            ),
            (huge.as_str(), "a recipe makes more than"),
        ] {
            let error = read(&format!("{}\n{}", write(&full()), line(fields))).unwrap_err();
            assert_eq!(error.line, 2);
            assert!(error.to_string().contains(message), "{fields}: {error}");
        }
    }
}
