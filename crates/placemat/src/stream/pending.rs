//! The prefix of a sequence that the end of a chunk cuts off.

use placemat_core::Utf8ErrorKind;
use placemat_core::grammar::{scalar, sequence_at};

use super::lead::Lead;

/// At most three bytes, a lead byte and possibly continuation bytes, that more bytes could complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(deny_unknown_fields))]
pub(super) struct Pending {
    bytes: [u8; 3],
    len: u8,
}

/// The result of continuing a pending sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joined {
    /// It is complete, with `taken` bytes of the chunk.
    Char { character: Character, taken: usize },
    /// It is invalid; the invalid sequence has `len` bytes, `taken` of them from the chunk.
    Invalid { len: usize, kind: Utf8ErrorKind, taken: usize },
    /// It contains all of the chunk, and is still incomplete.
    Pending,
}

/// A valid sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Character {
    bytes: [u8; 4],
    len: usize,
}

impl Character {
    pub(super) fn encode(self, buffer: &mut [u8; 4]) -> &str {
        scalar(&self.bytes[..self.len]).encode_utf8(buffer)
    }
}

impl Pending {
    pub(super) const NONE: Self = Self { bytes: [0; 3], len: 0 };

    /// Creates it from the prefix of a sequence, at most three bytes.
    pub(super) fn new(bytes: &[u8]) -> Self {
        let mut pending = Self::NONE;
        for byte in bytes.iter().take(3) {
            pending.bytes[usize::from(pending.len)] = *byte;
            pending.len += 1;
        }
        pending
    }

    /// Whether a value of any origin is one that [`new`](Self::new) returns.
    #[cfg(feature = "serde")]
    pub(super) fn is_normal(self) -> bool {
        self.bytes.get(..self.len()).is_some_and(|bytes| self == Self::new(bytes))
    }

    pub(super) const fn len(self) -> usize {
        self.len as usize
    }

    pub(super) const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Returns how many bytes of `chunk` complete the pending character, if the sequence is valid; 0 if
    /// nothing is pending. `None` in every other case, for which use [`join`](Self::join).
    ///
    /// This is the fast path for nearly every chunk, without unpredictable branches.
    #[inline]
    pub(super) fn completed(self, chunk: &[u8]) -> Option<usize> {
        let bytes = u32::from_le_bytes(*chunk.first_chunk()?);
        let lead = Lead::of(self.bytes[0]);
        let missing = lead.len() - u32::from(self.len);
        // The top two bits of a continuation byte become 0; the shift discards the bytes beyond the missing ones.
        let strange = low_half(u64::from((bytes ^ 0x8080_8080) & 0xC0C0_C0C0) << (32 - 8 * missing));
        let is_refused = (self.len == 1) & !lead.allows(bytes);
        ((strange == 0) & !is_refused).then_some(missing as usize)
    }

    /// The character that the first `taken` bytes of a chunk [complete](Self::completed).
    #[inline]
    pub(super) fn with(self, chunk: &[u8], taken: usize) -> Character {
        let [first, second, third] = self.bytes;
        let own = u32::from_le_bytes([first, second, third, 0]);
        let rest = chunk.first_chunk().map_or(0, |rest| u32::from_le_bytes(*rest));
        let bytes = own | low_half(u64::from(rest) << (8 * self.len));
        Character { bytes: bytes.to_le_bytes(), len: self.len() + taken }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len()]
    }

    /// Continues the pending sequence with a chunk that is not empty.
    pub(super) fn join(&mut self, chunk: &[u8]) -> Joined {
        let own = self.len();
        let mut bytes = [0; 4];
        bytes[..own].copy_from_slice(self.bytes());
        let taken = chunk.len().min(4 - own);
        bytes[own..own + taken].copy_from_slice(&chunk[..taken]);
        match sequence_at(&bytes[..own + taken], 0) {
            Ok(len) => {
                *self = Self::NONE;
                // The pending bytes alone are incomplete, so a complete sequence ends in the chunk.
                Joined::Char { character: Character { bytes, len }, taken: len - own }
            }
            Err(error) => match error.error_len() {
                None => {
                    *self = Self::new(&bytes[..own + taken]);
                    Joined::Pending
                }
                Some(len) => {
                    *self = Self::NONE;
                    // For the same reason all pending bytes belong to the maximal subpart.
                    Joined::Invalid { len, kind: error.kind(), taken: len - own }
                }
            },
        }
    }
}

/// Splits off the incomplete sequence at the end of `bytes`, which may be empty. Returns `None` if the last
/// four bytes need a closer look.
///
/// Like [`completed`](Pending::completed), without unpredictable branches.
#[inline]
pub(super) fn split_unfinished(bytes: &[u8]) -> Option<(&[u8], Pending)> {
    /// For each length, the top two bits of the bytes after the lead byte if they are continuation bytes.
    const CONTINUATIONS: [u32; 4] = [0, 0, 0x80, 0x8080];

    let last = u32::from_be_bytes(*bytes.last_chunk()?);
    // The lowest byte becomes 0 if it is a lead byte, the next if it leads three or more, the third if it
    // leads four. Other bytes are at least 0x10, so only a 0 borrows from the byte above.
    let others = !last & 0xF0_E0C0;
    let found = others.wrapping_sub(0x01_0101) & !others & 0x80_8080;
    // The index of the bit is 7, 15 or 23, or 31 if there is none.
    let len = ((found | 1 << 31).trailing_zeros() + 1) / 8 % 4;
    let packed = low_half(u64::from(last.swap_bytes()) >> (32 - 8 * len));
    let [first, second, third, _] = packed.to_le_bytes();
    let lead = Lead::of(first);
    let goes_on = packed >> 8 & 0xC0C0 == CONTINUATIONS[len as usize];
    let is_refused = (len > 1) & !lead.allows(u32::from(second));
    let pending = Pending { bytes: [first, second, third], len: len as u8 };
    (lead.is_one() & goes_on & !is_refused).then_some((&bytes[..bytes.len() - len as usize], pending))
}

/// Whether `bytes` end with four ASCII bytes.
#[inline]
pub(super) fn ends_with_ascii(bytes: &[u8]) -> bool {
    bytes.last_chunk().is_some_and(|last| u32::from_ne_bytes(*last) & 0x8080_8080 == 0)
}

#[expect(clippy::cast_possible_truncation, reason = "that is what it is for")]
const fn low_half(bits: u64) -> u32 {
    bits as u32
}

#[cfg(test)]
mod tests {
    use core::array;

    use super::*;

    const BYTES: [u8; 14] =
        [0x41, 0x80, 0x90, 0xA0, 0xC0, 0xC3, 0xE0, 0xE1, 0xED, 0xEE, 0xF0, 0xF1, 0xF4, 0xF5];

    /// All strings of `N` bytes from `BYTES`.
    fn strings<const N: usize>() -> impl Iterator<Item = [u8; N]> {
        (0..[BYTES.len(); N].iter().product()).map(|number: usize| {
            let mut number = number;
            array::from_fn(|_| {
                let byte = BYTES[number % BYTES.len()];
                number /= BYTES.len();
                byte
            })
        })
    }

    /// For all strings of four bytes at the end: `split_unfinished` finds exactly what the grammar calls truncated.
    #[test]
    #[cfg_attr(miri, ignore = "every string, in safe code")]
    fn what_is_unfinished_can_go_on() {
        let mut known = 0;
        for string in strings::<4>() {
            let unfinished = placemat_core::incomplete_tail(&string);
            let Some((text, pending)) = split_unfinished(&string) else {
                // Bytes that begin no sequence, or a lead byte that is followed by bytes that cannot continue it.
                assert_eq!(unfinished, 0, "{string:x?}");
                continue;
            };
            assert_eq!(pending.bytes(), &string[text.len()..], "{string:x?}");
            assert_eq!(pending.len(), unfinished, "{string:x?}");
            if !pending.is_empty() {
                let error = sequence_at(&string, text.len()).unwrap_err();
                assert_eq!(error.kind(), Utf8ErrorKind::Truncated, "{string:x?}");
                known += 1;
            }
        }
        assert!(known > 1000, "{known}");
        assert_eq!(split_unfinished(b"aa\xC3"), None, "too short");
    }

    /// For all prefixes and all bytes after them: `completed` agrees with `join`.
    #[test]
    #[cfg_attr(miri, ignore = "every string, in safe code")]
    fn what_is_completed_is_a_character() {
        let mut known = 0;
        for string in strings::<4>() {
            assert_eq!(Pending::NONE.completed(&string), Some(0), "nothing is always complete");
            for own in 1..=3 {
                let (beginning, rest) = string.split_at(own);
                if !sequence_at(beginning, 0).is_err_and(|error| error.kind() == Utf8ErrorKind::Truncated) {
                    continue;
                }
                for after in BYTES {
                    let mut chunk = [after; 4];
                    chunk[..rest.len()].copy_from_slice(rest);
                    let pending = Pending::new(beginning);
                    let completed = pending.completed(&chunk);
                    let mut joined = pending;
                    let joined = match joined.join(&chunk) {
                        Joined::Char { taken, character } => Some((taken, character)),
                        _ => None,
                    };
                    assert_eq!(completed, joined.map(|(taken, _)| taken), "{beginning:x?} {chunk:x?}");
                    if let Some((taken, character)) = joined {
                        let with = pending.with(&chunk, taken);
                        assert_eq!(with.encode(&mut [0; 4]), character.encode(&mut [0; 4]));
                    }
                    assert_eq!(pending.completed(&chunk[..3]), None, "too short");
                    known += usize::from(completed.is_some());
                }
            }
        }
        assert!(known > 1000, "{known}");
    }

    #[test]
    #[cfg_attr(miri, ignore = "every string, in safe code")]
    fn ascii_is_looked_for_in_four_bytes() {
        for string in strings::<5>() {
            assert_eq!(ends_with_ascii(&string), string[1..].is_ascii(), "{string:x?}");
        }
        assert!(!ends_with_ascii(b"abc"), "too short");
    }
}
