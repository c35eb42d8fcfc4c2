//! Every fault of a kind: every single transition of a minimal automaton, and every single bit of the tables of a kernel
//! with nibble lookups.
//!
//! The kernel is that of J. Keiser and D. Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte" (2020), in
//! scalar code. For each two adjacent bytes it looks up three nibbles: the high and the low one of the first byte,
//! and the high one of the second. A bit set in all three results is an error; except for the highest bit, which must
//! be set iff the byte is the third or fourth of its sequence.

use itertools::iproduct;

use super::prelude::*;
use crate::oracle::shortest;

const TOO_SHORT: u8 = 1 << 0;
const TOO_LONG: u8 = 1 << 1;
const OVERLONG_3: u8 = 1 << 2;
const TOO_LARGE: u8 = 1 << 3;
const SURROGATE: u8 = 1 << 4;
const OVERLONG_2: u8 = 1 << 5;
/// F0 80..8F, and F5 and above before 80..8F.
const OVERLONG_4: u8 = 1 << 6;
const TWO_CONTINUATIONS: u8 = 1 << 7;

/// The errors that do not depend on the low nibble of the first byte.
const CARRY: u8 = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS;

/// The tables: by the high nibble of the first byte, its low nibble, and the high nibble of the second byte.
const TABLES: [[u8; 16]; 3] = {
    const LARGE: u8 = CARRY | TOO_LARGE | OVERLONG_4;
    const CONTINUATION: u8 = TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS;
    let mut first_high = [TOO_LONG; 16];
    let mut first_low = [LARGE; 16];
    let mut second_high = [TOO_SHORT; 16];
    let mut nibble = 0x8;
    while nibble < 0xC {
        first_high[nibble] = TWO_CONTINUATIONS;
        second_high[nibble] = CONTINUATION | SURROGATE | TOO_LARGE;
        nibble += 1;
    }
    first_high[0xC] = TOO_SHORT | OVERLONG_2;
    first_high[0xD] = TOO_SHORT;
    first_high[0xE] = TOO_SHORT | OVERLONG_3 | SURROGATE;
    first_high[0xF] = TOO_SHORT | TOO_LARGE | OVERLONG_4;
    first_low[0x0] = CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4;
    first_low[0x1] = CARRY | OVERLONG_2;
    first_low[0x2] = CARRY;
    first_low[0x3] = CARRY;
    first_low[0x4] = CARRY | TOO_LARGE;
    first_low[0xD] = LARGE | SURROGATE;
    second_high[0x8] = CONTINUATION | OVERLONG_3 | OVERLONG_4;
    second_high[0x9] = CONTINUATION | OVERLONG_3 | TOO_LARGE;
    [first_high, first_low, second_high]
};

const NAMES: [&str; 3] = ["first byte, high nibble", "first byte, low nibble", "second byte, high nibble"];

/// Every edit of one bit: 3 tables of 16 entries of 8 bits. Each has a shortest input on which the kernel fails, unless
/// there is none: the search has compared the edited kernel with the grammar in all reachable pairs of states.
pub fn tables() -> impl Iterator<Item = Mutant> {
    iproduct!(0..3, 0..16, 0..8).map(|(table, nibble, bit)| {
        let mut kernel = Kernel { tables: TABLES };
        kernel.tables[table][nibble] ^= 1 << bit;
        let name = format!("{} {nibble:X}: bit {bit} flipped", NAMES[table]);
        Mutant { shortest: kernel.difference(), ..mutant(name, kernel) }
    })
}

pub(super) fn models() -> Vec<Mutant> {
    vec![mutant("the tables as published".to_owned(), Kernel { tables: TABLES })]
}

fn mutant(name: String, kernel: Kernel) -> Mutant {
    Mutant::accepting(Family::Table, name, move |bytes| kernel.accepts(bytes))
}

struct Kernel {
    tables: [[u8; 16]; 3],
}

/// The kernel's state, from the previous bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Past {
    /// The last byte.
    first: u8,
    /// The length that the second to last byte announces, if that is 3 or 4; otherwise 0.
    second: u8,
    /// Whether the third to last byte is a lead of four bytes.
    third: bool,
}

impl Kernel {
    /// The state after another byte; `None` after an error.
    fn next(&self, past: Past, byte: u8) -> Option<Past> {
        let [first_high, first_low, second_high] = &self.tables;
        let looked_up = first_high[usize::from(past.first >> 4)]
            & first_low[usize::from(past.first & 0x0F)]
            & second_high[usize::from(byte >> 4)];
        let expected = if past.second > 0 || past.third { TWO_CONTINUATIONS } else { 0 };
        let second = match past.first {
            0xF0.. => 4,
            0xE0.. => 3,
            _ => 0,
        };
        (looked_up == expected).then_some(Past { first: byte, second, third: past.second == 4 })
    }

    /// Whether the input may end here.
    fn is_complete(past: Past) -> bool {
        past.first < 0xC0 && past.second == 0 && !past.third
    }

    fn accepts(&self, bytes: &[u8]) -> bool {
        let end = bytes.iter().try_fold(Past::default(), |past, &byte| self.next(past, byte));
        end.is_some_and(Self::is_complete)
    }

    /// A shortest input that only one of the kernel and the grammar accepts. Found by breadth-first search over the
    /// pairs of states.
    fn difference(&self) -> Option<Vec<u8>> {
        let oracle = Oracle::get();
        let bytes: Vec<u8> = (0..=255).collect();
        let start = (Some(Past::default()), oracle.start());
        let next = |&(past, state): &(Option<Past>, State), byte| {
            (past.and_then(|past| self.next(past, byte)), oracle.next(state, byte))
        };
        shortest(start, &bytes, next, |&(past, state)| {
            past.is_some_and(Self::is_complete) != oracle.is_accepting(state)
        })
    }
}

/// The mutants of the oracle's automaton. There are 864.
pub fn automata() -> impl Iterator<Item = Mutant> {
    redirected(Oracle::get()).map(|(name, automaton)| {
        Mutant::accepting(Family::Automaton, name, move |bytes| automaton.accepts(bytes))
            .seen_by(Some(&["w-method"]))
    })
}

pub(super) fn automaton_models() -> Vec<Mutant> {
    let name = "the oracle's table".to_owned();
    vec![Mutant::accepting(Family::Automaton, name, |bytes| Oracle::get().accepts(bytes))]
}

/// For every state (including the dead one), every byte class and every wrong target, the automaton with that
/// transition, and its name.
pub fn redirected(oracle: &Oracle) -> impl Iterator<Item = (String, Oracle)> {
    iproduct!(oracle.states(), oracle.classes(), oracle.states()).filter_map(|(from, class, to)| {
        let name = format!("state {}, bytes like {:02X}: to state {}", from.index(), class[0], to.index());
        (oracle.next(from, class[0]) != to).then(|| (name, oracle.redirected(from, &class, to)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strings;

    #[test]
    fn the_kernel_is_the_grammar() {
        let kernel = Kernel { tables: TABLES };
        assert_eq!(kernel.difference(), None);
        let bytes: Vec<u8> = (0..=255).collect();
        strings(&bytes, 2, |string| assert_eq!(kernel.accepts(string), Oracle::get().accepts(string)));
    }

    /// Checks the search, which is a proof if it finds nothing: a result is a difference, and without a result all
    /// strings over the edges agree.
    #[test]
    fn differences_are_differences_and_equivalents_have_none() {
        let (mut edits, mut equivalent) = (0, 0);
        for (at, edit) in tables().enumerate() {
            edits += 1;
            let accepts = |bytes: &[u8]| {
                matches!(edit.answer(&Question::Verdict(bytes)), Some(Answer::Verdict(Ok(()), _)))
            };
            match &edit.shortest {
                Some(bytes) => assert_ne!(accepts(bytes), Oracle::get().accepts(bytes), "{bytes:x?}"),
                None => {
                    equivalent += 1;
                    // Only some of them, since each takes a while.
                    if at % 16 == 0 {
                        strings(&crate::cases::EDGES, 3, |string| {
                            assert_eq!(accepts(string), Oracle::get().accepts(string), "{string:x?}");
                        });
                    }
                }
            }
        }
        assert_eq!((edits, equivalent), (384, 112));
    }
}
