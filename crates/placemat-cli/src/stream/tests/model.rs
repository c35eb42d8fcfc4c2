//! The expected results of `check`: the errors of the reference decoder, with lines and columns. Shares no code with
//! the program.

use placemat_conformance::{cases, contract::Item, reference};

use super::Utf8ErrorKind;

/// An expected error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expected {
    pub(super) offset: u64,
    pub(super) len: Option<usize>,
    pub(super) kind: Utf8ErrorKind,
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) bytes: Vec<u8>,
    pub(super) next: Option<u8>,
}

/// All errors of `bytes`, in order.
pub(super) fn errors(bytes: &[u8]) -> Vec<Expected> {
    let mut found = Vec::new();
    let (mut line, mut column) = (1, 1);
    for Item { offset, character } in reference::items(bytes) {
        if let Err(fault) = character {
            let end = fault.error_len.map_or(bytes.len(), |len| offset + len);
            found.push(Expected {
                offset: offset as u64,
                len: fault.error_len,
                kind: fault.kind.unwrap(),
                line,
                column,
                bytes: bytes[offset..end].to_vec(),
                next: bytes.get(end).copied(),
            });
        }
        // A maximal subpart counts as one character.
        (line, column) = if character == Ok('\n') { (line + 1, 1) } else { (line, column + 1) };
    }
    found
}

/// Sequences that are hard for a validator, alone and in pairs. Some are valid.
pub(super) fn hostile() -> Vec<Vec<u8>> {
    // To test lines and columns.
    let among_line_feeds: [&[u8]; 5] =
        [b"\n\xFF\n", b"\r\n\xC3\r\n", b"\xE2\n\x82\n\xAC", b"\xF0\x9F\n", b"\0\x80\0"];
    let named = cases::all().map(|case| case.bytes.to_vec());
    let single = cases::EDGES.iter().map(|byte| vec![*byte]);
    let mut all: Vec<Vec<u8>> = named.chain(single).collect();
    all.extend(among_line_feeds.iter().map(|bytes| bytes.to_vec()));
    // Each one before some others.
    for first in all.clone() {
        for second in [&b"\x80"[..], b"\xE2\x82", b"\xF0\x9F\x98\x80", b"\n\xC3"] {
            all.push([&first, second].concat());
        }
    }
    all
}
