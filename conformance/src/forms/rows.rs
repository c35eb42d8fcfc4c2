//! The rows that every form runs.

use super::{
    checker::{Checker, Row, Run},
    edges::{edge_strings, edges},
    reference::Reference,
};
use crate::{cases, random::Random, strings, suite::Depth, w_method};

const fn row(name: &'static str, minimum: u64, run: Run, about: &'static str) -> Row {
    Row { name, about, minimum, run }
}

/// Every row.
pub(super) const ROWS: [Row; 8] = [
    row("bytes", 70_000, bytes, "every string of at most two bytes, and of three edges"),
    row("edges", 1_000, each_edge, "each byte of a sequence or a pair replaced by each edge"),
    row("class-strings", 20_000, class_strings, "every string of at most four bytes, one for each class"),
    row("w-method", 10_000, chow, "Chow's complete set over the minimal automaton"),
    row("values", 200_000, values, "every value forth and back, or refused"),
    row("hostile", 40_000, hostile, "named sequences, next to each other and to surrogates"),
    row("seams", 10_000, seams, "telling sequences at every offset of ASCII and other text"),
    row("mixed", 6_000, mixed, "random strings of telling sequences"),
];

fn each_edge(reference: &Reference, _: Depth, checker: &mut Checker<'_>) {
    edge_strings(reference).iter().for_each(|string| checker.check(string));
}

fn chow(reference: &Reference, _: Depth, checker: &mut Checker<'_>) {
    w_method::strings(&reference.text).iter().for_each(|string| checker.verdict(string));
}

fn bytes(reference: &Reference, _: Depth, checker: &mut Checker<'_>) {
    let all: Vec<u8> = (0..=255).collect();
    strings(&all, 2, |string| checker.verdict(string));
    strings(&edges(reference), 3, |string| checker.verdict(string));
}

fn class_strings(reference: &Reference, _: Depth, checker: &mut Checker<'_>) {
    let classes: Vec<u8> = reference.text.classes().iter().map(|class| class[0]).collect();
    strings(&classes, 4, |string| checker.check(string));
}

fn values(_: &Reference, depth: Depth, checker: &mut Checker<'_>) {
    // `Depth::Quick` keeps the values near a multiple of 256, every 61st, those of one and two bytes, and all around
    // the surrogates and U+10000.
    let kept = |value: &u32| {
        depth == Depth::Full
            || (value & 0xFF).wrapping_add(2) & 0xFF < 4
            || value.is_multiple_of(61)
            || *value < 0x900
            || (0xD7F0..0xE010).contains(value)
            || (0xFFF0..0x1_0010).contains(value)
    };
    for value in (0..0x11_1000).filter(kept) {
        checker.value(value);
    }
    let step = if depth == Depth::Full { 4_093 } else { 262_139 };
    for value in (0x11_1000..=u32::MAX).step_by(step) {
        checker.value(value);
    }
    // Both sides of each boundary between lengths, and of the last value.
    for border in [0x80, 0x800, 0x1_0000, 0x11_0000, 0x20_0000, 0x400_0000, 0x8000_0000_u32, u32::MAX] {
        for value in border.saturating_sub(3)..=border.saturating_add(3) {
            checker.value(value);
        }
    }
}

/// Sequences that are valid in some form, and invalid uses of surrogates.
pub(crate) const PIECES: [&[u8]; 22] = [
    b"a",
    b"\x00",
    b"\x80",
    b"\xC0\x80",
    b"\xC0",
    b"\xC0\xAF",
    b"\xC3\xA9",
    b"\xE2\x82\xAC",
    b"\xE2\x82",
    b"\xED\x9F\xBF",
    b"\xED\xA0\x80",
    b"\xED\xAF\xBF",
    b"\xED\xB0\x80",
    b"\xED\xBF\xBF",
    b"\xED",
    b"\xED\xA0",
    b"\xED\xB0",
    b"\xF0\x9F\x8D\xBD",
    b"\xF4\x90\x80\x80",
    b"\xF8\x88\x80\x80\x80",
    b"\xFD\xBF\xBF\xBF\xBF\xBF",
    b"\xFF",
];

fn hostile(_: &Reference, _: Depth, checker: &mut Checker<'_>) {
    for case in cases::all() {
        checker.check(case.bytes);
        for piece in PIECES {
            checker.check(&[piece, case.bytes].concat());
            checker.check(&[case.bytes, piece].concat());
        }
    }
    for a in PIECES {
        for b in PIECES {
            for c in PIECES {
                checker.check(&[a, b, c].concat());
            }
        }
    }
}

/// A decoder may skip ASCII, or UTF-8, in blocks, which have boundaries.
fn seams(_: &Reference, depth: Depth, checker: &mut Checker<'_>) {
    const LEN: usize = 600;
    // `Depth::Quick` keeps the boundaries of blocks of 64, 256 and 512 bytes.
    let kept = |at: &usize| {
        depth == Depth::Full || [64, 256, 512_usize].iter().any(|border| border.abs_diff(*at) < 8)
    };
    for filler in [&b"a"[..], b"\xC3\xA9", b"\xED\x9F\xBF", b"\xED\xA0\x80\xED\xB0\x80"] {
        let text = filler.repeat(LEN / filler.len());
        for piece in PIECES {
            for at in (0..LEN).step_by(filler.len()).filter(kept) {
                checker.check(&[&text[..at], piece, &text[at..]].concat());
                checker.check(&[&text[..at], piece].concat());
            }
        }
    }
}

fn mixed(_: &Reference, depth: Depth, checker: &mut Checker<'_>) {
    let mut random = Random(2279);
    let rounds = if depth == Depth::Full { 40_000 } else { 2_000 };
    for _ in 0..rounds {
        let mut string = Vec::new();
        // Occasionally long runs of one piece.
        for _ in 0..random.below(12) {
            let count = if random.below(8) == 0 { random.below(80) } else { 1 };
            string.extend(random.pick(&PIECES).repeat(count));
        }
        checker.check(&string);
    }
}
