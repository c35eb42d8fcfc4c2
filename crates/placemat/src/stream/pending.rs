//! The beginning of a sequence that the end of a chunk cuts off.

use placemat_core::{
    ErrorKind,
    grammar::{is_continuation, sequence_at},
};

/// At most three octets: a lead, and perhaps continuations, that more octets could complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pending {
    octets: [u8; 3],
    len: u8,
}

/// What has become of a sequence that was pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joined {
    /// It is complete with so many octets of the chunk.
    Char { character: Character, taken: usize },
    /// It is ill formed: so many octets of its own and of the chunk are.
    Invalid { len: usize, kind: ErrorKind, taken: usize },
    /// It has taken all of the chunk, and can still go on.
    Pending,
}

/// A well-formed sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Character {
    octets: [u8; 4],
    len: usize,
}

impl Character {
    pub(super) fn encode(self, buffer: &mut [u8; 4]) -> &str {
        *buffer = self.octets;
        core::str::from_utf8(&buffer[..self.len]).unwrap_or("\u{FFFD}")
    }
}

impl Pending {
    pub(super) const NONE: Self = Self { octets: [0; 3], len: 0 };

    /// The beginning of a sequence; it has at most three octets.
    pub(super) fn new(octets: &[u8]) -> Self {
        let mut pending = Self::NONE;
        for octet in octets.iter().take(3) {
            pending.octets[usize::from(pending.len)] = *octet;
            pending.len += 1;
        }
        pending
    }

    pub(super) const fn len(self) -> usize {
        self.len as usize
    }

    pub(super) const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// How many octets of `chunk` complete the character, if they do, and the sequence is well formed.
    ///
    /// [`join`](Self::join) says more, and takes longer: this is what nearly every chunk needs, without a
    /// branch that could be mistaken.
    #[inline]
    pub(super) fn completed(self, chunk: &[u8]) -> Option<usize> {
        let [first, second, third, ..] = *chunk else { return None };
        let [lead, next, _] = self.octets;
        let len = 2 + usize::from(lead >= 0xE0) + usize::from(lead >= 0xF0);
        let missing = len - self.len();
        // The second octet of the sequence is the one that leads choose.
        let next = if self.len == 1 { first } else { next };
        let is_complete = is_continuation(first)
            & ((missing < 2) | is_continuation(second))
            & ((missing < 3) | is_continuation(third))
            & !refuses(lead, next);
        is_complete.then_some(missing)
    }

    pub(super) fn octets(&self) -> &[u8] {
        &self.octets[..self.len()]
    }

    /// Goes on with a chunk that is not empty. A sequence is pending.
    pub(super) fn join(&mut self, chunk: &[u8]) -> Joined {
        let own = self.len();
        let mut octets = [0; 4];
        octets[..own].copy_from_slice(self.octets());
        let taken = chunk.len().min(4 - own);
        octets[own..own + taken].copy_from_slice(&chunk[..taken]);
        match sequence_at(&octets[..own + taken], 0) {
            Ok(len) => {
                *self = Self::NONE;
                // What is pending can go on, so a sequence that is complete ends in the chunk.
                Joined::Char { character: Character { octets, len }, taken: len - own }
            }
            Err(error) => match error.error_len() {
                None => {
                    *self = Self::new(&octets[..own + taken]);
                    Joined::Pending
                }
                Some(len) => {
                    *self = Self::NONE;
                    // For the same reason all of its own octets belong to the maximal subpart.
                    Joined::Invalid { len, kind: error.kind(), taken: len - own }
                }
            },
        }
    }
}

/// What is before the beginning of a character that goes on after `bytes`, and that beginning, which may be
/// empty; `None` where it takes a closer look.
///
/// Like [`completed`](Pending::completed), without a branch that could be mistaken; but for ASCII.
#[inline]
pub(super) fn split_unfinished(bytes: &[u8]) -> Option<(&[u8], Pending)> {
    let (rest, &[third, second, first]) = bytes.split_last_chunk()?;
    if first.is_ascii() {
        return Some((bytes, Pending::NONE));
    }
    // A lead so near the end that its sequence goes on.
    let len = if first >= 0xC0 {
        1
    } else if second >= 0xE0 {
        2
    } else if third >= 0xF0 {
        3
    } else {
        0
    };
    let octets = [[0, 0x80, 0x80], [first, 0x80, 0x80], [second, first, 0x80], [third, second, first]][len];
    let [lead, next, last] = octets;
    let goes_on =
        (0xC2..=0xF4).contains(&lead) & is_continuation(next) & is_continuation(last) & !refuses(lead, next);
    #[expect(clippy::cast_possible_truncation, reason = "0 to 3")]
    let pending = Pending { octets, len: len as u8 };
    ((len == 0) | goes_on).then_some((&bytes[..rest.len() + 3 - len], pending))
}

/// Whether a lead refuses a continuation as its second octet.
#[inline]
fn refuses(lead: u8, next: u8) -> bool {
    (lead == 0xE0) & (next < 0xA0)
        | (lead == 0xED) & (next >= 0xA0)
        | (lead == 0xF0) & (next < 0x90)
        | (lead == 0xF4) & (next >= 0x90)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OCTETS: [u8; 14] =
        [0x41, 0x80, 0x90, 0xA0, 0xC0, 0xC3, 0xE0, 0xE1, 0xED, 0xEE, 0xF0, 0xF1, 0xF4, 0xF5];

    /// All strings of three octets at the end: what can go on is what the grammar calls truncated.
    #[test]
    fn what_is_unfinished_can_go_on() {
        let strings = (0..OCTETS.len().pow(3))
            .map(|number| [0, 1, 2].map(|at| OCTETS[number / OCTETS.len().pow(at) % OCTETS.len()]));
        let mut known = 0;
        for string in strings {
            let Some((text, pending)) = split_unfinished(&string) else { continue };
            let at = text.len();
            if pending.is_empty() {
                assert_eq!(placemat_core::incomplete_tail(&string), 0, "{string:x?}");
            } else {
                assert_eq!(pending.octets(), &string[at..]);
                let error = sequence_at(&string, at).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::Truncated, "{string:x?}");
                known += 1;
            }
        }
        assert!(known > 100, "{known}");
        assert_eq!(split_unfinished(b"a\xC3"), None, "too short");
    }

    /// All beginnings with all octets after them: what is completed is what `join` completes.
    #[test]
    fn what_is_completed_is_a_character() {
        let mut known = 0;
        for number in 0..OCTETS.len().pow(5) {
            let string: [u8; 5] =
                [0, 1, 2, 3, 4].map(|at| OCTETS[number / OCTETS.len().pow(at) % OCTETS.len()]);
            let [_, b, c, d, e] = string;
            for (own, rest) in [(1, [b, c, d]), (2, [c, d, e]), (3, [d, e, 0x80])] {
                let beginning = &string[..own];
                if !sequence_at(beginning, 0).is_err_and(|error| error.kind() == ErrorKind::Truncated) {
                    continue;
                }
                let mut pending = Pending::new(beginning);
                let completed = pending.completed(&rest);
                let expected = match pending.join(&rest) {
                    Joined::Char { taken, .. } => Some(taken),
                    _ => None,
                };
                assert_eq!(completed, expected, "{beginning:x?} {rest:x?}");
                known += usize::from(completed.is_some());
            }
        }
        assert!(known > 1000, "{known}");
    }
}
