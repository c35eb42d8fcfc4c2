//! SARIF 2.1.0: one JSON document, written piece by piece.

use placemat::Utf8ErrorKind;
use serde_json::{Value, json};

use super::{Ended, escape::uri, json, listing::Format, report::Report};
use crate::{lint::Lint, stream::Position, text::Name};

/// The rules other than kinds of errors, each with a page about it.
const OTHERS: [(&str, &str, &str); 14] = [
    ("bom", "The input begins with a byte order mark (U+FEFF).", BOM),
    ("nul", "NUL (U+0000) in text.", SUBSETS),
    ("control", "A control character other than tab, line feed, form feed and carriage return.", SUBSETS),
    ("bidi", "A control that reorders text, as in CVE-2021-42574.", SOURCE_CODE),
    ("invisible", "A character without width that is not needed where it is.", SOURCE_CODE),
    ("tag", "A tag (U+E0000..U+E007F) that is not part of an emoji.", EMOJI),
    ("replacement", "U+FFFD: text was lost before.", BOM),
    ("noncharacter", "A noncharacter.", SUBSETS),
    ("private-use", "A character for private use.", "https://www.unicode.org/faq/private_use.html"),
    ("double-encoded", "Text that was encoded twice.", UTF_8),
    (
        "charset",
        "The input is not in the encoding that .editorconfig sets.",
        "https://spec.editorconfig.org/",
    ),
    ("utf16", "The input is UTF-16.", UTF_8),
    ("unreadable", "The input could not be read.", UTF_8),
    ("verdict", "What there is to say about the input as a whole.", UTF_8),
];

const BOM: &str = "https://www.unicode.org/faq/utf_bom.html";
const EMOJI: &str = "https://www.unicode.org/reports/tr51/";
const SOURCE_CODE: &str = "https://www.unicode.org/reports/tr55/";
const SUBSETS: &str = "https://www.rfc-editor.org/rfc/rfc9839.html";
const UTF_8: &str = "https://www.rfc-editor.org/rfc/rfc3629.html";

/// The separator between two results.
pub(super) const SEPARATOR: &str = ",\n";

pub(super) const END: &str = "\n]}]}\n";

/// The text before the results.
pub(super) fn start() -> String {
    let kinds = Utf8ErrorKind::ALL.map(|kind| (kind.name(), format!("{}.", kind.name().replace('_', " "))));
    let kinds = kinds.iter().map(|(id, text)| (*id, text.as_str(), UTF_8));
    let rules: Vec<Value> = kinds
        .chain(OTHERS)
        .map(|(id, text, uri)| json!({ "id": id, "shortDescription": { "text": text }, "helpUri": uri }))
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
        result(&self.uri, report.kind.name(), "error", region, &report.why(), text);
    }

    fn lint(&mut self, lint: &Lint, words: &str, text: &mut Vec<u8>) {
        let region = (lint.place.position, Some((lint.place.offset, lint.rule.len())));
        result(&self.uri, lint.rule.name(), "warning", region, words, text);
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
