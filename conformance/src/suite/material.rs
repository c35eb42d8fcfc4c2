//! What the inputs are made of: sequences, good and bad, and well-formed text to put around them.

use crate::digest::mix;

/// Sequences to place: a name, the octets. What each does in its place is the reading's to say.
#[rustfmt::skip]
pub(super) const SEQUENCES: [(&str, &[u8]); 73] = [
    // Well formed: the ends of every row of section 4, and what decoders wrongly refuse.
    ("NUL", b"\x00"),
    ("U+007F", b"\x7F"),
    ("U+0080", b"\xC2\x80"),
    ("U+0085, a C1 control", b"\xC2\x85"),
    ("U+07FF", b"\xDF\xBF"),
    ("U+0800", b"\xE0\xA0\x80"),
    ("U+0FFF", b"\xE0\xBF\xBF"),
    ("U+1000", b"\xE1\x80\x80"),
    ("U+CFFF", b"\xEC\xBF\xBF"),
    ("U+D000", b"\xED\x80\x80"),
    ("U+D7FF", b"\xED\x9F\xBF"),
    ("U+E000", b"\xEE\x80\x80"),
    ("U+FDD0, a noncharacter", b"\xEF\xB7\x90"),
    ("U+FEFF", b"\xEF\xBB\xBF"),
    ("U+FFFD", b"\xEF\xBF\xBD"),
    ("U+FFFF, a noncharacter", b"\xEF\xBF\xBF"),
    ("U+10000", b"\xF0\x90\x80\x80"),
    ("U+3FFFF", b"\xF0\xBF\xBF\xBF"),
    ("U+40000", b"\xF1\x80\x80\x80"),
    ("U+E0100 (shaka-player 10515 refused its like)", b"\xF3\xA0\x84\x80"),
    ("U+FFFFF", b"\xF3\xBF\xBF\xBF"),
    ("U+100000", b"\xF4\x80\x80\x80"),
    ("U+10FFFF", b"\xF4\x8F\xBF\xBF"),
    // Continuations too many.
    ("a lone 80", b"\x80"),
    ("a lone BF", b"\xBF"),
    ("four continuations", b"\x80\xBF\x80\xBF"),
    ("C2 80 and one more", b"\xC2\x80\x80"),
    ("E1 80 80 and one more", b"\xE1\x80\x80\x80"),
    ("F1 80 80 80 and one more", b"\xF1\x80\x80\x80\x80"),
    // Sequences broken off, before whatever comes next.
    ("C2", b"\xC2"),
    ("DF", b"\xDF"),
    ("C2 22 (PHP, CVE-2010-3870)", b"\xC2\x22"),
    ("C3 C3", b"\xC3\xC3"),
    ("E0", b"\xE0"),
    ("E2 82", b"\xE2\x82"),
    ("E2 41 AF (expat, CVE-2022-25235)", b"\xE2\x41\xAF"),
    ("E2 82 41", b"\xE2\x82\x41"),
    ("E1 C3 A9", b"\xE1\xC3\xA9"),
    ("ED 9F", b"\xED\x9F"),
    ("F0", b"\xF0"),
    ("F0 90", b"\xF0\x90"),
    ("F0 90 80", b"\xF0\x90\x80"),
    ("F0 90 80 41", b"\xF0\x90\x80\x41"),
    ("F0 90 41 80", b"\xF0\x90\x41\x80"),
    ("F1 80 80 C3 A9", b"\xF1\x80\x80\xC3\xA9"),
    ("F2 80 80 (simdutf, pull 975)", b"\xF2\x80\x80"),
    ("F4 8F BF", b"\xF4\x8F\xBF"),
    // Overlong.
    ("C0", b"\xC0"),
    ("C0 80, an overlong NUL", b"\xC0\x80"),
    ("C0 AE, an overlong full stop (Tomcat, CVE-2008-2938)", b"\xC0\xAE"),
    ("C0 AF, an overlong slash (IIS, MS00-078)", b"\xC0\xAF"),
    ("C1 BF", b"\xC1\xBF"),
    ("E0 80 80 (Julia 29311)", b"\xE0\x80\x80"),
    ("E0 9F BF", b"\xE0\x9F\xBF"),
    ("F0 80 80 80", b"\xF0\x80\x80\x80"),
    ("F0 8F BF BF (simdjson 1187)", b"\xF0\x8F\xBF\xBF"),
    // Surrogates.
    ("ED A0 80, U+D800", b"\xED\xA0\x80"),
    ("ED AF BF, U+DBFF", b"\xED\xAF\xBF"),
    ("ED B0 80, U+DC00", b"\xED\xB0\x80"),
    ("ED BF BF, U+DFFF", b"\xED\xBF\xBF"),
    ("ED A1 8C ED BE B4, U+233B4 as two surrogates", b"\xED\xA1\x8C\xED\xBE\xB4"),
    ("ED A0", b"\xED\xA0"),
    // Above U+10FFFF.
    ("F4 90 80 80, U+110000", b"\xF4\x90\x80\x80"),
    ("F4 BF BF BF", b"\xF4\xBF\xBF\xBF"),
    ("F4 90", b"\xF4\x90"),
    ("F5 80 80 80", b"\xF5\x80\x80\x80"),
    ("F7 BF BF BF", b"\xF7\xBF\xBF\xBF"),
    ("F8 88 80 80 80, five octets", b"\xF8\x88\x80\x80\x80"),
    ("FC 84 80 80 80 80, six octets", b"\xFC\x84\x80\x80\x80\x80"),
    // Never.
    ("FE", b"\xFE"),
    ("FF", b"\xFF"),
    ("FF FE, UTF-16's mark", b"\xFF\xFE"),
    ("FE FF", b"\xFE\xFF"),
];

/// The octets at which something changes, for the grammar or for the names of errors: both ends of every run of
/// octets that are alike. Whoever gets a range wrong gets one of these wrong.
pub(super) const EDGES: [u8; 31] = [
    0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
    0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF,
];

/// Characters of one length each, 1 to 4 octets, the first and last of their rows among them; used in a cycle.
const CHARACTERS: [&str; 4] = [
    "placemat, 1992-09-02. \u{0}\u{7F}~",
    "\u{80}\u{E9}\u{7FF}\u{434}\u{3C0}\u{5D0}\u{631}\u{7BF}\u{100}\u{BF}\u{C0}",
    "\u{800}\u{4E2D}\u{FFFF}\u{6587}\u{D7FF}\u{E000}\u{FFF}\u{1000}\u{FEFF}\u{CFFF}\u{D000}\u{3042}\u{FFFD}",
    "\u{10000}\u{1F37D}\u{10FFFF}\u{3FFFF}\u{40000}\u{233B4}\u{FFFFF}\u{100000}\u{1F600}\u{9FFFF}",
];

/// Well-formed text of characters of one length.
pub(super) struct Filler {
    /// The length of the characters: 1 to 4.
    pub(super) width: usize,
    pattern: Vec<u8>,
}

impl Filler {
    /// The four of them, for texts of at most `capacity` octets.
    pub(super) fn all(capacity: usize) -> [Self; 4] {
        std::array::from_fn(|at| {
            let pattern = CHARACTERS[at].as_bytes().repeat(capacity / CHARACTERS[at].len() + 1);
            Self { width: at + 1, pattern }
        })
    }

    /// Fills `text`, which ends in front of something else. What is left over is ASCII, at the start.
    pub(super) fn before(&self, text: &mut [u8]) {
        let (rest, whole) = text.split_at_mut(text.len() % self.width);
        rest.fill(b'<');
        whole.copy_from_slice(&self.pattern[..whole.len()]);
    }

    /// Fills `text`, which begins behind something else. What is left over is ASCII, at the end.
    pub(super) fn after(&self, text: &mut [u8]) {
        let (whole, rest) = text.split_at_mut(text.len() - text.len() % self.width);
        whole.copy_from_slice(&self.pattern[..whole.len()]);
        rest.fill(b'>');
    }
}

/// A generator of pseudorandom numbers (splitmix64): the same cases in every run.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        // Not in `usize`, which would make other cases where addresses are shorter.
        usize::try_from(self.next() % bound as u64).unwrap_or(0)
    }

    /// One of `choices`.
    pub(super) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{oracle::Oracle, reading::KINDS};

    #[test]
    fn edges_are_complete() {
        for class in Oracle::get().classes() {
            for &octet in &class {
                let alone =
                    !class.contains(&octet.wrapping_sub(1)) || !class.contains(&octet.wrapping_add(1));
                // F4 and F8 are in one class with others; 00 and FF have no neighbours on one side.
                assert!(!alone || EDGES.contains(&octet), "{octet:x}");
            }
        }
        for ((first, last), _, (low, high), _) in KINDS {
            for octet in [first, last, low, high] {
                assert!(EDGES.contains(&octet), "{octet:x}");
            }
        }
    }

    #[test]
    fn sequences_differ_and_both_sorts_are_there() {
        let good = SEQUENCES.iter().filter(|(_, octets)| Oracle::get().accepts(octets)).count();
        assert_eq!((good, SEQUENCES.len() - good), (23, 50));
        for (at, (name, octets)) in SEQUENCES.iter().enumerate() {
            assert!(
                SEQUENCES[..at].iter().all(|(other, others)| name != other && octets != others),
                "{name}"
            );
        }
    }

    #[test]
    fn fillers_are_well_formed_wherever_they_are_cut() {
        for filler in Filler::all(100) {
            for len in 0..=100 {
                let mut text = vec![0xFF; len];
                filler.before(&mut text);
                assert!(Oracle::get().accepts(&text), "{text:x?}");
                filler.after(&mut text);
                assert!(Oracle::get().accepts(&text), "{text:x?}");
                assert!(
                    std::str::from_utf8(&text).unwrap().chars().any(|c| c.len_utf8() == filler.width)
                        || len < 4
                );
            }
        }
    }
}
