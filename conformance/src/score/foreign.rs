//! Vectors from other projects: lines of JSON with any subset of the results.

use serde::Deserialize;

use crate::profiles::Profile;
use crate::vectors::{Case, ErrorLen, Expected, Input, Outcome, Recipe, Replaced, hex, json};

/// Reads vectors to score: one JSON object per line; blank lines are skipped.
///
/// A line is either a case as in `conformance/vectors/`, or has at least the bytes, as `hex` or as a recipe in
/// `input`, and the verdict: `"verdict": "ok"` or `"bad"`, or `"valid": true` or `false`. It may have `id`,
/// `position` (the number of bytes before the first error), and both `error_len` (a number, or `"end"`) and `text`
/// (the bytes with U+FFFD, as `hex`). Other fields are skipped. The error names the first line that is neither, or
/// expands to more than [`Recipe::MOST`] bytes.
///
/// ```
/// use placemat_conformance::{profiles::Profile, score, vectors::Outcome};
///
/// let cases = score::read(concat!(
///     r#"{"hex":"c0 af","verdict":"bad","comment":"a slash"}"#,
///     "\n",
///     r#"{"input":[{"fill":"61","times":64}],"valid":true,"position":64}"#,
/// ))?;
/// assert_eq!(cases.len(), 2);
/// assert_eq!(cases[0].expected[&Profile::Rfc3629], Outcome::Verdict(false));
/// # Ok::<_, String>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Case>, String> {
    json::lines(text, |line| {
        let value: serde_json::Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if value.get("expected").is_some() {
            return serde_json::from_value(value).map_err(|error| error.to_string());
        }
        let brief: Brief = serde_json::from_value(value).map_err(|error| error.to_string())?;
        brief.case()
    })
}

/// The fields of a line from another project.
#[derive(Deserialize)]
struct Brief {
    #[serde(default)]
    id: String,
    hex: Option<String>,
    input: Option<Recipe>,
    verdict: Option<String>,
    valid: Option<bool>,
    position: Option<usize>,
    error_len: Option<ErrorLen>,
    text: Option<String>,
}

impl Brief {
    fn case(self) -> Result<Case, String> {
        let bytes = |digits: &str| hex::read(&digits.replace(' ', ""));
        let input = match (self.hex, self.input) {
            (Some(digits), None) => Recipe::of(&bytes(&digits)?),
            (None, Some(recipe)) => recipe,
            _ => return Err("a vector has either `hex` or `input`".to_owned()),
        };
        let ok = match (self.verdict.as_deref(), self.valid) {
            (Some("ok"), None) => true,
            (Some("bad"), None) => false,
            (None, Some(valid)) => valid,
            _ => return Err("a vector has either `verdict`, `ok` or `bad`, or `valid`".to_owned()),
        };
        let replaced = match (self.error_len, self.text) {
            (None, None) => None,
            (error_len, Some(text)) => {
                let error_len = error_len.unwrap_or(ErrorLen::None);
                Some(Replaced::of(error_len, &input.bytes(), &bytes(&text)?))
            }
            (Some(_), None) => return Err("a vector has `error_len` only with `text`".to_owned()),
        };
        let mut expected = Expected::from([(Profile::Rfc3629, Outcome::Verdict(ok))]);
        expected.extend(self.position.map(|position| (Profile::Position, Outcome::Position(position))));
        expected.extend(replaced.map(|replaced| (Profile::MaximalSubpart, Outcome::Replaced(replaced))));
        Ok(Case { id: self.id, input: Input::Bytes(input), expected, ..Case::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors;

    #[test]
    fn lines_of_others_are_read() {
        let line = r#"{"id":"a","hex":"E282","valid":false,"position":0,"error_len":"end","text":"efbfbd"}"#;
        let cases = read(line).unwrap();
        let text = Recipe::of("\u{FFFD}".as_bytes());
        let replaced = Replaced { error_len: ErrorLen::End, replacements: 1, text };
        assert_eq!(cases[0].expected[&Profile::MaximalSubpart], Outcome::Replaced(replaced));
        // The committed vectors, too.
        let (_, text) = vectors::FILES[0];
        assert_eq!(read(text).unwrap(), vectors::read(text).unwrap());
    }

    #[test]
    fn what_is_no_vector_is_refused_with_its_line() {
        for (line, message) in [
            (r#"{"verdict":"ok"}"#, "either `hex` or `input`"),
            (r#"{"hex":"61","input":[],"verdict":"ok"}"#, "either `hex` or `input`"),
            (r#"{"hex":"61"}"#, "either `verdict`"),
            (r#"{"hex":"61","verdict":"good"}"#, "either `verdict`"),
            (r#"{"hex":"6","verdict":"ok"}"#, "two hexadecimal digits"),
            (r#"{"hex":"0g","verdict":"ok"}"#, "two hexadecimal digits"),
            (r#"{"hex":"+1","verdict":"ok"}"#, "two hexadecimal digits"),
            (r#"{"hex":"\u00E9","verdict":"ok"}"#, "two hexadecimal digits"),
            (r#"{"hex":"61","verdict":"ok","error_len":1}"#, "only with `text`"),
            ("61 ok", "line 2"),
        ] {
            let error = read(&format!("\n{line}")).unwrap_err();
            assert!(error.starts_with("line 2: ") && error.contains(message), "{line}: {error}");
        }
    }
}
