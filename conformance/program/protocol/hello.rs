//! The introduction of an adapter: one line of JSON.

use serde::{Deserialize, Serialize};

use super::Op;

/// The protocol version of this program.
const PROTOCOL: u32 = 1;

/// An adapter's first line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Hello {
    protocol: u32,
    /// Its name in reports.
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) version: String,
    /// The operations that it supports. Unknown names are ignored.
    pub(crate) ops: Vec<String>,
    /// The profiles that it claims; if absent, those that its operations imply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) profiles: Option<Vec<String>>,
}

impl Hello {
    pub(crate) fn new(name: impl Into<String>, version: impl Into<String>, ops: &[Op]) -> Self {
        Self {
            protocol: PROTOCOL,
            name: name.into(),
            version: version.into(),
            ops: ops.iter().map(|op| op.name().to_owned()).collect(),
            profiles: None,
        }
    }

    /// Parses the introduction on this line, or says why it is invalid.
    pub(crate) fn parse(line: &[u8]) -> Result<Self, String> {
        let hello: Self = serde_json::from_slice(line)
            .map_err(|error| format!("its first line is not the JSON that it should be: {error}"))?;
        if hello.protocol != PROTOCOL {
            return Err(format!("it speaks protocol {}; this is protocol {PROTOCOL}", hello.protocol));
        }
        if hello.name.is_empty() {
            return Err("its name is empty".to_owned());
        }
        Ok(hello)
    }

    /// Whether it lists this operation.
    pub(crate) fn has(&self, op: Op) -> bool {
        self.ops.iter().any(|name| name == op.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_introduction_is_read() {
        let hello = br#"{"protocol":1,"name":"x","version":"2","ops":["validate","later"],"more":0}"#;
        let hello = Hello::parse(hello).unwrap();
        assert!(hello.has(Op::Validate) && !hello.has(Op::Stream) && hello.profiles.is_none());
    }

    #[test]
    fn what_is_none_is_refused() {
        for line in [
            "",
            "hello",
            "{}",
            "[]",
            r#"{"protocol":2,"name":"x","version":"","ops":[]}"#,
            r#"{"protocol":1,"name":"","version":"","ops":[]}"#,
            r#"{"protocol":1,"name":"x","version":"","ops":"validate"}"#,
        ] {
            assert!(Hello::parse(line.as_bytes()).is_err(), "{line}");
        }
    }
}
