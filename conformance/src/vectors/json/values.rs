//! Values whose form in JSON is not that of their type: lengths of errors, and expected results by profile.

use serde::Serializer;
use serde::de::{self, DeserializeOwned};

use crate::profiles::Profile;
use crate::vectors::expected::Outcome;

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

/// Writes a verdict.
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

/// Reads the outcome of a profile.
fn outcome(profile: Profile, value: serde_json::Value) -> Result<Outcome, serde_json::Error> {
    use Profile::*;
    fn as_outcome<T: DeserializeOwned>(
        value: serde_json::Value, outcome: fn(T) -> Outcome,
    ) -> Result<Outcome, serde_json::Error> {
        serde_json::from_value(value).map(outcome)
    }
    match profile {
        Rfc3629 => match value.as_str() {
            Some("ok") => Ok(Outcome::Verdict(true)),
            Some("bad") => Ok(Outcome::Verdict(false)),
            _ => Err(de::Error::custom(format!("`{value}` is no verdict: \"ok\" or \"bad\""))),
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
