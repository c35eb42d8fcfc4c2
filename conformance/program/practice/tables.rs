//! Practices of decoders: what they accept, how they replace, and what they do in a stream. Practices of encoders.

use placemat_conformance::forms::fill;
use placemat_conformance::lenient::{Replacement, Table, set};

/// Changes the grammar.
pub(crate) type Change = fn(&mut Table);

const TAIL: [(u8, u8); 1] = [(0x80, 0xBF)];

fn overlong(table: &mut Table) {
    table.lead(0xC0, 0xC1, vec![set(&TAIL)]);
    table.second(0xE0, 0x80, 0x9F, true);
    table.second(0xF0, 0x80, 0x8F, true);
    table.second(0xF8, 0x80, 0x87, true);
    table.second(0xFC, 0x80, 0x83, true);
}

fn surrogates(table: &mut Table) {
    table.second(0xED, 0xA0, 0xBF, true);
}

/// Values above 10FFFF, in four bytes.
fn beyond(table: &mut Table) {
    table.second(0xF4, 0x90, 0xBF, true);
    table.lead(0xF5, 0xF7, vec![set(&TAIL); 3]);
}

/// Five and six bytes, if not overlong.
fn six(table: &mut Table) {
    beyond(table);
    table.lead(0xF8, 0xFB, vec![set(&TAIL); 4]);
    table.second(0xF8, 0x80, 0x87, false);
    table.lead(0xFC, 0xFD, vec![set(&TAIL); 5]);
    table.second(0xFC, 0x80, 0x83, false);
}

fn is_noncharacter(value: u32) -> bool {
    matches!(value, 0xFDD0..=0xFDEF) || value & 0xFFFE == 0xFFFE
}

fn is_not_xml(value: u32) -> bool {
    !matches!(value, 0x9 | 0xA | 0xD | 0x20..=0xD7FF | 0xE000..=0xFFFD | 0x1_0000..=0x10_FFFF)
}

fn is_control(value: u32) -> bool {
    matches!(value, 0..=8 | 0x0B..=0x0C | 0x0E..=0x1F)
}

/// The practices that show in a verdict, by name. If two explain equally many answers, the first is named.
#[rustfmt::skip]
pub(crate) const VERDICTS: &[(&str, Change)] = &[
    ("surrogates let through", surrogates),
    ("surrogate pairs let through, as in CESU-8", |table| table.pairs = true),
    ("C0 80 let through, as in modified UTF-8", |table| table.lead(0xC0, 0xC0, vec![set(&[(0x80, 0x80)])])),
    ("overlong forms let through", overlong),
    ("values above 10FFFF let through, in four bytes", beyond),
    ("five and six bytes let through, as in RFC 2279", six),
    ("surrogates and values above 10FFFF let through", |table| { surrogates(table); beyond(table); }),
    ("RFC 2279: surrogates and up to six bytes let through", |table| { surrogates(table); six(table); }),
    ("structural: any lead before as many continuations as it promises", |table| {
        surrogates(table);
        six(table);
        overlong(table);
    }),
    ("structural, up to four bytes", |table| { surrogates(table); beyond(table); overlong(table); }),
    ("noncharacters refused", |table| table.refuse = is_noncharacter),
    ("U+FFFE and U+FFFF refused", |table| table.refuse = |value| matches!(value, 0xFFFE | 0xFFFF)),
    ("no NUL", |table| table.refuse = |value| value == 0),
    ("XML's characters only", |table| table.refuse = is_not_xml),
    ("C0 controls refused", |table| table.refuse = is_control),
    ("C0 and C1 controls refused", |table| {
        table.refuse = |value| is_control(value) || matches!(value, 0x7F..=0x9F);
    }),
    ("C1 controls refused", |table| table.refuse = |value| matches!(value, 0x80..=0x9F)),
    ("U+FEFF refused", |table| table.refuse = |value| value == 0xFEFF),
    ("U+FFFD refused", |table| table.refuse = |value| value == 0xFFFD),
    ("private use refused", |table| table.refuse = |value| matches!(value, 0xE000..=0xF8FF | 0xF_0000..)),
    ("no four bytes: the Basic Multilingual Plane only", |table| table.no_lead(0xF0, 0xFF)),
    ("a sequence may be cut off by the end", |table| table.missing = 5),
    ("NUL ends the input", |table| table.stop_at_nul = true),
    ("ASCII only", |table| table.no_lead(0x80, 0xFF)),
];

/// The practices that show in decoded text, by name.
pub(crate) const REPLACEMENTS: &[(&str, Replacement)] = &[
    ("one U+FFFD for each maximal subpart", Replacement::MaximalSubpart),
    ("one U+FFFD per byte", Replacement::PerByte),
    ("ED A0 80 as one: one U+FFFD for a surrogate", Replacement::Surrogate),
    ("one U+FFFD for a complete sequence that is forbidden", Replacement::Complete),
    ("structural: one U+FFFD for a lead and the continuations that it promises", Replacement::Structural),
    ("one U+FFFD for adjacent errors together", Replacement::Collapsed),
    ("errors are left out of the text", Replacement::Dropped),
    ("a question mark for each maximal subpart", Replacement::QuestionMark),
    ("the text ends at the first error", Replacement::Ends),
    ("no text where there is an error", Replacement::NoText),
    ("the byte after an error is lost", Replacement::Swallows),
];

/// The practices that show in a stream, by name, with the mutants that predict them.
pub(crate) const STREAMS: &[(&str, &str)] = &[
    (
        "a sequence that goes over the end of a chunk is lost: each chunk is decoded by itself",
        "each chunk is decoded alone",
    ),
    ("everything is output at the end", "everything waits for the end"),
    (
        "errors that are certain are output late: a sequence is held until it has the length that it promises",
        "what cannot become a character is carried",
    ),
    ("an empty chunk ends the input", "an empty chunk ends the stream"),
    ("U+FEFF at the start of each chunk is left out", "a byte order mark is stripped from every chunk"),
];

/// An incorrect encoder: the bytes of a value, or `None` if it is rejected.
type Encoder = fn(u32) -> Option<Vec<u8>>;

/// The practices of encoders for values that are not scalar values, by name.
pub(crate) const ENCODERS: &[(&str, Encoder)] = &[
    ("surrogates are encoded", |value| (value <= 0x10_FFFF).then(|| fill(value))),
    ("values above 10FFFF are encoded", |value| {
        (!(0xD800..0xE000).contains(&value) && value < 0x8000_0000).then(|| fill(value))
    }),
    ("surrogates and values above 10FFFF are encoded", |value| (value < 0x8000_0000).then(|| fill(value))),
    ("U+FFFD stands for what is no scalar value", |value| {
        Some(char::from_u32(value).unwrap_or('\u{FFFD}').to_string().into_bytes())
    }),
    ("a question mark stands for what is no scalar value", |value| {
        Some(char::from_u32(value).unwrap_or('?').to_string().into_bytes())
    }),
    ("U+FFFD stands for surrogates", |value| match value {
        0xD800..0xE000 => Some("\u{FFFD}".into()),
        _ => char::from_u32(value).map(|value| value.to_string().into_bytes()),
    }),
    ("noncharacters are refused", |value| {
        char::from_u32(value).filter(|_| !is_noncharacter(value)).map(|value| value.to_string().into_bytes())
    }),
];

/// The grammar with these changes.
pub(crate) fn changed(changes: impl IntoIterator<Item = Change>) -> Table {
    let mut table = Table::right();
    changes.into_iter().for_each(|change| change(&mut table));
    table
}

#[cfg(test)]
mod tests {
    use placemat_conformance::mutants::{self, Family};

    use super::*;

    #[test]
    fn each_grammar_differs_as_its_name_says() {
        for (name, bytes, accepts) in [
            ("surrogates let through", &b"\xED\xA0\x80"[..], true),
            ("surrogate pairs let through, as in CESU-8", b"\xED\xA0\x80", false),
            ("surrogate pairs let through, as in CESU-8", b"\xED\xA0\x80\xED\xB0\x80", true),
            ("C0 80 let through, as in modified UTF-8", b"\xC0\x80", true),
            ("C0 80 let through, as in modified UTF-8", b"\xC0\xAF", false),
            ("overlong forms let through", b"\xF0\x80\x80\xAF", true),
            ("values above 10FFFF let through, in four bytes", b"\xF7\xBF\xBF\xBF", true),
            ("five and six bytes let through, as in RFC 2279", b"\xFD\xBF\xBF\xBF\xBF\xBF", true),
            ("noncharacters refused", b"\xEF\xB7\x90", false),
            ("noncharacters refused", b"\xF4\x8F\xBF\xBF", false),
            ("no NUL", b"a\0b", false),
            ("XML's characters only", b"\x01", false),
            ("XML's characters only", b"\xEF\xBF\xBF", false),
            ("XML's characters only", b"\xEF\xB7\x90\t", true),
            ("NUL ends the input", b"a\0\xFF", true),
            ("a sequence may be cut off by the end", b"a\xE2\x82", true),
            ("no four bytes: the Basic Multilingual Plane only", b"\xF0\x9F\x98\x80", false),
        ] {
            let change = VERDICTS.iter().find(|practice| practice.0 == name).unwrap().1;
            assert_eq!(changed([change]).validate(bytes).is_ok(), accepts, "{name}: {bytes:x?}");
        }
    }

    #[test]
    fn each_practice_of_streams_has_a_mutant() {
        for (name, mutant) in STREAMS {
            assert!(mutants::named(Family::Stream, mutant).is_some(), "{name}");
        }
    }

    #[test]
    fn each_replacement_differs_as_its_name_says() {
        use Replacement::*;
        let replacing = |replacement| {
            let mut table = Table::right();
            table.replacement = replacement;
            table
        };
        for (replacement, bytes, expected) in [
            (PerByte, &b"\xE2\x82!"[..], "\u{FFFD}\u{FFFD}!"),
            (Surrogate, b"\xED\xA0\x80\xED", "\u{FFFD}\u{FFFD}"),
            (Surrogate, b"\xF4\x90\x80", "\u{FFFD}\u{FFFD}\u{FFFD}"),
            (Complete, b"\xF4\x90\x80\x80\xF4\x90\x80", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            (Structural, b"\xF4\x90\x80\xF8\x80!", "\u{FFFD}\u{FFFD}!"),
            (Collapsed, b"a\xFF\xFFb\xFF", "a\u{FFFD}b\u{FFFD}"),
            (Dropped, b"a\xFF\xFFb", "ab"),
            (QuestionMark, b"a\xFFb", "a?b"),
            (Ends, b"a\xFFb", "a"),
            (NoText, b"a\xFFb", ""),
            (Swallows, b"a\xFFbc", "a\u{FFFD}c"),
        ] {
            let text = replacing(replacement).replaced(bytes);
            assert_eq!(String::from_utf8_lossy(&text), expected, "{replacement:?}");
        }
        assert_eq!(replacing(Surrogate).error_len(b"a\xED\xA0\x80"), Some(Some(3)));
        assert_eq!(replacing(PerByte).error_len(b"a\xE2\x82!"), Some(Some(1)));
        assert_eq!(replacing(PerByte).error_len(b"a\xE2\x82"), Some(None));
    }
}
