//! Values that are words in JSON: lengths of errors, and verdicts.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::vectors::expected::ErrorLen;

impl Serialize for ErrorLen {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::None => to.serialize_none(),
            Self::Units(len) => len.serialize(to),
            Self::End => to.serialize_str("end"),
        }
    }
}

impl<'de> Deserialize<'de> for ErrorLen {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Value {
            Units(usize),
            Word(String),
        }
        match Option::deserialize(from)? {
            None => Ok(Self::None),
            Some(Value::Units(len)) => Ok(Self::Units(len)),
            Some(Value::Word(word)) if word == "end" => Ok(Self::End),
            Some(Value::Word(word)) => Err(de::Error::custom(format!(
                "`{word}` is no length of an error: a number, null or \"end\""
            ))),
        }
    }
}

/// A verdict: `"ok"` or `"bad"`.
pub(crate) mod verdict {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    #[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
    pub(crate) fn serialize<S: Serializer>(ok: &Option<bool>, to: S) -> Result<S::Ok, S::Error> {
        ok.map(|ok| if ok { "ok" } else { "bad" }).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<bool>, D::Error> {
        match Option::<String>::deserialize(from)?.as_deref() {
            None => Ok(None),
            Some("ok") => Ok(Some(true)),
            Some("bad") => Ok(Some(false)),
            Some(other) => Err(de::Error::custom(format!("`{other}` is no verdict: `ok` or `bad`"))),
        }
    }
}
