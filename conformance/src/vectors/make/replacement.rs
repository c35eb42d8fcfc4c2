//! Bytes that decoders replace by different numbers of U+FFFD.

use super::prelude::*;
use answers::{PRACTICES, VERDICT};

/// A lead of each kind, with the number of continuation bytes that RFC 2279 gives it.
const LEADS: [(u8, usize); 20] = [
    (0x80, 0),
    (0xC0, 1),
    (0xC1, 1),
    (0xC3, 1),
    (0xDF, 1),
    (0xE0, 2),
    (0xE2, 2),
    (0xED, 2),
    (0xEF, 2),
    (0xF0, 3),
    (0xF1, 3),
    (0xF4, 3),
    (0xF5, 3),
    (0xF7, 3),
    (0xF8, 4),
    (0xFB, 4),
    (0xFC, 5),
    (0xFD, 5),
    (0xFE, 1),
    (0xFF, 1),
];

/// Sequences next to each other.
const NEIGHBOURS: [&[u8]; 6] = [
    b"\xED\xA0\x80\xED\xB0\x80",
    b"\xED\xA0\xED\xB0\x80",
    b"\xED\xED\xA0\xA0",
    b"\xED\xA0\xC3\xA9\x80",
    b"\xC0\xC0\x80\x80",
    b"\xF8\x88\xFC\x84\x80\x80",
];

/// Each lead with continuation bytes, one more than it announces at most, before a character and at the end.
pub(super) fn cases() -> Vec<Case> {
    let mut inputs: Vec<Vec<u8>> = NEIGHBOURS.iter().map(|bytes| bytes.to_vec()).collect();
    for (lead, len) in LEADS {
        for tail in [0x80, 0xA0] {
            for len in usize::from(tail == 0xA0)..=len + 1 {
                let sequence = [&[lead], &vec![tail; len][..]].concat();
                inputs.push([&sequence[..], b"!", &sequence].concat());
            }
        }
    }
    inputs.retain(|bytes| reference::read(bytes).is_err());
    inputs.iter().map(|bytes| case(bytes)).collect()
}

fn case(bytes: &[u8]) -> Case {
    let id = format!("replaced-{}", hex::write(bytes));
    let profiles = [VERDICT, &[Profile::MaximalSubpart], PRACTICES].concat();
    let note = "decoders differ in the number of U+FFFD";
    let mut case = builder::bare(id, note, bytes, &profiles, Vec::new());
    case.clause = Profile::MaximalSubpart.clause().to_owned();
    case
}
