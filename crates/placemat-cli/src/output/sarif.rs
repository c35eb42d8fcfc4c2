//! SARIF 2.1.0: one JSON document, written piece by piece.

use placemat::ErrorKind;
use serde_json::{Value, json};

use super::{Ended, escape::uri, json, listing::Format, report::Report, why::why};
use crate::{lint::Lint, stream::Position, text::Name};

/// The rules other than kinds of errors.
const OTHERS: [(&str, &str); 5] = [
    ("bom", "The input begins with a signature (U+FEFF)."),
    ("nfc", "The text is not in Normalization Form C."),
    ("utf16", "The input is UTF-16."),
    ("unreadable", "The input could not be read."),
    ("verdict", "What there is to say about the input as a whole."),
];

/// The separator between two results.
pub(super) const SEPARATOR: &str = ",\n";

pub(super) const END: &str = "\n]}]}\n";

/// The text before the results.
pub(super) fn start() -> String {
    let kinds = ErrorKind::ALL.map(|kind| (kind.name(), format!("{}.", kind.name().replace('_', " "))));
    let kinds = kinds.iter().map(|(id, text)| (*id, text.as_str()));
    let rules: Vec<Value> = kinds
        .chain(OTHERS)
        .map(|(id, text)| json!({ "id": id, "shortDescription": { "text": text } }))
        .collect();
    let driver = json!({
        "name": "placemat",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    // The driver can always be serialised.
    format!(
        "{{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json\",\
         \n\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{driver}}},\
         \n\"columnKind\":\"unicodeCodePoints\",\"results\":[\n"
    )
}

/// The results of one input.
pub(super) struct Sarif {
    uri: String,
}

/// The location of a result: line and column; the number of bytes before it, and its length.
type Region = (Position, Option<(u64, u64)>);

/// The location of results about the whole input.
const START: Region = (Position::START, None);

impl Sarif {
    pub(super) fn new(name: Name<'_>) -> Self {
        Self { uri: uri(name.without_dot().bytes()) }
    }
}

fn result(uri: &str, rule: &str, level: &str, (position, bytes): Region, what: &str, text: &mut Vec<u8>) {
    // Code scanning rejects a result without a region.
    let mut region = json!({ "startLine": position.line, "startColumn": position.column });
    if let Some((offset, len)) = bytes {
        region["byteOffset"] = offset.into();
        region["byteLength"] = len.into();
    }
    let result = json!({
        "ruleId": rule,
        "level": level,
        "message": { "text": what },
        "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri }, "region": region } }],
    });
    text.extend_from_slice(SEPARATOR.as_bytes());
    json::write(&result, text);
}

impl Format for Sarif {
    fn report(&mut self, report: &Report, text: &mut Vec<u8>) {
        let region = (report.position, Some((report.offset, report.covered)));
        result(&self.uri, report.kind.name(), "error", region, &why(report), text);
    }

    fn lint(&mut self, lint: &Lint, text: &mut Vec<u8>) {
        let region = (lint.position, Some((lint.offset, lint.rule.len())));
        result(&self.uri, lint.rule.name(), "warning", region, &lint.rule.words(), text);
    }

    fn end(&mut self, end: &Ended, words: Option<String>, first: Option<Position>, text: &mut Vec<u8>) {
        if let Some(error) = end.failure() {
            result(&self.uri, "unreadable", "error", START, &error.to_string(), text);
        }
        if let Some(words) = words {
            let (rule, level) = match end {
                Ended::Utf16 { .. } => ("utf16", "error"),
                _ => ("verdict", "note"),
            };
            let region = first.map_or(START, |first| (first, None));
            result(&self.uri, rule, level, region, &words, text);
        }
    }
}
