//! Mutants that take signatures for what they are not.

use super::mutant::{Family, Mutant};
use crate::subject::{Detects, Form, Subject};

pub(super) fn models() -> Vec<Mutant> {
    vec![mutant("the longest signature", right), mutant("octet by octet", by_hand)]
}

pub(super) fn mutants() -> Vec<Mutant> {
    FAULTS.iter().map(|&(name, detect)| mutant(name, detect)).collect()
}

fn mutant(name: &str, detect: Detect) -> Mutant {
    Mutant {
        family: Family::Detect,
        name: name.to_owned(),
        seen_by: None,
        subject: Box::new(Detector { detect }),
    }
}

type Detect = fn(&[u8]) -> Option<Form>;

struct Detector {
    detect: Detect,
}

impl Subject for Detector {
    fn name(&self) -> &str {
        "detector"
    }

    crate::claims!(detect: Detects);
}

impl Detects for Detector {
    fn detect(&self, octets: &[u8]) -> Option<Form> {
        (self.detect)(octets)
    }
}

fn right(octets: &[u8]) -> Option<Form> {
    let begins = |form: &Form| octets.starts_with(&form.signature());
    Form::ALL.into_iter().filter(begins).max_by_key(|form| form.signature().len())
}

fn by_hand(octets: &[u8]) -> Option<Form> {
    match octets {
        [0xEF, 0xBB, 0xBF, ..] => Some(Form::Utf8),
        [0xFF, 0xFE, 0, 0, ..] => Some(Form::Utf32Le),
        [0, 0, 0xFE, 0xFF, ..] => Some(Form::Utf32Be),
        [0xFF, 0xFE, ..] => Some(Form::Utf16Le),
        [0xFE, 0xFF, ..] => Some(Form::Utf16Be),
        _ => None,
    }
}

/// The right answer, but for one form.
fn without(octets: &[u8], form: Form, instead: Option<Form>) -> Option<Form> {
    let found = right(octets);
    if found == Some(form) { instead } else { found }
}

#[rustfmt::skip]
const FAULTS: &[(&str, Detect)] = &[
    ("nothing is detected", |_| None),
    ("no UTF-8", |octets| without(octets, Form::Utf8, None)),
    ("no UTF-16LE", |octets| without(octets, Form::Utf16Le, None)),
    ("no UTF-16BE", |octets| without(octets, Form::Utf16Be, None)),
    ("no UTF-32LE", |octets| without(octets, Form::Utf32Le, None)),
    ("no UTF-32BE", |octets| without(octets, Form::Utf32Be, None)),
    ("UTF-16LE is tried before UTF-32LE", |octets| without(octets, Form::Utf32Le, Some(Form::Utf16Le))),
    ("the byte orders of UTF-16 are swapped", |octets| match right(octets) {
        Some(Form::Utf16Le) => Some(Form::Utf16Be),
        Some(Form::Utf16Be) => Some(Form::Utf16Le),
        found => found,
    }),
    ("the byte orders of UTF-32 are swapped", |octets| match right(octets) {
        Some(Form::Utf32Le) => Some(Form::Utf32Be),
        Some(Form::Utf32Be) => Some(Form::Utf32Le),
        found => found,
    }),
    ("EF BB is enough", |octets| if octets.starts_with(b"\xEF\xBB") { Some(Form::Utf8) } else { right(octets) }),
    ("EF BB and any octet", |octets| match octets {
        [0xEF, 0xBB, _, ..] => Some(Form::Utf8),
        _ => right(octets),
    }),
    ("FF FE 00 is enough for UTF-32LE", |octets| match octets {
        [0xFF, 0xFE, 0, ..] => Some(Form::Utf32Le),
        _ => right(octets),
    }),
    ("00 00 FE is enough for UTF-32BE", |octets| match octets {
        [0, 0, 0xFE, ..] => Some(Form::Utf32Be),
        _ => right(octets),
    }),
    ("00 00 FF FE is UTF-32, too", |octets| match octets {
        [0, 0, 0xFF, 0xFE, ..] => Some(Form::Utf32Be),
        _ => right(octets),
    }),
    ("FE FF 00 00 is UTF-32, too", |octets| match octets {
        [0xFE, 0xFF, 0, 0, ..] => Some(Form::Utf32Le),
        _ => right(octets),
    }),
    ("FF alone is UTF-16LE", |octets| if octets == [0xFF] { Some(Form::Utf16Le) } else { right(octets) }),
    ("FE alone is UTF-16BE", |octets| if octets == [0xFE] { Some(Form::Utf16Be) } else { right(octets) }),
    ("two equal octets are UTF-16", |octets| match octets {
        [0xFF, 0xFF, ..] => Some(Form::Utf16Le),
        [0xFE, 0xFE, ..] => Some(Form::Utf16Be),
        _ => right(octets),
    }),
    ("a blank before it is skipped", |octets| right(octets.strip_prefix(b" ").unwrap_or(octets))),
    ("there must be text after it", |octets| {
        right(octets).filter(|form| octets.len() > form.signature().len())
    }),
    ("without four octets nothing is detected", |octets| right(octets).filter(|_| octets.len() >= 4)),
    ("it panics where there are fewer than two octets", |octets| {
        if octets[..2] == [0xFF, 0xFE] { right(octets) } else { by_hand(octets) }
    }),
    ("nothing at all is UTF-8", |octets| if octets.is_empty() { Some(Form::Utf8) } else { right(octets) }),
    ("whatever is not UTF-16 is UTF-8", |octets| right(octets).or(Some(Form::Utf8))),
];
