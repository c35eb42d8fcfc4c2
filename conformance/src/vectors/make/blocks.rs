//! Errors at the borders of blocks.

use super::builder;
use crate::{
    cases::{self, Case as Named},
    vectors::Case,
};

/// The sizes of registers, blocks and chunks.
const SEAMS: [usize; 9] = [8, 16, 32, 64, 128, 256, 512, 1024, 4096];

/// Sequences that the end cuts off.
const CUT: [Named; 6] =
    cases::select(["cut-c3", "cut-e0", "cut-e2-82", "cut-f0", "cut-f0-9f", "cut-f0-9f-98"]);

/// Leads, with what is missing of their sequences.
const BRIDGES: [(&str, &[u8], &[u8]); 5] = [
    ("c3", b"\xC3", b"\xA9"),
    ("e2", b"\xE2", b"\x82\xAC"),
    ("e2-82", b"\xE2\x82", b"\xAC"),
    ("f0-9f", b"\xF0\x9F", b"\x98\x80"),
    ("f0-9f-98", b"\xF0\x9F\x98", b"\x80"),
];

pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for seam in SEAMS {
        for named in cases::SORTS {
            // With one octet before the border, so that the rest is found from the next block.
            let before = seam - 1;
            let octets = [&vec![b'a'; before], named.octets, &vec![b'b'; 80]].concat();
            let note = format!("across octet {seam}: {}", named.origin);
            cases.push(builder::case(format!("block-{seam}-{}", named.id), note, &octets, &[seam]));
        }
        for named in CUT {
            let octets = [&vec![b'a'; seam - named.octets.len()], named.octets].concat();
            let note = format!("the end, after {seam} octets, cuts a sequence off");
            cases.push(builder::case(format!("end-{seam}-{}", named.id), note, &octets, &[]));
        }
    }
    for seam in [16, 32, 64] {
        for (name, open, rest) in BRIDGES {
            let lead = [&vec![b'a'; seam - open.len()], open].concat();
            let octets = [&lead[..], &vec![b'b'; 2 * seam], rest, b"cc"].concat();
            let note = "the bridge: a sequence that is open before blocks of ASCII, and its rest after them";
            cases.push(builder::case(format!("bridge-{seam}-{name}"), note, &octets, &[seam]));
        }
    }
    cases
}
