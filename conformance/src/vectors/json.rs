//! Cases as lines of JSON.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serializer};
use serde_json::{Map, Value};

use super::case::{Case, Input, Outcome};
use crate::profiles::Profile;

/// The case as one line, without the line feed.
pub fn write(case: &Case) -> String {
    serde_json::to_string(case).expect("every case can be serialised")
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

/// The word for an input that ends inside a sequence.
pub(crate) mod end {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(crate) fn serialize<S: Serializer>(to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str("end")
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<(), D::Error> {
        let word = String::deserialize(from)?;
        (word == "end").then_some(()).ok_or_else(|| D::Error::custom("another word"))
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
pub(crate) fn verdict<S: Serializer>(ok: &bool, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(if *ok { "ok" } else { "bad" })
}

/// The outcomes of a case by the names of their profiles.
pub(crate) mod by_profile {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::{profiles::Profile, vectors::Expected};

    pub(crate) fn serialize<S: Serializer>(expected: &Expected, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(expected.iter().map(|(profile, outcome)| (profile.name(), outcome)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Expected, D::Error> {
        let values = BTreeMap::<String, serde_json::Value>::deserialize(from)?;
        let outcomes = values.into_iter().map(|(name, value)| {
            let profile: Profile = name.parse().map_err(D::Error::custom)?;
            let outcome = super::outcome(profile, value);
            Ok((profile, outcome.map_err(|error| D::Error::custom(format!("{name}: {error}")))?))
        });
        outcomes.collect()
    }
}

fn outcome(profile: Profile, value: Value) -> Result<Outcome, serde_json::Error> {
    use Profile::*;
    fn as_outcome<T: DeserializeOwned>(
        value: Value, outcome: fn(T) -> Outcome,
    ) -> Result<Outcome, serde_json::Error> {
        serde_json::from_value(value).map(outcome)
    }
    match profile {
        Rfc3629 => match value.as_str() {
            Some("ok") => Ok(Outcome::Verdict(true)),
            Some("bad") => Ok(Outcome::Verdict(false)),
            _ => Err(Error::custom(format!("`{value}` is no verdict: \"ok\" or \"bad\""))),
        },
        Position => as_outcome(value, Outcome::Position),
        MaximalSubpart => as_outcome(value, Outcome::Replaced),
        PerByte | WholeSequence | Java | Utf16Lossy | Utf32Lossy => as_outcome(value, Outcome::Text),
        Stream => as_outcome(value, Outcome::Splits),
        Encode => as_outcome(value, Outcome::Encoded),
        Bom => as_outcome(value, Outcome::Signature),
        Utf16 | Utf32 | Latin1 => as_outcome(value, Outcome::Converted),
        Latin1Lossy => as_outcome(value, Outcome::Marked),
        Rfc2279 | Cesu8 | Mutf8 | Wtf8 => as_outcome(value, Outcome::Older),
    }
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
            (
                r#""input":[],"expected":{"utf8":"ok"}"#,
                "there is no profile `utf8`; there are: rfc3629, position, ",
            ),
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
