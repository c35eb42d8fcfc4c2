//! Known practices: deliberate deviations of decoders from the RFC or Unicode.
//!
//! Each practice is a model that predicts an answer. A decoder follows it if its answers match the predictions
//! wherever those differ from the expected results ([`fit`]).

pub(crate) mod fit;

use placemat_conformance::{lists::pairs, text::fill};

/// The definition of a practice.
pub(crate) const ABOUT: &str = "what a decoder does on purpose, or has always done, although the RFC or Unicode say \
    otherwise; one is named if it predicts nine in ten of the answers in which it differs from what is right";

/// The terms in the names of practices, each with its explanation.
const MEANINGS: &str = include_str!("practice/terms.txt");

/// The explanations of the terms in the name of a practice.
pub(crate) fn meanings(name: &str) -> impl Iterator<Item = String> + '_ {
    let meant = MEANINGS.lines().filter_map(|line| line.split_once(": "));
    let meant = meant.filter(move |(term, _)| name.contains(term));
    meant.map(|(term, meaning)| format!("{}: {meaning}", term.trim()))
}

const VERDICTS: &str = include_str!("practice/verdicts.txt");

/// The practices that show in a verdict: the name, and the changes of the grammar.
fn verdicts() -> impl Iterator<Item = (&'static str, &'static str)> {
    pairs(VERDICTS).map(|(name, rest)| (name, rest.split(" | ").next().unwrap_or_default()))
}

/// The practices that show in a stream, by name, with the mutants that predict them.
fn streams() -> impl Iterator<Item = (&'static str, &'static str)> {
    pairs(include_str!("practice/streams.txt"))
}

/// An incorrect encoder: the bytes of a value, or `None` if it is rejected.
type Encoder = fn(u32) -> Option<Vec<u8>>;

/// The practices of encoders for values that are not scalar values, by name.
const ENCODERS: &[(&str, Encoder)] = &[
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
    ("noncharacters are refused", |value| match value {
        0xFDD0..=0xFDEF => None,
        _ => char::from_u32(value)
            .filter(|_| value & 0xFFFE != 0xFFFE)
            .map(|value| value.to_string().into_bytes()),
    }),
];

#[cfg(test)]
mod tests {
    use placemat_conformance::lenient::{Replacement, Table};
    use placemat_conformance::lists::rows;
    use placemat_conformance::mutants::{self, Family};
    use placemat_conformance::vectors::hex;

    use super::*;

    #[test]
    fn every_practice_is_explained() {
        let names = verdicts().map(|row| row.0).chain(Replacement::ALL.map(Replacement::name));
        let names = names.chain(streams().map(|row| row.0));
        for name in names.chain(ENCODERS.iter().map(|row| row.0)) {
            assert!(meanings(name).next().is_some(), "{name}");
        }
    }

    #[test]
    fn each_grammar_differs_as_its_name_says() {
        let mut count = 0;
        for row in rows(VERDICTS) {
            let [name, changes, examples] = row.split(" | ").collect::<Vec<_>>()[..] else { continue };
            for (sign, digits) in examples.split(", ").map(|example| example.split_at(1)) {
                let accepts =
                    Table::new(changes).validate(&hex::read(&digits.replace(' ', "")).unwrap()).is_ok();
                assert_eq!(accepts, sign == "+", "{name}: {digits}");
                count += 1;
            }
        }
        assert_eq!(count, 17);
    }

    #[test]
    fn each_practice_of_streams_has_a_mutant() {
        for (name, mutant) in streams() {
            assert!(mutants::named(Family::Stream, mutant).is_some(), "{name}");
        }
    }

    #[test]
    fn each_replacement_differs_as_its_name_says() {
        use Replacement::*;
        let replacing = |replacement| Table::new("").with_replacement(replacement);
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
