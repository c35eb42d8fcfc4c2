//! Rows about inputs that are summarised in pieces.

use super::prelude::*;
use crate::contract::Tree;

rows! {
    "summary-strings", [15_000, 97_253], Summary(short),
        "short strings, cut everywhere and merged from both sides: what is said is what the whole has";
    "summary-trees", [5_000, 200_000], Summary(trees),
        "texts with lines and errors, cut into pieces and merged as random trees";
}

/// Enough to make a complete, a truncated and an invalid sequence of each length, and lines.
const BYTES: [u8; 9] = [b'\n', b'a', 0x80, 0xC3, 0xE1, 0xE0, 0xED, 0xF1, 0xFF];

/// Short strings, divided in every way, and runs of continuation bytes, of which a head keeps three.
fn short(context: &Context<'_>) {
    let longest = if context.depth == Depth::Full { 4 } else { 3 };
    context.once(|tester| {
        strings(&BYTES, longest, |bytes| {
            for cuts in 0..1 << bytes.len().saturating_sub(1) {
                let pieces = cut(bytes, cuts);
                tester.ask("merged from the left", &Question::Summary(&from_the_left(&pieces)));
                if pieces.len() > 2 {
                    tester.ask("merged from the right", &Question::Summary(&from_the_right(&pieces)));
                }
            }
        });
    });
    context.once(|tester| {
        const BEFORE: [&[u8]; 5] = [b"", b"\n", b"\xF1", b"a\xF1\x80", b"\xFF\n\xE0"];
        const AFTER: [&[u8]; 4] = [b"", b"\n", b"\xFF", b"a\n\x80"];
        for (before, continuations, after) in iproduct!(BEFORE, 0..9, AFTER) {
            let bytes = [before, &vec![0x80; continuations], after].concat();
            for cuts in 0..1 << bytes.len().saturating_sub(1).min(6) {
                let pieces = cut(&bytes, cuts);
                tester.ask("continuations", &Question::Summary(&from_the_left(&pieces)));
                tester.ask("continuations", &Question::Summary(&from_the_right(&pieces)));
            }
        }
    });
}

fn from_the_left<'a>(pieces: &[&'a [u8]]) -> Tree<'a> {
    pieces.iter().map(|piece| Tree::Piece(piece)).reduce(Tree::merged).unwrap_or(Tree::Piece(b""))
}

fn from_the_right<'a>(pieces: &[&'a [u8]]) -> Tree<'a> {
    let pieces = pieces.iter().rev().map(|piece| Tree::Piece(piece));
    pieces.reduce(|after, before| before.merged(after)).unwrap_or(Tree::Piece(b""))
}

fn trees(context: &Context<'_>) {
    #[rustfmt::skip]
    const TEXTS: [&[u8]; 9] = [
        b"\n", b"a\r", "caf\u{E9} \u{4E2D}\u{1F37D} ".as_bytes(), b"\xFF", b"\x80\x80", b"\xE2\x82",
        b"\xF0\x9F\x98", b"a line\nand another\n", b"\xED\xA0\x80\xC0\xAF",
    ];
    let each = if context.depth == Depth::Full { 4_000 } else { 100 };
    context.each(50, |item, tester| {
        let mut random = Random(1992 + item as u64);
        for _ in 0..each {
            let len = random.below(60) + 1;
            let mut bytes = Vec::new();
            while bytes.len() < len {
                match random.below(4) {
                    0 => bytes.push(random.pick(&EDGES)),
                    _ => bytes.extend_from_slice(random.pick(&TEXTS)),
                }
            }
            let mut pieces = Vec::new();
            let mut rest = &bytes[..];
            while !rest.is_empty() {
                let len = random.below(9).min(rest.len());
                pieces.push(&rest[..len]);
                rest = &rest[len..];
            }
            let mut parts: Vec<Tree<'_>> = pieces.iter().map(|piece| Tree::Piece(piece)).collect();
            while parts.len() > 1 {
                let at = random.below(parts.len() - 1);
                let after = parts.remove(at + 1);
                parts[at] = parts[at].clone().merged(after);
            }
            tester.ask("random tree", &Question::Summary(&parts[0]));
        }
    });
}
