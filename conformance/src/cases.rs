//! Named cases: sequences that decoders get wrong, or are suspected to get wrong.
//!
//! Every table of hostile bytes in this repository uses these cases: the rows of the suite, the fuzz targets, the
//! tests of the facade and of the command. A case does not record whether it is valid: the [oracle](crate::oracle)
//! decides that, and the result depends on the bytes before and after it.

use std::{collections::BTreeSet, sync::LazyLock};

use crate::lists::rows;
use crate::oracle::Oracle;

/// Named bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// Lower-case letters, digits and hyphens; stable from release to release.
    pub id: &'static str,
    /// The bytes.
    pub bytes: &'static [u8],
    /// What the case is, and the clause or bug behind it.
    pub origin: &'static str,
}

/// The case named `id`. Panics if there is no such case.
pub fn case(id: &str) -> Case {
    all().find(|case| case.id == id).unwrap_or_else(|| panic!("there is no case `{id}`"))
}

/// The cases with these ids, and with each a place in it. Panics if there is no such case.
pub fn split(ids: &[(&str, usize)]) -> Vec<(Case, usize)> {
    ids.iter().map(|&(id, at)| (case(id), at)).collect()
}

/// Every case.
pub fn all() -> impl Iterator<Item = Case> {
    SEQUENCES.iter().chain(&*TEXTS).copied()
}

/// Every proper prefix of every valid sequence of [`SEQUENCES`], without duplicates.
pub fn beginnings() -> Vec<&'static [u8]> {
    let valid = SEQUENCES.iter().filter(|case| Oracle::get().accepts(case.bytes));
    let beginnings = valid.flat_map(|case| (1..case.bytes.len()).map(|len| &case.bytes[..len]));
    beginnings.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The bytes at which the grammar or the kind of error changes: both ends of every run of equivalent bytes. A decoder
/// with a wrong range fails on one of them.
pub const EDGES: [u8; 31] = [
    0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
    0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF,
];

/// One sequence for each kind of error, the one that needs the most bytes to be detected, and a character of each
/// length; for rows that try many positions.
pub static SORTS: LazyLock<Vec<Case>> =
    LazyLock::new(|| rows(include_str!("cases/sorts.txt")).map(case).collect());

/// Sequences that the rows put at every position of a text.
pub static SEQUENCES: LazyLock<Vec<Case>> = LazyLock::new(|| parse(include_str!("cases/sequences.txt")));

/// Whole texts: examples and attacks from the RFC, and inputs on which other decoders failed.
pub static TEXTS: LazyLock<Vec<Case>> = LazyLock::new(|| parse(include_str!("cases/texts.txt")));

/// The cases of a table: the id, the bytes and the origin of each.
fn parse(table: &'static str) -> Vec<Case> {
    let byte = |digits| u8::from_str_radix(digits, 16).expect("hexadecimal digits");
    let case = |row: &'static str| {
        let [id, bytes, origin] = row.split(" | ").collect::<Vec<_>>()[..] else { panic!("{row}") };
        Case { id, bytes: bytes.split(' ').map(byte).collect::<Vec<_>>().leak(), origin }
    };
    rows(table).map(case).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::KINDS;

    #[test]
    fn names_and_bytes_differ() {
        let (ids, bytes): (BTreeSet<_>, BTreeSet<_>) = all().map(|case| (case.id, case.bytes)).unzip();
        assert_eq!((ids.len(), bytes.len()), (all().count(), all().count()));
    }

    #[test]
    fn edges_are_complete() {
        for class in Oracle::get().classes() {
            for &byte in &class {
                let alone = !class.contains(&byte.wrapping_sub(1)) || !class.contains(&byte.wrapping_add(1));
                // F4 and F8 share a class with other bytes; 00 and FF have only one neighbour.
                assert!(!alone || EDGES.contains(&byte), "{byte:x}");
            }
        }
        for kind in KINDS {
            for (first, last) in [kind.first].into_iter().chain(kind.later) {
                assert!(EDGES.contains(&first) && EDGES.contains(&last), "{kind:?}");
            }
        }
    }
}
