//! Replacements other than one U+FFFD for each maximal subpart.

use super::leniency::{Leniency, Part};

/// How errors are replaced in decoded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Replacement {
    MaximalSubpart,
    PerByte,
    /// A lead and the continuation bytes that it promises are replaced together.
    Structural,
    /// The same, only if all promised bytes are present.
    Complete,
    /// ED A0..BF and its continuation byte are replaced together.
    Surrogate,
    /// Adjacent errors are replaced together.
    Collapsed,
    Dropped,
    QuestionMark,
    /// The text ends at the first error.
    Ends,
    /// There is no text if there is an error.
    NoText,
    /// The byte after an error is lost.
    Swallows,
}

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

impl Replacement {
    /// The text of an input decoded by this grammar.
    pub(crate) fn text(self, leniency: Leniency, input: &[u8]) -> Vec<u8> {
        let input = leniency.read(input);
        let mut text = Vec::new();
        let (mut at, mut after_error) = (0, false);
        while at < input.len() {
            let rest = &input[at..];
            match leniency.part(rest) {
                Part::Sequence(len) => {
                    text.extend_from_slice(&rest[..len]);
                    (at, after_error) = (at + len, false);
                }
                Part::Error { .. } if self == Self::Ends => break,
                Part::Error { .. } if self == Self::NoText => return Vec::new(),
                Part::Error { len, .. } => {
                    let (count, len) = match self {
                        Self::PerByte => (len, len),
                        Self::Collapsed => (usize::from(!after_error), len),
                        Self::Dropped => (0, len),
                        Self::Swallows => (1, len + 1),
                        _ => (1, self.error(rest, len)),
                    };
                    let mark = if self == Self::QuestionMark { "?" } else { "\u{FFFD}" };
                    text.extend(mark.repeat(count).into_bytes());
                    (at, after_error) = (at + len, true);
                }
            }
        }
        text
    }

    /// The length of the first error; `Some(None)` if the end truncates a sequence, `None` if there is no error.
    pub(crate) fn error_len(self, leniency: Leniency, input: &[u8]) -> Option<Option<usize>> {
        let input = leniency.read(input);
        let mut at = 0;
        while at < input.len() {
            match leniency.part(&input[at..]) {
                Part::Sequence(len) => at += len,
                Part::Error { cut_off: true, .. } => return Some(None),
                Part::Error { .. } if self == Self::PerByte => return Some(Some(1)),
                Part::Error { len, .. } => return Some(Some(self.error(&input[at..], len))),
            }
        }
        None
    }

    /// The length of the error at the start of `rest`, whose maximal subpart has `subpart` bytes.
    fn error(self, rest: &[u8], subpart: usize) -> usize {
        let promised = (rest[0].leading_ones() as usize).saturating_sub(1);
        let there = rest[1..].iter().take(promised).take_while(|byte| (0x80..0xC0).contains(*byte)).count();
        match self {
            Self::Structural => subpart.max(1 + there),
            Self::Complete if there == promised => subpart.max(1 + there),
            Self::Surrogate if matches!(rest, [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..]) => 3,
            _ => subpart,
        }
    }
}

#[cfg(test)]
mod tests {
    use placemat_conformance::{class_strings, reference};

    use super::*;

    #[test]
    fn maximal_subparts_are_those_of_the_reference() {
        class_strings(4, |bytes| {
            let text = Replacement::MaximalSubpart.text(Leniency::default(), bytes);
            assert_eq!(text, reference::replaced(bytes), "{bytes:x?}");
            let len = Replacement::MaximalSubpart.error_len(Leniency::default(), bytes);
            assert_eq!(len, reference::read(bytes).err().map(|fault| fault.error_len), "{bytes:x?}");
        });
    }

    #[test]
    fn each_differs_as_its_name_says() {
        use Replacement::*;
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
            let text = replacement.text(Leniency::default(), bytes);
            assert_eq!(String::from_utf8_lossy(&text), expected, "{replacement:?}");
        }
        assert_eq!(Surrogate.error_len(Leniency::default(), b"a\xED\xA0\x80"), Some(Some(3)));
        assert_eq!(PerByte.error_len(Leniency::default(), b"a\xE2\x82!"), Some(Some(1)));
    }
}
