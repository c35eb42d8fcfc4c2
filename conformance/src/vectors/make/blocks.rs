//! Errors at the boundaries of blocks.

use super::prelude::*;

/// The sizes of registers, blocks and chunks.
const SEAMS: [usize; 7] = [16, 32, 64, 128, 512, 1024, 4096];

/// Lengths of valid texts: around the sizes of registers, blocks and chunks.
const LENGTHS: [usize; 33] = [
    1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 63, 64, 65, 96, 127, 128, 129, 192, 255, 256, 257,
    511, 512, 1023, 1024, 4095, 4096, 4097,
];

/// Lengths of ASCII texts with one non-ASCII byte.
const SINGLE: [usize; 10] = [9, 17, 33, 65, 100, 129, 200, 254, 255, 256];

/// Sequences that the end of the input truncates.
const CUT: [Named; 6] =
    cases::select(["cut-c3", "cut-e0", "cut-e2-82", "cut-f0", "cut-f0-9f", "cut-f0-9f-98"]);

/// Leads, with the missing rest of their sequences.
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
            // With one byte before the boundary, so that the error is detected from the next block.
            let before = seam - 1;
            let bytes = [&vec![b'a'; before], named.bytes, &[b'b'; 80]].concat();
            let note = format!("across byte {seam}: {}", named.origin);
            cases.push(builder::long(format!("block-{seam}-{}", named.id), note, &bytes, &[seam]));
        }
        for named in CUT {
            let bytes = [&vec![b'a'; seam - named.bytes.len()], named.bytes].concat();
            let note = format!("the end, after {seam} bytes, cuts a sequence off");
            cases.push(builder::long(format!("end-{seam}-{}", named.id), note, &bytes, &[]));
        }
    }
    let characters = [("ascii", "a"), ("two", "\u{E9}"), ("four", "\u{1F37D}")];
    for (len, (kind, character)) in iproduct!(LENGTHS, characters).filter(|(len, (_, c))| *len >= c.len()) {
        let rest = vec![b'-'; len % character.len()];
        let bytes = [character.repeat(len / character.len()).as_bytes(), &rest].concat();
        cases.push(builder::long(format!("length-{len}-{kind}"), "valid text of this length", &bytes, &[]));
    }
    for (len, at) in SINGLE.into_iter().flat_map(|len| [0, len / 2, len / 2 + 1, len - 1].map(|at| (len, at)))
    {
        let mut bytes = vec![b'0'; len];
        bytes[at] = 0x80;
        let note = "one byte that is not ASCII, which one of several registers must see";
        cases.push(builder::long(format!("single-{len}-at-{at}"), note, &bytes, &[]));
    }
    for at in [100, 2000, 3000] {
        let bytes =
            ["\u{E9}".repeat(at).as_bytes(), b"\xFF", "\u{E9}".repeat(3000 - at + 100).as_bytes()].concat();
        let note = "an error in a chunk in which hardly a byte is ASCII";
        cases.push(builder::long(format!("dense-{at}"), note, &bytes, &[2 * at]));
    }
    for (seam, (name, open, rest)) in iproduct!([16, 32, 64], BRIDGES) {
        let lead = [&vec![b'a'; seam - open.len()], open].concat();
        let bytes = [&lead[..], &vec![b'b'; 2 * seam], rest, b"cc"].concat();
        let note = "the bridge: a sequence that is open before blocks of ASCII, and its rest after them";
        cases.push(builder::long(format!("bridge-{seam}-{name}"), note, &bytes, &[seam]));
    }
    cases
}
