//! JSON Lines.

use std::{borrow::Cow, io};

use placemat::Utf8ErrorKind;
use serde::Serialize;
use serde_json::ser::Formatter;

use super::totals::{Checked, Ended, Totals};
use super::{listing::Format, report::Report};
use crate::text::{Name, is_harmless, packed_hex};
use crate::{evidence::Reading, hint::Hint, lint::Lint, stream::Position};

/// The records of one input.
pub(super) struct Json<'a> {
    pub(super) name: Name<'a>,
    pub(super) backend: &'static str,
}

impl Format for Json<'_> {
    fn report(&mut self, report: &Report, text: &mut Vec<u8>) {
        line(
            &Error {
                r#type: "error",
                path: self.name,
                offset: report.offset,
                len: (report.kind != Utf8ErrorKind::Truncated).then_some(report.len),
                kind: report.kind.name(),
                line: report.position.line,
                column: report.position.column,
                bytes: packed_hex(report.bytes()),
                next: report.next.map(|next| packed_hex(&[next])),
                hint: report.hint,
            },
            text,
        );
    }

    fn lint(&mut self, lint: &Lint, words: &str, text: &mut Vec<u8>) {
        line(
            &Broken {
                r#type: "lint",
                path: self.name,
                offset: lint.place.offset,
                len: lint.rule.len(),
                line: lint.place.position.line,
                column: lint.place.position.column,
                rule: lint.rule.name(),
                message: words,
            },
            text,
        );
    }

    fn end(&mut self, end: &Ended, _: Option<String>, _: Option<Position>, text: &mut Vec<u8>) {
        let (path, backend) = (Some(self.name), self.backend);
        let mut record = Input { r#type: "input", path, backend, ..Input::default() };
        let hint = match end {
            Ended::Checked(Checked { tally, hint, lints, charset, .. }) => {
                record.charset = *charset;
                record.bytes = tally.bytes;
                record.error_count = tally.errors;
                record.lint_count = *lints;
                match &tally.failure {
                    None => record.valid = charset.is_none().then_some(tally.errors == 0),
                    Some(error) => record.io_error = Some(error.to_string()),
                }
                if tally.errors > 0 {
                    record.utf8_share = tally.share.ratio();
                }
                if tally.errors > 0 && hint.as_ref().is_none_or(Hint::is_by_price) {
                    let readings = tally.counts.readings();
                    record.confidence = tally.counts.confidence(&readings);
                    record.readings = readings.iter().take(2).map(Likely::of).collect();
                }
                hint.as_ref()
            }
            Ended::Utf16 { hint, bytes } => {
                record.valid = Some(false);
                record.bytes = *bytes;
                Some(hint)
            }
            Ended::Binary { listed: false } => return,
            Ended::Binary { listed: true } => {
                record.skipped = Some("binary");
                None
            }
        };
        record.hint = hint.map(Hint::name);
        record.convert_from = hint.and_then(Hint::convert_from);
        line(&record, text);
    }
}

/// The last line.
pub(super) fn summary(totals: &Totals, backend: &'static str) -> Vec<u8> {
    let mut text = Vec::new();
    line(&Summary { r#type: "summary", totals, backend }, &mut text);
    text
}

pub(super) fn line(record: &impl Serialize, text: &mut Vec<u8>) {
    write(record, text);
    text.push(b'\n');
}

/// Writes a record without a line feed.
pub(super) fn write(record: &impl Serialize, text: &mut Vec<u8>) {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *text, Escaping);
    // These records can be serialised, and writing to memory cannot fail.
    let _ = record.serialize(&mut serializer);
}

/// Writes on one line and escapes characters that could harm a terminal, and `##[`, which GitHub treats as the start
/// of a workflow command anywhere. The report for people escapes the same characters.
struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self, out: &mut W, fragment: &str,
    ) -> io::Result<()> {
        let fragment = fragment.replace("##[", "##\\u005b");
        let mut rest = fragment.as_str();
        while let Some((at, harmful)) = rest.char_indices().find(|(_, char)| !is_harmless(*char)) {
            out.write_all(&rest.as_bytes()[..at])?;
            for unit in harmful.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = &rest[at + harmful.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }
}

// The fields are written in this order.

#[derive(Serialize)]
struct Error<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    path: Name<'a>,
    offset: u64,
    len: Option<usize>,
    kind: &'static str,
    line: u64,
    column: u64,
    bytes: String,
    next: Option<String>,
    hint: Option<&'static str>,
}

#[derive(Serialize)]
struct Broken<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    path: Name<'a>,
    offset: u64,
    len: u64,
    line: u64,
    column: u64,
    rule: &'static str,
    message: &'a str,
}

#[derive(Default, Serialize)]
struct Input<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    path: Option<Name<'a>>,
    valid: Option<bool>,
    bytes: u64,
    error_count: u64,
    lint_count: u64,
    backend: &'static str,
    hint: Option<Cow<'static, str>>,
    convert_from: Option<Cow<'static, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    utf8_share: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    readings: Vec<Likely>,
    #[serde(skip_serializing_if = "Option::is_none")]
    charset: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    io_error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<&'static str>,
}

/// An encoding that the input may be in.
#[derive(Serialize)]
struct Likely {
    encoding: &'static str,
    language: &'static str,
    /// How unlikely such a text is.
    bits: u64,
}

impl Likely {
    fn of(reading: &Reading) -> Self {
        Self { encoding: reading.charset.name(), language: reading.language, bits: reading.bits() }
    }
}

#[derive(Serialize)]
struct Summary<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    totals: &'a Totals,
    backend: &'static str,
}
