//! Inputs in chunks: short ones divided in every way, and state that must be carried across long chunks.

use super::prelude::*;

/// Sequences to divide in every way, with a letter before and after.
const CUT: [&str; 16] = [
    "u-00e9",
    "u-20ac",
    "u-1f600",
    "u-0800",
    "u-10ffff",
    "cut-f0-9f-98",
    "cut-e2-82",
    "broken-c3-by-lead",
    "broken-e2-82-by-ascii",
    "broken-f1-80-by-ascii",
    "broken-f0-90-80-by-ascii",
    "extra-continuation-after-three",
    "overlong-slash-of-three",
    "surrogate-d800",
    "beyond-110000",
    "webkit-304181",
];

/// Lengths of the text before the cut, around the sizes of decoder buffers.
const LENGTHS: [usize; 5] = [15, 31, 63, 1023, 4095];

pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for name in CUT {
        let bytes = [b"a", cases::case(name).bytes, b"b"].concat();
        let splits = compositions(bytes.len());
        cases.push(case(format!("stream-{name}"), "cut in every way", &bytes, splits));
        // The input ends while a sequence is pending.
        let open = &bytes[..bytes.len() - 1];
        let splits = compositions(open.len());
        cases.push(case(format!("stream-{name}-at-end"), "cut in every way, at the end", open, splits));
    }
    for len in LENGTHS {
        for name in ["u-1f600", "broken-f0-90-80-by-ascii", "beyond-110000", "cut-f0-9f-98"] {
            let sequence = cases::case(name).bytes;
            let bytes = [&vec![b'a'; len], sequence, &[b'b'; 17]].concat();
            let cuts = (len..=len + sequence.len()).map(|at| vec![at, bytes.len() - at]);
            let tail = bytes.len() - len - 3;
            let carried = [vec![len + 1, 0, 1, 0, 1, tail], vec![0, len + 2, 1, tail, 0]];
            let splits = cuts.chain(carried).collect();
            let note = "a sequence after as many bytes as a buffer may have";
            cases.push(case(format!("stream-{name}-after-{len}"), note, &bytes, splits));
        }
    }
    cases
}

/// Every way to divide `len` bytes without empty chunks; and byte by byte with an empty chunk after each.
fn compositions(len: usize) -> Vec<Vec<usize>> {
    let ways = 1_usize << (len - 1);
    let way = |bits: usize| {
        let mut chunks = vec![1];
        for place in 0..len - 1 {
            if bits >> place & 1 == 1 {
                chunks.push(1);
            } else if let Some(last) = chunks.last_mut() {
                *last += 1;
            }
        }
        chunks
    };
    // Long inputs keep only the single cuts and every eighth combination.
    let kept = |bits: &usize| len <= 5 || bits.count_ones() <= 1 || bits % 8 == 7;
    let mut all: Vec<_> = (0..ways).filter(kept).map(way).collect();
    all.push((0..2 * len).map(|nth| (nth + 1) % 2).collect());
    all
}

fn case(id: String, note: &str, bytes: &[u8], splits: Vec<Vec<usize>>) -> Case {
    let profiles = [answers::BYTES, &[Profile::Stream], answers::OLDER].concat();
    let mut case = builder::bare(id, note, bytes, &profiles, splits);
    case.clause = Profile::Stream.clause().to_owned();
    case.flags.push("stream".to_owned());
    debug_assert!(case.has(flags::LONG) == (bytes.len() > 64));
    case
}
