//! U+FFFD by the practices of other decoders.

use super::replaced_by_units;
use crate::contract::Practice;

/// `bytes` with U+FFFD in place of invalid bytes, by this practice.
///
/// ```
/// use placemat_conformance::{reference, contract::Practice};
///
/// assert_eq!(reference::replaced_by(Practice::Java, b"\xED\xA0\x80!"), "\u{FFFD}!".as_bytes());
/// ```
pub fn replaced_by(practice: Practice, bytes: &[u8]) -> Vec<u8> {
    replaced_by_units(bytes, |rest, len| unit(practice, rest, len))
}

/// The bytes that one U+FFFD replaces, given the rest of the input and the length of the maximal subpart.
pub(crate) fn unit(practice: Practice, rest: &[u8], len: usize) -> usize {
    match practice {
        Practice::PerByte => 1,
        Practice::WholeSequence => whole(rest),
        Practice::Java if rest[0] == 0xED => whole(rest),
        Practice::Java | Practice::MaximalSubpart => len,
    }
}

/// The length of the lead byte and the continuation bytes that belong to it.
pub(crate) fn whole(rest: &[u8]) -> usize {
    1 + tail(rest, announced(rest[0]))
}

/// The number of continuation bytes after a lead, by the table of RFC 2279, section 2: as many as it has ones after the
/// first.
pub(crate) fn announced(lead: u8) -> usize {
    match lead.leading_ones() {
        ones @ 2..=6 => ones as usize - 1,
        _ => 0,
    }
}

/// The continuation bytes after the lead, at most this many.
pub(crate) fn tail(rest: &[u8], most: usize) -> usize {
    rest[1..].iter().take(most).take_while(|&&byte| byte & 0xC0 == 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of U+FFFD by each practice, in the order of [`Practice::ALL`].
    #[test]
    fn practices_differ() {
        for (bytes, counts) in [
            (&b"\xE2\x82!"[..], [1, 2, 1, 1]),
            (b"\xF0\x9F\x98", [1, 3, 1, 1]),
            (b"\xC0\xAF", [2, 2, 1, 2]),
            (b"\xE0\x80\x80", [3, 3, 1, 3]),
            (b"\xED\xA0\x80\x80", [4, 4, 2, 2]),
            (b"\xED\xA0!", [2, 2, 1, 1]),
            (b"\xED\xA0\xED\xB0\x80", [5, 5, 2, 2]),
            (b"\xF4\x90\x80\x80", [4, 4, 1, 4]),
            (b"\xF8\x88\x80\x80\x80", [5, 5, 1, 5]),
            (b"\xFD\x80\x80\x80\x80\x80\x80", [7, 7, 2, 7]),
            (b"\xFE\x80", [2, 2, 2, 2]),
        ] {
            let got = Practice::ALL.map(|practice| {
                String::from_utf8(replaced_by(practice, bytes)).unwrap().matches('\u{FFFD}').count()
            });
            assert_eq!(got, counts, "{bytes:x?}");
        }
    }
}
