//! Grammars other than the RFC's: what a decoder accepts, and what it rejects.

use placemat_conformance::text::{is_pair, value};

/// The difference of a grammar from UTF-8.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Leniency {
    /// ED A0..BF may begin a sequence.
    surrogates: bool,
    /// A surrogate pair is one sequence.
    pairs: bool,
    /// C0 80 is a sequence.
    long_nul: bool,
    /// Overlong forms are sequences.
    overlong: bool,
    /// F4 90 to F7 BF may begin a sequence.
    beyond: bool,
    /// F8 to FD may begin a sequence.
    six: bool,
    /// An input may end inside a sequence.
    cut_off: bool,
    /// F0 to F4 may not begin a sequence.
    three: bool,
    /// Only ASCII.
    ascii: bool,
    /// A byte 00 ends the input.
    until_nul: bool,
    /// Values that are rejected.
    refuses: Option<fn(u32) -> bool>,
}

const RIGHT: Leniency = Leniency {
    surrogates: false,
    pairs: false,
    long_nul: false,
    overlong: false,
    beyond: false,
    six: false,
    cut_off: false,
    three: false,
    ascii: false,
    until_nul: false,
    refuses: None,
};

const fn refusing(refuses: fn(u32) -> bool) -> Leniency {
    Leniency { refuses: Some(refuses), ..RIGHT }
}

const fn is_noncharacter(value: u32) -> bool {
    matches!(value, 0xFDD0..=0xFDEF) || value & 0xFFFE == 0xFFFE
}

const fn is_not_xml(value: u32) -> bool {
    !matches!(value, 0x9 | 0xA | 0xD | 0x20..=0xD7FF | 0xE000..=0xFFFD | 0x1_0000..=0x10_FFFF)
}

/// The practices that show in a verdict, by name. If two explain equally many answers, the first is named.
#[rustfmt::skip]
pub(crate) const VERDICTS: &[(&str, Leniency)] = &[
    ("surrogates let through", Leniency { surrogates: true, ..RIGHT }),
    ("surrogate pairs let through, as in CESU-8", Leniency { pairs: true, ..RIGHT }),
    ("C0 80 let through, as in modified UTF-8", Leniency { long_nul: true, ..RIGHT }),
    ("overlong forms let through", Leniency { overlong: true, ..RIGHT }),
    ("values above 10FFFF let through, in four bytes", Leniency { beyond: true, ..RIGHT }),
    ("five and six bytes let through, as in RFC 2279", Leniency { beyond: true, six: true, ..RIGHT }),
    ("surrogates and values above 10FFFF let through", Leniency { surrogates: true, beyond: true, ..RIGHT }),
    ("RFC 2279: surrogates and up to six bytes let through", {
        Leniency { surrogates: true, beyond: true, six: true, ..RIGHT }
    }),
    ("structural: any lead before as many continuations as it promises", {
        Leniency { surrogates: true, overlong: true, beyond: true, six: true, ..RIGHT }
    }),
    ("structural, up to four bytes", Leniency { surrogates: true, overlong: true, beyond: true, ..RIGHT }),
    ("noncharacters refused", refusing(is_noncharacter)),
    ("U+FFFE and U+FFFF refused", refusing(|value| matches!(value, 0xFFFE | 0xFFFF))),
    ("no NUL", refusing(|value| value == 0)),
    ("XML's characters only", refusing(is_not_xml)),
    ("C0 controls refused", refusing(|value| matches!(value, 0..=8 | 0x0B..=0x0C | 0x0E..=0x1F))),
    ("C0 and C1 controls refused", {
        refusing(|value| matches!(value, 0..=8 | 0x0B..=0x0C | 0x0E..=0x1F | 0x7F..=0x9F))
    }),
    ("C1 controls refused", refusing(|value| matches!(value, 0x80..=0x9F))),
    ("U+FEFF refused", refusing(|value| value == 0xFEFF)),
    ("U+FFFD refused", refusing(|value| value == 0xFFFD)),
    ("private use refused", refusing(|value| matches!(value, 0xE000..=0xF8FF | 0xF_0000..))),
    ("no four bytes: the Basic Multilingual Plane only", Leniency { three: true, ..RIGHT }),
    ("a sequence may be cut off by the end", Leniency { cut_off: true, ..RIGHT }),
    ("NUL ends the input", Leniency { until_nul: true, ..RIGHT }),
    ("ASCII only", Leniency { ascii: true, ..RIGHT }),
];

/// A part of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A sequence of this many bytes.
    Sequence(usize),
    /// An error of `len` bytes: a maximal subpart of this grammar, or a rejected value.
    Error { len: usize, cut_off: bool },
}

impl Leniency {
    /// Combines the differences of both grammars.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            surrogates: self.surrogates | other.surrogates,
            pairs: self.pairs | other.pairs,
            long_nul: self.long_nul | other.long_nul,
            overlong: self.overlong | other.overlong,
            beyond: self.beyond | other.beyond,
            six: self.six | other.six,
            cut_off: self.cut_off | other.cut_off,
            three: self.three | other.three,
            ascii: self.ascii | other.ascii,
            until_nul: self.until_nul | other.until_nul,
            refuses: self.refuses.or(other.refuses),
        }
    }

    /// Whether the grammar accepts the input.
    pub(crate) fn accepts(self, input: &[u8]) -> bool {
        let input = self.read(input);
        let mut at = 0;
        while at < input.len() {
            match self.part(&input[at..]) {
                Part::Sequence(len) => at += len,
                Part::Error { .. } => return false,
            }
        }
        true
    }

    /// The part of an input that is read.
    pub(crate) fn read(self, input: &[u8]) -> &[u8] {
        let end = input.iter().position(|&byte| self.until_nul && byte == 0);
        &input[..end.unwrap_or(input.len())]
    }

    /// The first part of the non-empty rest of an input.
    pub(crate) fn part(self, rest: &[u8]) -> Part {
        let lead = rest[0];
        let Some((len, first, last)) = self.lead(lead) else { return Part::Error { len: 1, cut_off: false } };
        for nth in 1..len {
            let (first, last) = if nth == 1 { (first, last) } else { (0x80, 0xBF) };
            match rest.get(nth) {
                None if self.cut_off => return Part::Sequence(nth),
                None => return Part::Error { len: nth, cut_off: true },
                Some(byte) if !(first..=last).contains(byte) => {
                    if self.pairs && is_pair(rest) {
                        return Part::Sequence(6);
                    }
                    return Part::Error { len: nth, cut_off: false };
                }
                Some(_) => {}
            }
        }
        match self.refuses {
            Some(refuses) if refuses(value(&rest[..len])) => Part::Error { len, cut_off: false },
            _ => Part::Sequence(len),
        }
    }

    /// The length of a sequence with this lead, and the range of its second byte.
    fn lead(self, lead: u8) -> Option<(usize, u8, u8)> {
        if self.ascii && !lead.is_ascii() || self.three && lead >= 0xF0 {
            return None;
        }
        let unless = |lenient: bool, strict: u8, else_: u8| if lenient { else_ } else { strict };
        Some(match lead {
            0x00..=0x7F => (1, 0, 0),
            0xC0 if self.long_nul && !self.overlong => (2, 0x80, 0x80),
            0xC0..=0xC1 if self.overlong => (2, 0x80, 0xBF),
            0xC2..=0xDF => (2, 0x80, 0xBF),
            0xE0 => (3, unless(self.overlong, 0xA0, 0x80), 0xBF),
            0xED => (3, 0x80, unless(self.surrogates, 0x9F, 0xBF)),
            0xE1..=0xEF => (3, 0x80, 0xBF),
            0xF0 => (4, unless(self.overlong, 0x90, 0x80), 0xBF),
            0xF1..=0xF3 => (4, 0x80, 0xBF),
            0xF4 => (4, 0x80, unless(self.beyond, 0x8F, 0xBF)),
            0xF5..=0xF7 if self.beyond => (4, 0x80, 0xBF),
            0xF8 if self.six => (5, unless(self.overlong, 0x88, 0x80), 0xBF),
            0xF9..=0xFB if self.six => (5, 0x80, 0xBF),
            0xFC if self.six => (6, unless(self.overlong, 0x84, 0x80), 0xBF),
            0xFD if self.six => (6, 0x80, 0xBF),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use placemat_conformance::{class_strings, oracle::Oracle, reference};

    use super::*;

    fn named(name: &str) -> Leniency {
        VERDICTS.iter().find(|practice| practice.0 == name).unwrap().1
    }

    #[test]
    fn without_leniency_it_is_the_grammar() {
        class_strings(4, |bytes| {
            assert_eq!(RIGHT.accepts(bytes), Oracle::get().accepts(bytes), "{bytes:x?}");
            if let Err(fault) = reference::read(bytes) {
                let Part::Error { len, cut_off } = RIGHT.part(&bytes[fault.valid_up_to..]) else { panic!() };
                assert_eq!((!cut_off).then_some(len), fault.error_len, "{bytes:x?}");
            }
        });
    }

    #[test]
    fn each_differs_as_its_name_says() {
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
            assert_eq!(named(name).accepts(bytes), accepts, "{name}: {bytes:x?}");
        }
    }
}
