//! The reference decoder: the expected results, derived independently of placemat's own code.
//!
//! The [oracle](crate::oracle) executes the grammar, which decides whether bytes are UTF-8. The RFC does not define
//! how long an error is and how many replacement characters it produces. The reference decoder follows the *maximal
//! subpart* practice of the Unicode Standard (section 3.9, "U+FFFD Substitution of Maximal Subparts"), as does the
//! decoder of the WHATWG Encoding Standard. Both numbers follow from the automaton: a maximal subpart is the longest
//! prefix on which it stays alive, or one byte if there is none. Only the kinds of error are a table, [`KINDS`].

mod answer;
mod hints;
mod io;
mod pieces;
pub(crate) mod practices;
mod stream;

use placemat_core::Utf8ErrorKind;

pub use answer::answer;
pub use hints::hints;
pub use io::{written, yields};
pub use pieces::{items, pieces, totals};
pub use practices::replaced_by;
pub use stream::{answers, outputs};

pub(crate) use hints::{LABELS, SIGNED, signature};

use crate::contract::{Fault, Unencodable, Verdict};
use crate::{oracle::Oracle, text::fill};
use hints::{detected, labelled};
use pieces::{boundaries, positions, taken};

/// The verdict on `bytes`, exact in every field.
///
/// ```
/// use placemat_conformance::reference;
///
/// assert_eq!(reference::read("\u{20AC}".as_bytes()), Ok(()));
/// let fault = reference::read(b"a\xE2\x82").unwrap_err();
/// assert_eq!((fault.valid_up_to, fault.error_len), (1, None));
/// ```
pub fn read(bytes: &[u8]) -> Verdict {
    read_between(bytes, 0, bytes.len())
}

/// The verdict on `bytes`, provided that `bytes[..from]` is valid and that `bytes[until..]` is valid if a sequence
/// begins there. For long inputs of which only a part matters.
pub fn read_between(bytes: &[u8], from: usize, until: usize) -> Verdict {
    let oracle = Oracle::get();
    let mut state = oracle.start();
    let mut begin = from;
    for (at, &byte) in bytes.iter().enumerate().skip(from) {
        if oracle.is_accepting(state) {
            begin = at;
            if at >= until {
                return Ok(());
            }
        }
        state = oracle.next(state, byte);
        if oracle.is_dead(state) {
            return Err(Fault {
                valid_up_to: begin,
                error_len: Some((at - begin).max(1)),
                // Tests cover every first byte at which the automaton dies; a later one matches the last row.
                kind: Kind::find(&KINDS, bytes[begin], byte, at - begin),
            });
        }
    }
    if oracle.is_accepting(state) {
        Ok(())
    } else {
        Err(Fault { valid_up_to: begin, error_len: None, kind: Some(Utf8ErrorKind::Truncated) })
    }
}

/// The first and the last byte of a range.
pub type Range = (u8, u8);

/// A kind of error, with its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind<N = Utf8ErrorKind> {
    /// The first byte of the sequence.
    pub first: Range,
    /// The later byte that the grammar rejects; `None` if it rejects the first one, with which no sequence begins.
    pub later: Option<Range>,
    /// The name of the kind.
    pub name: N,
}

impl<N: Copy> Kind<N> {
    pub(crate) const fn new(first: Range, later: Option<Range>, name: N) -> Self {
        Self { first, later, name }
    }

    /// The name of the first matching kind, for a sequence that begins with `first` and is rejected at `stopped`
    /// after `read` bytes.
    pub(crate) fn find(kinds: &[Self], first: u8, stopped: u8, read: usize) -> Option<N> {
        let within = |byte: u8, (first, last): Range| (first..=last).contains(&byte);
        let fits = |kind: &&Self| {
            within(first, kind.first)
                && kind.later.map_or(read == 0, |later| read > 0 && within(stopped, later))
        };
        kinds.iter().find(fits).map(|kind| kind.name)
    }
}

/// The kinds of error, as data: the first match decides.
pub const KINDS: [Kind; 9] = [
    Kind::new((0x80, 0xBF), None, Utf8ErrorKind::UnexpectedContinuation),
    Kind::new((0xC0, 0xC1), None, Utf8ErrorKind::Overlong),
    Kind::new((0xF5, 0xFD), None, Utf8ErrorKind::OutOfRange),
    Kind::new((0xFE, 0xFF), None, Utf8ErrorKind::InvalidByte),
    Kind::new((0xE0, 0xE0), Some((0x80, 0x9F)), Utf8ErrorKind::Overlong),
    Kind::new((0xED, 0xED), Some((0xA0, 0xBF)), Utf8ErrorKind::Surrogate),
    Kind::new((0xF0, 0xF0), Some((0x80, 0x8F)), Utf8ErrorKind::Overlong),
    Kind::new((0xF4, 0xF4), Some((0x90, 0xBF)), Utf8ErrorKind::OutOfRange),
    Kind::new((0x00, 0xFF), Some((0x00, 0xFF)), Utf8ErrorKind::MissingContinuation),
];

/// The errors of an input, each with the offset of the text before it and the offset after it. After an error the text
/// goes on as many bytes later as `unit` says, given the rest of the input and the length of the maximal subpart.
pub(crate) fn errors_by(
    bytes: &[u8], unit: impl Fn(&[u8], usize) -> usize,
) -> impl Iterator<Item = (usize, Fault, usize)> {
    let mut next = 0;
    std::iter::from_fn(move || {
        let from = next;
        let fault = read_between(bytes, from, bytes.len()).err()?;
        let rest = &bytes[fault.valid_up_to..];
        next = bytes.len().min(fault.valid_up_to + unit(rest, fault.error_len.unwrap_or(rest.len())));
        Some((from, fault, next))
    })
}

/// The maximal subparts of invalid input, as `(offset, length)`: a decoder replaces each by one U+FFFD. A truncated
/// sequence at the end is one, too.
pub fn subparts(bytes: &[u8]) -> Vec<(usize, usize)> {
    let errors = errors_by(bytes, |_, len| len);
    errors.map(|(_, fault, end)| (fault.valid_up_to, end - fault.valid_up_to)).collect()
}

/// `bytes` with each maximal subpart replaced by U+FFFD.
pub fn replaced(bytes: &[u8]) -> Vec<u8> {
    replaced_by_units(bytes, |_, len| len)
}

/// The same with each unit replaced; see [`errors_by`].
pub(crate) fn replaced_by_units(bytes: &[u8], unit: impl Fn(&[u8], usize) -> usize) -> Vec<u8> {
    let (mut text, mut done) = (Vec::with_capacity(bytes.len()), 0);
    for (from, fault, end) in errors_by(bytes, unit) {
        text.extend_from_slice(&bytes[from..fault.valid_up_to]);
        text.extend_from_slice("\u{FFFD}".as_bytes());
        done = end;
    }
    text.extend_from_slice(&bytes[done..]);
    text
}

/// The table in section 3 of RFC 3629: that of RFC 2279, without surrogates and larger values.
pub(crate) fn encoded(value: u32) -> Result<Vec<u8>, Unencodable> {
    match value {
        0xD800..0xE000 => Err(Unencodable::Surrogate),
        0..0x11_0000 => Ok(fill(value)),
        _ => Err(Unencodable::OutOfRange),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of the design: bytes, `valid_up_to`, `error_len`, kind.
    #[test]
    fn kinds_and_lengths() {
        use Utf8ErrorKind::*;
        #[rustfmt::skip]
        let table: &[(&[u8], usize, Option<usize>, Utf8ErrorKind)] = &[
            (b"\x80", 0, Some(1), UnexpectedContinuation), (b"a\xBF", 1, Some(1), UnexpectedContinuation),
            (b"\xC2\x80\x80", 2, Some(1), UnexpectedContinuation), (b"\xC0", 0, Some(1), Overlong),
            (b"\xC1\xBF", 0, Some(1), Overlong), (b"\xE0\x80", 0, Some(1), Overlong),
            (b"\xE0\x9F\xBF", 0, Some(1), Overlong), (b"\xF0\x80", 0, Some(1), Overlong),
            (b"\xF0\x8F\xBF\xBF", 0, Some(1), Overlong), (b"\xED\xA0\x80", 0, Some(1), Surrogate),
            (b"\xED\xBF", 0, Some(1), Surrogate), (b"\xF4\x90\x80\x80", 0, Some(1), OutOfRange),
            (b"\xF4\xBF", 0, Some(1), OutOfRange), (b"\xF5", 0, Some(1), OutOfRange),
            (b"\xF7\xBF\xBF\xBF", 0, Some(1), OutOfRange), (b"\xF8\x88\x80\x80\x80", 0, Some(1), OutOfRange),
            (b"\xFD", 0, Some(1), OutOfRange), (b"\xFE\x80", 0, Some(1), InvalidByte),
            (b"\xFF", 0, Some(1), InvalidByte), (b"\xC2A", 0, Some(1), MissingContinuation),
            (b"\xC2\xC2", 0, Some(1), MissingContinuation), (b"\xE0\xC0", 0, Some(1), MissingContinuation),
            (b"\xED\x7F", 0, Some(1), MissingContinuation), (b"\xE2\x82A", 0, Some(2), MissingContinuation),
            (b"\xF0\x90\x80\xC3\xA9", 0, Some(3), MissingContinuation),
            (b"\xF4\xFF", 0, Some(1), MissingContinuation), (b"\xC2", 0, None, Truncated),
            (b"ab\xE2\x82", 2, None, Truncated), (b"\xF4\x8F\xBF", 0, None, Truncated),
        ];
        for &(bytes, valid_up_to, error_len, kind) in table {
            assert_eq!(read(bytes), Err(Fault { valid_up_to, error_len, kind: Some(kind) }), "{bytes:x?}");
        }
    }

    #[test]
    fn every_first_byte_that_is_refused_has_its_row() {
        for first in 0..=255 {
            let refused = Oracle::get().is_dead(Oracle::get().next(Oracle::get().start(), first));
            let rows = KINDS
                .iter()
                .filter(|row| row.later.is_none() && (row.first.0..=row.first.1).contains(&first));
            assert_eq!(rows.count(), usize::from(refused), "{first:x}");
        }
    }

    /// The example of the Unicode Standard, Tables 3-8 to 3-11.
    #[test]
    fn substitution_of_maximal_subparts() {
        for (bytes, expected) in [
            (&b"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41"[..], "????????A"),
            (b"\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", "????????A"),
            (b"\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", "?????A??B"),
            (b"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", "????A"),
        ] {
            let expected = expected.replace('?', "\u{FFFD}");
            assert_eq!(String::from_utf8_lossy(&replaced(bytes)), expected, "{bytes:x?}");
        }
    }

    #[test]
    fn between_looks_only_there() {
        assert_eq!(read_between(b"\xFFab\xFF", 1, 3), Ok(()));
        assert_eq!(read_between(b"\xFFab\xFF", 1, 4).unwrap_err().valid_up_to, 3);
        assert_eq!(read_between(b"a\xE2\x82bc", 1, 3).unwrap_err().error_len, Some(2));
    }
}
