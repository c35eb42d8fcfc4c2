//! The beginning of a sequence that the end of a chunk cuts off.

use placemat_core::{ErrorKind, grammar::sequence_at};

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
