//! Mutants that take names of charsets for what they are not.

use super::mutant::{Family, Mutant};
use crate::subject::{KnowsLabels, Label, Subject};

pub(super) fn models() -> Vec<Mutant> {
    vec![mutant("two tables", Names::RIGHT)]
}

pub(super) fn mutants() -> Vec<Mutant> {
    let faults = FAULTS.iter().map(|&(name, names)| mutant(name, names));
    let unknown = WHATWG.iter().enumerate().map(|(nth, known)| {
        mutant(&format!("WHATWG's {known} is unknown"), Names { missing: Some(nth), ..Names::RIGHT })
    });
    faults.chain(unknown).collect()
}

fn mutant(name: &str, names: Names) -> Mutant {
    Mutant { family: Family::Labels, name: name.to_owned(), seen_by: None, subject: Box::new(names) }
}

const WHATWG: [&str; 6] =
    ["unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8"];

#[derive(Clone, Copy)]
struct Names {
    rfc: fn(&[u8]) -> Label,
    /// What is left of a label when what surrounds it is removed.
    trim: fn(&[u8]) -> &[u8],
    /// Whether two labels are the same.
    same: fn(&[u8], &[u8]) -> bool,
    /// The name that is not known.
    missing: Option<usize>,
}

impl Names {
    const RIGHT: Self =
        Self { rfc, trim: <[u8]>::trim_ascii, same: <[u8]>::eq_ignore_ascii_case, missing: None };
}

fn rfc(label: &[u8]) -> Label {
    match &label.to_ascii_uppercase()[..] {
        b"UTF-8" => Label::Utf8,
        b"UNICODE-1-1-UTF-8" => Label::OldHangul,
        _ => Label::Unknown,
    }
}

impl Subject for Names {
    fn name(&self) -> &str {
        "names"
    }

    crate::claims!(labels: KnowsLabels);
}

impl KnowsLabels for Names {
    fn rfc(&self, label: &[u8]) -> Label {
        (self.rfc)(label)
    }

    fn whatwg(&self, label: &[u8]) -> bool {
        let label = (self.trim)(label);
        let known = WHATWG.iter().enumerate().filter(|(nth, _)| Some(*nth) != self.missing);
        known.map(|(_, name)| name.as_bytes()).any(|name| (self.same)(label, name))
    }
}

const fn by_rfc(rfc: fn(&[u8]) -> Label) -> Names {
    Names { rfc, ..Names::RIGHT }
}

const fn trimmed(trim: fn(&[u8]) -> &[u8]) -> Names {
    Names { trim, ..Names::RIGHT }
}

const fn compared(same: fn(&[u8], &[u8]) -> bool) -> Names {
    Names { same, ..Names::RIGHT }
}

/// Without these octets around it.
fn without<'a>(label: &'a [u8], around: &[u8]) -> &'a [u8] {
    let mut label = label;
    while let [first, rest @ ..] = label
        && around.contains(first)
    {
        label = rest;
    }
    while let [rest @ .., last] = label
        && around.contains(last)
    {
        label = rest;
    }
    label
}

#[rustfmt::skip]
const FAULTS: &[(&str, Names)] = &[
    ("the case of UTF-8 matters", by_rfc(|label| if label == b"UTF-8" { Label::Utf8 } else {
        Some(rfc(label)).filter(|known| *known != Label::Utf8).unwrap_or(Label::Unknown)
    })),
    ("all letters must be of one case", by_rfc(|label| {
        let mixed = label.iter().any(u8::is_ascii_lowercase) && label.iter().any(u8::is_ascii_uppercase);
        if mixed { Label::Unknown } else { rfc(label) }
    })),
    ("the old label means UTF-8", by_rfc(|label| match rfc(label) {
        Label::OldHangul => Label::Utf8,
        known => known,
    })),
    ("the old label is unknown", by_rfc(|label| match rfc(label) {
        Label::OldHangul => Label::Unknown,
        known => known,
    })),
    ("the case of the old label matters", by_rfc(|label| match rfc(label) {
        Label::OldHangul if label != b"UNICODE-1-1-UTF-8" => Label::Unknown,
        known => known,
    })),
    ("the names of WHATWG are those of the RFC", by_rfc(|label| match rfc(label) {
        Label::Unknown if Names::RIGHT.whatwg(label) => Label::Utf8,
        known => known,
    })),
    ("utf8 is an alias", by_rfc(|label| match &label.to_ascii_lowercase()[..] {
        b"utf8" => Label::Utf8,
        _ => rfc(label),
    })),
    ("blanks around the RFC's name", by_rfc(|label| rfc(label.trim_ascii()))),
    ("quotation marks around the RFC's name", by_rfc(|label| rfc(without(label, b"\"")))),
    ("what begins like the RFC's name", by_rfc(|label| rfc(label.get(..5).unwrap_or(label)))),
    ("a NUL ends the RFC's name", by_rfc(|label| {
        rfc(label.split(|octet| *octet == 0).next().unwrap_or_default())
    })),
    ("bit 5 does not matter to the RFC's name", by_rfc(|label| {
        let upper = |octets: &[u8]| octets.iter().map(|octet| octet | 0x20).collect::<Vec<_>>();
        if upper(label) == upper(b"UTF-8") { Label::Utf8 } else { rfc(label) }
    })),
    ("nothing at all means UTF-8", by_rfc(|label| if label.is_empty() { Label::Utf8 } else { rfc(label) })),
    ("a low line is a hyphen", by_rfc(|label| {
        let hyphens: Vec<u8> = label.iter().map(|octet| if *octet == b'_' { b'-' } else { *octet }).collect();
        rfc(&hyphens)
    })),
    ("an invalid octet is left out", by_rfc(|label| {
        rfc(&label.iter().copied().filter(u8::is_ascii).collect::<Vec<_>>())
    })),
    ("blanks around WHATWG's names matter", trimmed(|label| label)),
    ("blanks before them are removed, and not those after", trimmed(<[u8]>::trim_ascii_start)),
    ("blanks after them are removed, and not those before", trimmed(<[u8]>::trim_ascii_end)),
    ("a vertical tab is a blank", trimmed(|label| without(label, b"\t\n\x0B\x0C\r "))),
    ("a form feed is no blank", trimmed(|label| without(label, b"\t\n\r "))),
    ("a line feed is no blank", trimmed(|label| without(label, b"\t\x0C\r "))),
    ("A0 is a blank", trimmed(|label| without(label, b"\t\n\x0C\r \xA0"))),
    ("a NUL is a blank", trimmed(|label| without(label, b"\t\n\x0C\r \0"))),
    ("one blank only", trimmed(|label| {
        let label = label.split_first().filter(|(first, _)| first.is_ascii_whitespace()).map_or(label, |it| it.1);
        label.split_last().filter(|(last, _)| last.is_ascii_whitespace()).map_or(label, |it| it.1)
    })),
    ("the case of WHATWG's names matters", compared(|label, name| label == name)),
    ("what begins like one of WHATWG's", compared(|label, name| {
        label.get(..name.len()).is_some_and(|label| label.eq_ignore_ascii_case(name))
    })),
    ("what ends like one of WHATWG's", compared(|label, name| {
        label.to_ascii_lowercase().ends_with(name)
    })),
    ("hyphens in WHATWG's names do not matter", compared(|label, name| {
        let letters = |octets: &[u8]| -> Vec<u8> {
            octets.iter().filter(|octet| **octet != b'-').map(u8::to_ascii_lowercase).collect()
        };
        letters(label) == letters(name)
    })),
    ("bit 5 does not matter to WHATWG's names", compared(|label, name| {
        label.len() == name.len() && label.iter().zip(name).all(|(one, other)| one | 0x20 == other | 0x20)
    })),
];
