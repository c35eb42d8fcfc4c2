//! Older and related forms of UTF-8: RFC 2279, CESU-8, Java's modified UTF-8, WTF-8.
//!
//! Each is a grammar in `grammars/`, executed by the [oracle](crate::oracle) like that of RFC 3629, and a
//! [`Profile`]: its values, and the names of its errors. The [`Reference`] derives the expected results from these, and
//! the rows `older-...` of the [suite](crate::suite) ask for them.

mod reference;

use std::collections::VecDeque;

pub use reference::Reference;

use crate::oracle::{State, shortest};
use crate::{contract::Older, reference::Range};

/// Sequences that are valid in some form, and invalid uses of surrogates.
pub(crate) const PIECES: [&[u8]; 22] = [
    b"a", b"\x00", b"\x80", b"\xC0\x80", b"\xC0", b"\xC0\xAF", b"\xC3\xA9", b"\xE2\x82\xAC", b"\xE2\x82",
    b"\xED\x9F\xBF", b"\xED\xA0\x80", b"\xED\xAF\xBF", b"\xED\xB0\x80", b"\xED\xBF\xBF", b"\xED",
    b"\xED\xA0", b"\xED\xB0", b"\xF0\x9F\x8D\xBD", b"\xF4\x90\x80\x80", b"\xF8\x88\x80\x80\x80",
    b"\xFD\xBF\xBF\xBF\xBF\xBF", b"\xFF",
];

/// One form.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Its grammar.
    pub abnf: &'static str,
    /// The rule that a whole text must match.
    pub text: &'static str,
    /// The rule for one sequence, regardless of its neighbours.
    pub sequence: &'static str,
    /// The names of errors: the first matching row decides.
    pub kinds: &'static [Kind],
    /// The name of the error if a sequence is valid, but not next to its neighbours.
    pub neighbour: &'static str,
    /// The values that can be encoded.
    pub values: Values,
}

/// The values that a form can encode, and how it differs from the table of RFC 2279.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values {
    /// The largest.
    pub last: u32,
    /// Whether lone surrogates, D800..DFFF, can be encoded.
    pub surrogates: bool,
    /// Whether a value above FFFF is encoded as two surrogates.
    pub pairs: bool,
    /// Whether NUL has two bytes.
    pub long_nul: bool,
}

/// A kind of error.
pub type Kind = crate::reference::Kind<&'static str>;

const ANY: Range = (0x00, 0xFF);
const CONTINUATION: Kind = Kind::new((0x80, 0xBF), None, "unexpected_continuation");
const OVERLONG_TWO: Kind = Kind::new((0xC0, 0xC1), None, "overlong");
const OVERLONG_THREE: Kind = Kind::new((0xE0, 0xE0), Some((0x80, 0x9F)), "overlong");
const OVERLONG_FOUR: Kind = Kind::new((0xF0, 0xF0), Some((0x80, 0x8F)), "overlong");
const OVERLONG_FIVE: Kind = Kind::new((0xF8, 0xF8), Some((0x80, 0x87)), "overlong");
const OVERLONG_SIX: Kind = Kind::new((0xFC, 0xFC), Some((0x80, 0x83)), "overlong");
/// Of modified UTF-8, which has C0 80.
const OVERLONG_C0: Kind = Kind::new((0xC0, 0xC0), Some((0x80, 0xBF)), "overlong");
const OVERLONG_C1: Kind = Kind::new((0xC1, 0xC1), None, "overlong");
const NUL: Kind = Kind::new((0x00, 0x00), None, "nul");
const FOUR_BYTES: Kind = Kind::new((0xF0, 0xF4), None, "four_bytes");
const ABOVE_10FFFF: Kind = Kind::new((0xF4, 0xF4), Some((0x90, 0xBF)), "out_of_range");
const OUT_OF_RANGE: Kind = Kind::new((0xF5, 0xFD), None, "out_of_range");
const INVALID: Kind = Kind::new((0xFE, 0xFF), None, "invalid_byte");
const MISSING: Kind = Kind::new(ANY, Some(ANY), "missing_continuation");

/// The profile of a form.
pub const fn profile(form: Older) -> Profile {
    PROFILES[form as usize]
}

const PROFILES: [Profile; 4] = [
    Profile {
        abnf: include_str!("../grammars/rfc2279.abnf"),
        text: "UTF8-octets",
        sequence: "UTF8-sequence",
        kinds: &[
            CONTINUATION, OVERLONG_TWO, OVERLONG_THREE, OVERLONG_FOUR, OVERLONG_FIVE, OVERLONG_SIX, INVALID,
            MISSING,
        ],
        neighbour: "(none)",
        values: Values { last: 0x7FFF_FFFF, surrogates: false, pairs: false, long_nul: false },
    },
    Profile {
        abnf: include_str!("../grammars/cesu8.abnf"),
        text: "CESU8-octets",
        sequence: "CESU8-sequence",
        kinds: &[CONTINUATION, OVERLONG_TWO, OVERLONG_THREE, FOUR_BYTES, OUT_OF_RANGE, INVALID, MISSING],
        neighbour: "lone_surrogate",
        values: Values { last: 0x10_FFFF, surrogates: false, pairs: true, long_nul: false },
    },
    Profile {
        abnf: include_str!("../grammars/mutf8.abnf"),
        text: "MUTF8-octets",
        sequence: "MUTF8-sequence",
        kinds: &[
            NUL, CONTINUATION, OVERLONG_C0, OVERLONG_C1, OVERLONG_THREE, FOUR_BYTES, OUT_OF_RANGE, INVALID,
            MISSING,
        ],
        neighbour: "lone_surrogate",
        values: Values { last: 0x10_FFFF, surrogates: false, pairs: true, long_nul: true },
    },
    Profile {
        abnf: include_str!("../grammars/wtf8.abnf"),
        text: "WTF8-octets",
        sequence: "WTF8-sequence",
        kinds: &[
            CONTINUATION, OVERLONG_TWO, OVERLONG_THREE, OVERLONG_FOUR, ABOVE_10FFFF, OUT_OF_RANGE, INVALID,
            MISSING,
        ],
        neighbour: "surrogate_pair",
        values: Values { last: 0x10_FFFF, surrogates: true, pairs: false, long_nul: false },
    },
];

/// The maximum length of a sequence or pair.
const LONGEST: usize = 6;

/// The bytes at which the transitions of the automaton of texts change: both ends of every run of equivalent bytes.
pub fn edges(reference: &Reference) -> Vec<u8> {
    let classes = reference.text.classes();
    let class = |byte: u8| classes.iter().position(|class| class.contains(&byte));
    let changes = |byte: u8, other: Option<u8>| other.is_none_or(|other| class(byte) != class(other));
    let is_edge = |&byte: &u8| changes(byte, byte.checked_sub(1)) || changes(byte, byte.checked_add(1));
    (0..=255).filter(is_edge).collect()
}

/// Sequences and pairs of every kind, with each byte in turn replaced by each [edge](edges).
///
/// A decoder with a wrong end of a range fails on one of these, even if its automaton has more states than the
/// correct one, so that the W-method does not guarantee to detect it.
pub fn edge_strings(reference: &Reference) -> Vec<Vec<u8>> {
    let text = &reference.text;
    let edges = edges(reference);
    let mut strings = Vec::new();
    // The state, the bytes that lead to it, and how many of them belong to the last sequence.
    let mut queue = VecDeque::from([(text.start(), Vec::new(), 0)]);
    while let Some((state, path, read)) = queue.pop_front() {
        // Forms differ in their first two bytes, so there each edge is a case of its own. Later bytes are
        // distinguished only by the state that they lead to.
        let mut next: Vec<(u8, State)> = Vec::new();
        for &byte in &edges {
            let to = text.next(state, byte);
            let known = read >= 2 && next.iter().any(|&(_, other)| other == to);
            if !text.is_dead(to) && !known {
                next.push((byte, to));
            }
        }
        for &(byte, to) in &next {
            let rest = completion(reference, to);
            for &edge in &edges {
                strings.push([&path[..], &[edge], &rest].concat());
            }
            if to != text.start() && path.len() < LONGEST {
                let read = if text.is_accepting(to) { 0 } else { read + 1 };
                queue.push_back((to, [&path[..], &[byte]].concat(), read));
            }
        }
    }
    strings.sort_unstable();
    strings.dedup();
    strings
}

/// A shortest string from `state` to the end of a text.
fn completion(reference: &Reference, state: State) -> Vec<u8> {
    let text = &reference.text;
    let next = |&state: &State, byte| text.next(state, byte);
    shortest(state, &text.representatives(), next, |&state| text.is_accepting(state)).unwrap_or_default()
}
