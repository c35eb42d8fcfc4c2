//! Checks the oracle: it is minimal, and equal to the table by which the Unicode Standard defines UTF-8.
//! Emulators run it in every row.

use std::collections::BTreeSet;

use placemat_conformance::oracle::{Oracle, RFC3629, START_RULE, State};
use placemat_conformance::w_method;

/// Table 3-7 of the Unicode Standard, "Well-Formed UTF-8 Byte Sequences", verbatim: the code points, then the ranges
/// of the first to the fourth byte.
const TABLE_3_7: [(&str, &[(u8, u8)]); 9] = [
    ("U+0000..U+007F", &[(0x00, 0x7F)]),
    ("U+0080..U+07FF", &[(0xC2, 0xDF), (0x80, 0xBF)]),
    ("U+0800..U+0FFF", &[(0xE0, 0xE0), (0xA0, 0xBF), (0x80, 0xBF)]),
    ("U+1000..U+CFFF", &[(0xE1, 0xEC), (0x80, 0xBF), (0x80, 0xBF)]),
    ("U+D000..U+D7FF", &[(0xED, 0xED), (0x80, 0x9F), (0x80, 0xBF)]),
    ("U+E000..U+FFFF", &[(0xEE, 0xEF), (0x80, 0xBF), (0x80, 0xBF)]),
    ("U+10000..U+3FFFF", &[(0xF0, 0xF0), (0x90, 0xBF), (0x80, 0xBF), (0x80, 0xBF)]),
    ("U+40000..U+FFFFF", &[(0xF1, 0xF3), (0x80, 0xBF), (0x80, 0xBF), (0x80, 0xBF)]),
    ("U+100000..U+10FFFF", &[(0xF4, 0xF4), (0x80, 0x8F), (0x80, 0xBF), (0x80, 0xBF)]),
];

/// A position in the table: before a sequence, or some bytes into one of these rows, or nowhere. It is the set of
/// rows that match so far, without any automaton construction.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Position {
    rows: Vec<usize>,
    read: usize,
}

impl Position {
    fn start() -> Self {
        Self { rows: (0..TABLE_3_7.len()).collect(), read: 0 }
    }

    fn next(&self, byte: u8) -> Self {
        let fits = |row: &usize| {
            let (first, last) = TABLE_3_7[*row].1[self.read];
            (first..=last).contains(&byte)
        };
        let rows: Vec<usize> = self.rows.iter().copied().filter(fits).collect();
        let read = self.read + 1;
        if rows.iter().any(|&row| TABLE_3_7[row].1.len() == read) {
            Self::start()
        } else {
            Self { rows, read }
        }
    }
}

#[test]
fn equals_table_3_7() {
    let oracle = Oracle::get();
    // Walks both in lockstep from their starts. It visits every reachable pair of states, so the two languages are
    // equal, for inputs of every length.
    let mut pairs: Vec<(State, Position)> = vec![(oracle.start(), Position::start())];
    let mut at = 0;
    let mut compared = 0;
    while let Some((state, position)) = pairs.get(at).cloned() {
        assert_eq!(oracle.is_dead(state), position.rows.is_empty(), "{state:?} {position:?}");
        assert_eq!(oracle.is_accepting(state), position == Position::start(), "{state:?} {position:?}");
        at += 1;
        if position.rows.is_empty() {
            continue;
        }
        for byte in 0..=255 {
            compared += 1;
            let pair = (oracle.next(state, byte), position.next(byte));
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
    }
    // Before a sequence; and 1, 4 * 2 and 3 * 3 positions inside the longer rows.
    assert_eq!(compared, (1 + 1 + 8 + 9) * 256);
}

#[test]
fn accepts_exactly_the_encodings_of_scalar_values() {
    let mut buffer = [0; 4];
    for scalar in '\0'..=char::MAX {
        assert!(Oracle::get().accepts(scalar.encode_utf8(&mut buffer).as_bytes()), "{scalar:?}");
    }
    // The table, which is equal to the oracle, has as many sequences as there are scalar values, so no other string
    // is a sequence.
    let count: usize = TABLE_3_7
        .iter()
        .map(|(_, bytes)| bytes.iter().map(|(first, last)| usize::from(last - first) + 1).product::<usize>())
        .sum();
    assert_eq!(count, 0x11_0000 - 0x800);
}

#[test]
fn is_minimal() {
    let oracle = Oracle::get();
    assert_eq!(oracle.states().count(), 9);
    assert_eq!(oracle.states().last(), Some(oracle.dead()));
    // Every two states differ in what they accept, and every state is reachable.
    let strings = w_method::characterisation(oracle);
    let accepted = |state: State| -> Vec<bool> {
        strings.iter().map(|string| oracle.is_accepting(oracle.run(state, string))).collect()
    };
    let differ: BTreeSet<_> = oracle.states().map(accepted).collect();
    assert_eq!(differ.len(), 9);
    assert!(oracle.states().all(|state| oracle.run(oracle.start(), &oracle.access(state)) == state));
}

#[test]
fn classes_are_those_of_section_4() {
    let ends: Vec<(u8, usize)> =
        Oracle::get().classes().iter().map(|class| (class[0], class.len())).collect();
    // C0 stands for C0, C1 and F5..FF, which are in no sequence; E1 for E1..EC, EE and EF.
    let firsts = [0x00, 0x80, 0x90, 0xA0, 0xC0, 0xC2, 0xE0, 0xE1, 0xED, 0xF0, 0xF1, 0xF4];
    let counts = [128, 16, 16, 32, 13, 30, 1, 14, 1, 1, 3, 1];
    assert!(ends.into_iter().eq(firsts.into_iter().zip(counts)));
}

#[test]
fn another_grammar_gives_another_automaton() {
    // Accepts surrogates, like CESU-8. The comparison with Table 3-7 would detect it.
    let grammar = RFC3629.replace("%xED %x80-9F", "%xED %x80-BF");
    let cesu = Oracle::from_abnf(&grammar, START_RULE).unwrap();
    assert_ne!(&cesu, Oracle::get());
    assert!(cesu.accepts(b"\xED\xA0\x80") && !Oracle::get().accepts(b"\xED\xA0\x80"));
    assert_eq!(cesu.states().count(), 8, "ED is then a byte like EC");
}

#[test]
fn what_abnf_can_say_about_bytes() {
    let oracle = |grammar: &str| Oracle::from_abnf(&format!("{grammar}\n"), "s");
    let s = oracle("s = %x41.42 [ %x43 ] 1*2%x44 / *3%x45").unwrap();
    for (strings, expected) in [(["", "ABD", "ABCDD", "EEE"], true), (["AB", "ABDDD", "EEEE", "ABCE"], false)]
    {
        assert!(strings.iter().all(|string| s.accepts(string.as_bytes()) == expected), "{strings:?}");
    }
    for (grammar, reason) in [
        ("s = s", "recursive"),
        ("s = t", "no rule `t`"),
        ("s = %x100", "not a byte"),
        ("s = \"a\"", "not a value of bytes"),
        ("s = %x41\nS = %x42", "defined twice"),
        ("nonsense", "nonsense"),
    ] {
        let refused = oracle(grammar).unwrap_err();
        assert!(refused.contains(reason), "{grammar}: {refused}");
    }
}
