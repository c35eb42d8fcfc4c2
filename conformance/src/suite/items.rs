//! Rows about all errors of an input, and about its characters: iteration from both ends, boundaries and positions.

use placemat_core::convert::portable::LineEnds;

use super::prelude::*;

rows! {
    "errors-strings", [22_621, 271_453], Errors(short_strings),
        "every error of short strings, and the text between them";
    "errors-distances", [10_200, 267_500], Errors(distances),
        "two errors at every distance, in every kind of text, and what a decoder says of the second";
    "errors-dense", [600, 20_000], Errors(dense),
        "random bytes, among them whole sequences, and texts with an error in every few bytes";
    "characters", [18_000, 746_201], Characters(characters),
        "forward, backward and from both ends in turn, the items are those of forward iteration";
    "boundaries", [2_885, 23_621], Boundaries(boundaries),
        "a boundary is where forward iteration begins an item, or the end";
    "positions", [600, 6_000], Positions(positions),
        "characters, UTF-16 units, lines and columns at every byte of text with line ends, cut ones and errors";
}

/// Every string of byte classes, of at most four bytes or five.
fn short_strings(context: &Context<'_>) {
    let longest = if context.depth == Depth::Full { 5 } else { 4 };
    context.once(|tester| {
        class_strings(longest, |bytes| tester.ask("short string", &Question::Errors(bytes)));
    });
}

/// After an error a decoder restarts at a byte that may lie anywhere in a block.
fn distances(context: &Context<'_>) {
    const LONG: [usize; 4] = [1000, 2100, 4096, 9000];
    let (nearest, step) = if context.depth == Depth::Full { (400, 1) } else { (136, 10) };
    let distances: Vec<usize> = (0..nearest).chain(LONG.iter().flat_map(|long| long - 3..long + 4)).collect();
    context.each(distances.len(), |item, tester| {
        let distance = distances[item];
        // The second error, and two bytes that may continue it or the first one.
        for (nth, first) in SORTS.iter().enumerate() {
            for (mth, second) in SORTS.iter().enumerate().skip((nth + item) % step).step_by(step) {
                let kinds = Kind::PAIRS[(nth + mth + item) % Kind::PAIRS.len()];
                let before = kinds.0.of((nth * 7 + mth * 3) % 70).before();
                let (between, after) = (kinds.1.of(distance).after(), &b"\xF0\x90placemat"[..mth % 11]);
                let bytes = [&before, first.bytes, &between, second.bytes, after].concat();
                tester.ask(second.id, &Question::Errors(&bytes));
            }
        }
    });
}

fn dense(context: &Context<'_>) {
    let each = if context.depth == Depth::Full { 400 } else { 12 };
    context.each(50, |item, tester| {
        let mut random = Random(2026 + item as u64);
        for round in 0..each {
            let len = random.below([70, 300, 2000][round % 3]);
            let mut bytes = Vec::new();
            while bytes.len() < len {
                match random.below(item % 7 + 2) {
                    0 => bytes.push(random.pick(&EDGES)),
                    1 => bytes.extend_from_slice(random.pick(&SORTS[..]).bytes),
                    _ => bytes.extend_from_slice("caf\u{E9} \u{4E2D}\u{1F37D}, text ".as_bytes()),
                }
            }
            tester.ask("random", &Question::Errors(&bytes));
        }
    });
}

/// Short strings, consumed from both ends in every order; and random ones.
fn characters(context: &Context<'_>) {
    let longest = if context.depth == Depth::Full { 4 } else { 3 };
    context.once(|tester| {
        class_strings(longest, |bytes| {
            for turns in 0..1 << bytes.len() {
                tester.ask("short string", &Question::Characters(bytes, turns));
            }
        });
    });
    let each = if context.depth == Depth::Full { 2_000 } else { 20 };
    context.each(50, |item, tester| {
        let mut random = Random(1993 + item as u64);
        for _ in 0..each {
            let len = random.below(40);
            let bytes: Vec<u8> = (0..len).map(|_| random.pick(&EDGES)).collect();
            let [low, high, ..] = random.number().to_le_bytes().map(u32::from);
            for turns in [0, u32::MAX, low * 0x0101_0101, low << 8 | high << 16] {
                tester.ask("random", &Question::Characters(&bytes, turns));
            }
        }
    });
}

/// Every position in short strings and in random ones, and positions past the end.
fn boundaries(context: &Context<'_>) {
    let longest = if context.depth == Depth::Full { 4 } else { 3 };
    context.once(|tester| {
        class_strings(longest, |bytes| check_boundaries("short string", bytes, tester));
    });
    context.each(10, |item, tester| {
        let mut random = Random(1996 + item as u64);
        for _ in 0..100 {
            let bytes: Vec<u8> = (0..random.below(40)).map(|_| random.pick(&EDGES)).collect();
            check_boundaries("random", &bytes, tester);
        }
    });
}

fn check_boundaries(what: &str, bytes: &[u8], tester: &mut Tester<'_>) {
    let places: Vec<usize> = (0..=bytes.len() + 2).chain([usize::MAX]).collect();
    tester.ask(what, &Question::Boundaries(bytes, &places));
}

/// Every position in text of every length up to some hundred bytes.
fn positions(context: &Context<'_>) {
    const PARTS: [&[u8]; 14] = [
        b"a", b"\n", b"\r", b"\r\n", b"\x0B", b"\xC2\x85", b"\xE2\x80\xA8", b"\xF0\x9F\x8D\xBD", b"\xE2\x80",
        b"\xFF", b"\xA8", b"\xED\xA0\x80", b"\xF0\x9F", b"abcdefghijklmnopqrstuvwxyz",
    ];
    let each = if context.depth == Depth::Full { 10 } else { 1 };
    context.each(200, |item, tester| {
        let mut random = Random(1996 + item as u64);
        for _ in 0..each {
            // At least three of the kinds, so that some texts are valid and some have short lines.
            let (first, count) = (random.below(PARTS.len()), 3 + random.below(PARTS.len()));
            let kinds: Vec<_> = PARTS.iter().copied().cycle().skip(first).take(count).collect();
            let mut bytes = Vec::new();
            while bytes.len() < item {
                bytes.extend_from_slice(random.pick(&kinds));
            }
            for ends in [LineEnds::Lf, LineEnds::LfCr, LineEnds::Unicode] {
                tester.ask("random", &Question::Positions(&bytes, ends));
            }
        }
    });
}
