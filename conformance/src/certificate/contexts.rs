//! The contexts: the state of the automaton as a function of three bytes.

use crate::oracle::{Oracle, State};

/// The state of a text, derived from its last three bytes.
///
/// The automaton is the oracle's, with one more live state, *invalid lead*, after a lead that no sequence can have. It
/// rejects every byte.
pub struct Contexts {
    /// By the three bytes, the nearest last: the index of the only live state that a text ending in them can have, or
    /// DEAD if there is none.
    states: Vec<u8>,
    /// For each live state, one bit for each byte, set if the automaton rejects it.
    pub(super) rejected: Vec<[u64; 4]>,
    /// For each live state, one bit for each byte, set if it leads to the state *invalid lead*.
    pub(super) invalid_leads: Vec<[u64; 4]>,
}

const DEAD: u8 = u8::MAX;

impl Contexts {
    /// Computes the contexts of `oracle`. The error: three bytes after which two live states are possible, so that
    /// windows of four bytes do not suffice.
    pub fn of(oracle: &Oracle) -> Result<Self, [u8; 3]> {
        // The oracle's dead state stands for *invalid lead*: its number is that after those of the live states.
        let invalid_lead = oracle.dead();
        let next = |from: State, byte: u8| {
            let to = if from == invalid_lead { None } else { Some(oracle.next(from, byte)) };
            to.filter(|&to| to != invalid_lead || (from == oracle.start() && byte >= 0xC0))
        };
        let live: Vec<State> = oracle.states().collect();
        let mut states = vec![DEAD; 1 << 24];
        for third in 0..=255 {
            let after_third: Vec<_> = live.iter().filter_map(|&state| next(state, third)).collect();
            for second in 0..=255 {
                let after_second: Vec<_> =
                    after_third.iter().filter_map(|&state| next(state, second)).collect();
                for first in 0..=255 {
                    let mut all = after_second.iter().filter_map(|&state| next(state, first));
                    let Some(state) = all.next() else { continue };
                    let before = [third, second, first];
                    if all.any(|other| other != state) {
                        return Err(before);
                    }
                    states[index(before)] = u8::try_from(state.index()).unwrap_or(DEAD);
                }
            }
        }
        let bytes = |is_in: &dyn Fn(Option<State>) -> bool| {
            let set = |&from: &State| {
                let mut set = [0; 4];
                for byte in 0..=255u8 {
                    set[usize::from(byte / 64)] |= u64::from(is_in(next(from, byte))) << (byte % 64);
                }
                set
            };
            live.iter().map(set).collect()
        };
        let invalid_leads = bytes(&|to| to == Some(invalid_lead));
        Ok(Self { states, rejected: bytes(&|to| to.is_none()), invalid_leads })
    }

    /// The number of the live state after these bytes, if any; 0 is the start.
    #[inline]
    pub fn state(&self, before: [u8; 3]) -> Option<usize> {
        let state = self.states[index(before)];
        (state != DEAD).then_some(usize::from(state))
    }

    /// The number of live states; the last one is *invalid lead*.
    pub(super) fn states(&self) -> usize {
        self.rejected.len()
    }

    /// The number of live contexts among the 2^24.
    pub fn live(&self) -> usize {
        self.states.iter().filter(|&&state| state != DEAD).count()
    }
}

/// The index of a context in a table of 2^24; the nearest byte is the least significant.
#[inline]
pub(super) fn index([third, second, first]: [u8; 3]) -> usize {
    usize::from(third) << 16 | usize::from(second) << 8 | usize::from(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contexts() -> Contexts {
        Contexts::of(Oracle::get()).unwrap()
    }

    #[test]
    fn three_bytes_tell() {
        let contexts = contexts();
        let start = Some(0);
        assert_eq!(contexts.state([0, 0, 0]), start);
        assert_eq!(contexts.state([0x80, 0x80, 0x80]), start, "the end of a four-byte sequence");
        assert_eq!(contexts.state([0xE1, 0x80, 0x80]), start);
        assert_eq!(contexts.state([0x41, 0x41, 0x80]), None);
        assert_eq!(contexts.state([0xF0, 0x90, 0x41]), None);
        let invalid_lead = contexts.state([0, 0, 0xC0]).unwrap();
        assert_eq!(contexts.rejected[invalid_lead], [u64::MAX; 4]);
        assert_eq!(contexts.state([0, 0, 0xFF]), Some(invalid_lead));
        assert_eq!(contexts.state([0, 0xC0, 0x80]), None);
    }

    #[test]
    fn a_longer_sequence_would_not_fit() {
        let grammar = "UTF8-octets = *( %x00-7F / %xF8 4( %x80-BF ) )\r\n";
        let oracle = Oracle::from_abnf(grammar, "UTF8-octets").unwrap();
        assert!(Contexts::of(&oracle).is_err(), "after three continuations there may be one more, or not");
    }
}
