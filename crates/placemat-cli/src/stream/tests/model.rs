//! The expected results of `check`, computed naively: the standard library's validator in a loop, and a table of
//! kinds. Shares no code with the program.

use placemat_conformance::cases;

/// An expected error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expected {
    pub(super) offset: u64,
    pub(super) len: Option<usize>,
    pub(super) kind: &'static str,
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) bytes: Vec<u8>,
    pub(super) next: Option<u8>,
}

/// All errors of `bytes`, in order.
pub(super) fn errors(bytes: &[u8]) -> Vec<Expected> {
    let mut found = Vec::new();
    let mut at = 0;
    let (mut line, mut column) = (1, 1);
    while let Err(error) = std::str::from_utf8(&bytes[at..]) {
        let offset = at + error.valid_up_to();
        let end = error.error_len().map_or(bytes.len(), |len| offset + len);
        let text = std::str::from_utf8(&bytes[at..offset]).unwrap();
        let mut pieces = text.split('\n');
        column += pieces.next().unwrap().chars().count() as u64;
        for piece in pieces {
            line += 1;
            column = 1 + piece.chars().count() as u64;
        }
        let sequence = bytes[offset..end].to_vec();
        let next = bytes.get(end).copied();
        found.push(Expected {
            offset: offset as u64,
            len: error.error_len(),
            kind: kind(&sequence, next, error.error_len().is_none()),
            line,
            column,
            bytes: sequence,
            next,
        });
        // A maximal subpart counts as one character.
        column += 1;
        at = end;
    }
    found
}

#[allow(clippy::match_same_arms, reason = "each arm is a row of the table")]
fn kind(bytes: &[u8], next: Option<u8>, truncated: bool) -> &'static str {
    match (bytes[0], next) {
        _ if truncated => "truncated",
        (0x80..=0xBF, _) => "unexpected_continuation",
        (0xC0 | 0xC1, _) => "overlong",
        (0xF5..=0xFD, _) => "out_of_range",
        (0xFE | 0xFF, _) => "invalid_byte",
        (0xE0, Some(0x80..=0x9F)) if bytes.len() == 1 => "overlong",
        (0xED, Some(0xA0..=0xBF)) if bytes.len() == 1 => "surrogate",
        (0xF0, Some(0x80..=0x8F)) if bytes.len() == 1 => "overlong",
        (0xF4, Some(0x90..=0xBF)) if bytes.len() == 1 => "out_of_range",
        _ => "missing_continuation",
    }
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
