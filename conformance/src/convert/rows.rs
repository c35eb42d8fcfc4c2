//! The rows: what is asked of every pair of encodings.

use super::{
    checker::{Checker, Row},
    encoding::{Encoding, PAIRS},
    reading::Reading,
    subject::Call,
};
use crate::{cases, random::Random, suite::Depth};

/// Every row.
pub(super) const ROWS: [Row; 6] = [
    Row {
        name: "values",
        about: "every character alone, with room and without",
        minimum: 20_000,
        run: values,
    },
    Row {
        name: "pieces",
        about: "telling pieces next to each other",
        minimum: 20_000,
        run: pieces_next_to_each_other,
    },
    Row {
        name: "positions",
        about: "each telling piece at every offset of text in four scripts",
        minimum: 20_000,
        run: positions,
    },
    Row { name: "rooms", about: "room of every size from nothing to enough", minimum: 20_000, run: rooms },
    Row {
        name: "blocks",
        about: "long text, mostly in blocks of ASCII, with an error where a block begins or inside it",
        minimum: 150,
        run: blocks,
    },
    Row { name: "mixed", about: "random text with errors, in random room", minimum: 2_000, run: mixed },
];

/// Characters on both sides of every border between lengths, and those that some converter treats specially.
const TELLING: &str = "\0\n?a\u{7F}\u{80}\u{E9}\u{FF}\u{100}\u{7FF}\u{800}\u{20AC}\u{D7FF}\u{E000}\u{FEFF}\
                       \u{FFFD}\u{FFFE}\u{FFFF}\u{10000}\u{1F37D}\u{FFFFF}\u{100000}\u{10FFFF}";

/// Well-formed and ill-formed units of an encoding.
fn pieces(encoding: Encoding) -> Vec<Vec<u32>> {
    let characters = TELLING.chars().filter_map(|character| encoding.encode(&character.to_string()));
    characters.chain(ill_formed(encoding)).collect()
}

pub(super) fn ill_formed(encoding: Encoding) -> Vec<Vec<u32>> {
    const SURROGATES: [&[u32]; 6] =
        [&[0xD800], &[0xDBFF], &[0xDC00], &[0xDFFF], &[0xD83C, 0xD83C], &[0xDF7D, 0xD83C]];
    const NUMBERS: [u32; 7] = [0xD800, 0xDBFF, 0xDFFF, 0x11_0000, 0x0100_0061, 0x8000_0000, u32::MAX];
    let little = |octets: Vec<u32>, width: usize| -> Vec<u32> {
        octets.chunks(width).flat_map(|unit| unit.iter().rev().copied()).collect()
    };
    match encoding {
        Encoding::Utf8 => {
            cases::all().map(|case| case.octets.iter().map(|octet| u32::from(*octet)).collect()).collect()
        }
        Encoding::Latin1 => Vec::new(),
        Encoding::Utf16 => SURROGATES.map(<[u32]>::to_vec).to_vec(),
        Encoding::Utf32 => NUMBERS.map(|number| vec![number]).to_vec(),
        Encoding::Utf16Be => {
            let split = |unit: &u32| [unit >> 8, unit & 0xFF];
            let whole = SURROGATES.map(|units| units.iter().flat_map(split).collect());
            // Half a unit, alone and after a high surrogate.
            whole
                .into_iter()
                .chain([vec![0], vec![0xD8], vec![0xD8, 0x3C, 0xDF], vec![0xDF, 0x7D, 0]])
                .collect()
        }
        Encoding::Utf32Be => {
            let split = |number: u32| [24, 16, 8, 0].map(|by| number >> by & 0xFF).to_vec();
            let whole = NUMBERS.map(split);
            whole.into_iter().chain([vec![0], vec![0, 0], vec![0, 1, 0xF3]]).collect()
        }
        Encoding::Utf16Le => {
            ill_formed(Encoding::Utf16Be).into_iter().map(|piece| little(piece, 2)).collect()
        }
        Encoding::Utf32Le => {
            ill_formed(Encoding::Utf32Be).into_iter().map(|piece| little(piece, 4)).collect()
        }
    }
}

/// A call with more room than any answer needs.
fn call(from: Encoding, to: Encoding, source: &[u32]) -> Call<'_> {
    Call { from, to, source, room: 4 * source.len() + 4, last: true, replacement: None }
}

fn values(depth: Depth, checker: &mut Checker<'_>) {
    // Thinned out, what is left are the characters around the borders between lengths, the surrogates and
    // U+10000, and some of the others.
    let kept = |value: &u32| {
        depth == Depth::Full
            || (*value < 0x900 && value.is_multiple_of(5))
            || [0x80, 0x100, 0x800_u32].iter().any(|border| border.abs_diff(*value) < 3)
            || (0xD7F0..0xE010).contains(value)
            || (0xFFF0..0x1_0010).contains(value)
            || value.is_multiple_of(4093)
            || *value > 0x10_FFF0
    };
    for character in (0..=0x10_FFFF).filter(kept).filter_map(char::from_u32) {
        for (from, to) in PAIRS {
            let Some(source) = from.encode(&character.to_string()) else { continue };
            let reading = Reading::of(from, &source);
            let room = to.encode(&character.to_string()).map_or(1, |units| units.len());
            for room in [room - 1, room] {
                checker.ask(&reading, &Call { room, ..call(from, to, &source) });
            }
        }
    }
}

fn pieces_next_to_each_other(depth: Depth, checker: &mut Checker<'_>) {
    for (from, to) in PAIRS {
        let pieces = pieces(from);
        let mut random = Random(2781);
        for a in &pieces {
            checker.ask_all(&call(from, to, a));
            for b in &pieces {
                let both = [&a[..], b].concat();
                if depth == Depth::Full || random.below(if pieces.len() < 40 { 4 } else { 16 }) == 0 {
                    checker.ask_all(&call(from, to, &both));
                }
                if depth == Depth::Full || random.below(32) == 0 {
                    let third = &pieces[random.below(pieces.len())];
                    checker.ask_all(&call(from, to, &[&both[..], third].concat()));
                }
            }
        }
    }
}

/// Characters of one, two, three and four octets.
pub(super) const SCRIPTS: [&str; 5] = ["a", "\u{E9}", "\u{20AC}", "\u{1F37D}", "a\u{E9}\u{20AC}\u{1F37D}"];

fn positions(depth: Depth, checker: &mut Checker<'_>) {
    // Kernels have borders at multiples of 16, 32 and 64 units.
    let offsets = if depth == Depth::Full { 0..400 } else { 0..200 };
    for (from, to) in PAIRS {
        let pieces = pieces(from);
        let mut random = Random(3629);
        for script in SCRIPTS {
            let Some(unit) = from.encode(script) else { continue };
            let filler = unit.repeat(500 / unit.len());
            // At the same offset a text may begin with a few characters of one unit.
            for offset in offsets.clone() {
                let start = from.encode(&"a".repeat(offset % unit.len())).unwrap_or_default();
                let before = [&start[..], &filler[..offset / unit.len() * unit.len()]].concat();
                // At each offset at least one.
                let one = random.below(pieces.len());
                for (nth, piece) in pieces.iter().enumerate() {
                    if depth == Depth::Quick && nth != one && random.below(96) != 0 {
                        continue;
                    }
                    let rest = 1 + random.below(150);
                    let source = [&before[..], piece, &filler[..rest]].concat();
                    let reading = Reading::of(from, &source);
                    let replacement = (random.below(2) == 0).then_some(to.replacement());
                    let last = random.below(2) == 0;
                    checker.ask(&reading, &Call { replacement, last, ..call(from, to, &source) });
                    let source = [&before[..], piece].concat();
                    checker.ask(
                        &Reading::of(from, &source),
                        &Call { last, replacement, ..call(from, to, &source) },
                    );
                }
            }
        }
    }
}

fn rooms(depth: Depth, checker: &mut Checker<'_>) {
    let lens: &[usize] = if depth == Depth::Full { &[1, 20, 70, 150, 300] } else { &[3, 70] };
    for (from, to) in PAIRS {
        for script in SCRIPTS {
            let Some(unit) = from.encode(script) else { continue };
            for &len in lens {
                let mut source = unit.repeat(len);
                // One error in the middle, which is replaced, or stops it.
                if let Some(error) = ill_formed(from).first() {
                    let middle = source.len() / 2;
                    source.splice(middle..middle, error.iter().copied());
                }
                let reading = Reading::of(from, &source);
                for replacement in [None, Some(to.replacement())] {
                    let whole = Call { replacement, ..call(from, to, &source) };
                    let needed = reading.answer(&whole).written.len();
                    for room in 0..=needed + 2 {
                        checker.ask(&reading, &Call { room, ..whole });
                    }
                }
            }
        }
    }
}

fn blocks(depth: Depth, checker: &mut Checker<'_>) {
    let times = if depth == Depth::Full { 40 } else { 1 };
    for (from, to) in PAIRS {
        let Some(ascii) = from.encode("a") else { continue };
        let wrong = ill_formed(from);
        // Where a block begins, after ASCII, single units: nothing after them is wrong. Then all sorts, between
        // two characters.
        let single = wrong.iter().filter(|piece| piece.len() == ascii.len()).map(|piece| (piece, true));
        let any = wrong.iter().step_by(1 + wrong.len() / 6).map(|piece| (piece, false));
        let errors: Vec<_> = single.chain(any).collect();
        let scripts: Vec<_> = SCRIPTS.iter().filter_map(|script| from.encode(script)).collect();
        let mut random = Random(4096);
        for (piece, begins) in errors.repeat(times) {
            let source = in_blocks(&mut random, &ascii, &scripts, piece, begins);
            let replacement = (random.below(2) == 0).then_some(to.replacement());
            checker.ask(&Reading::of(from, &source), &Call { replacement, ..call(from, to, &source) });
        }
    }
}

/// Text in blocks of 64 units, three of four of ASCII, and in one of them what is ill formed: where it `begins`
/// and the one before it is ASCII, or inside it.
fn in_blocks(
    random: &mut Random,
    ascii: &[u32],
    scripts: &[Vec<u32>],
    piece: &[u32],
    begins: bool,
) -> Vec<u32> {
    const BLOCK: usize = 64;
    let mut source = Vec::new();
    let error = 5 + random.below(14);
    for nth in 0..32 {
        let is_ascii = (begins && nth + 1 == error) || random.below(4) != 0;
        let script = if is_ascii { ascii } else { &scripts[random.below(scripts.len())] };
        let end = source.len() + BLOCK;
        if nth == error {
            let before = if begins { 0 } else { random.below(BLOCK / script.len()) };
            source.extend(script.repeat(before));
            source.extend_from_slice(piece);
        }
        while source.len() + script.len() <= end {
            source.extend_from_slice(script);
        }
        while source.len() < end {
            source.extend_from_slice(ascii);
        }
    }
    source
}

fn mixed(depth: Depth, checker: &mut Checker<'_>) {
    let mut random = Random(20_000);
    let rounds = if depth == Depth::Full { 2_000 } else { 60 };
    for (from, to) in PAIRS {
        let pieces = pieces(from);
        let texts: Vec<Vec<u32>> = SCRIPTS.iter().filter_map(|script| from.encode(script)).collect();
        for _ in 0..rounds {
            let mut source = Vec::new();
            let len = [10, 100, 1000, 3000][random.below(4)];
            // From an error in every few characters to none at all.
            let errors = [2, 16, 64, 1000, usize::MAX][random.below(5)];
            while source.len() < len {
                let text = &texts[random.below(texts.len())];
                source.extend(text.repeat(1 + random.below(40)));
                if errors < usize::MAX && random.below(errors) < 20 {
                    source.extend_from_slice(&pieces[random.below(pieces.len())]);
                }
            }
            source.truncate(len);
            let reading = Reading::of(from, &source);
            // Latin-1 may have any octet there.
            let other = if to == Encoding::Latin1 { '\u{BF}' } else { to.replacement() };
            for replacement in [None, Some(if errors == 16 { other } else { to.replacement() })] {
                let whole = Call { replacement, last: random.below(2) == 0, ..call(from, to, &source) };
                checker.ask(&reading, &whole);
                let room = random.below(whole.room);
                checker.ask(&reading, &Call { room, ..whole });
            }
        }
    }
}
