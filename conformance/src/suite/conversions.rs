//! Rows about conversions, each for every pair of encodings.

mod places;

use super::prelude::*;
use crate::convert::{Call, Encoding, PAIRS, SCRIPTS, answer, invalid, pieces};

// The minimum is that of each pair of encodings. Latin-1 has the fewest.
rows! {
    "convert-pieces", [50; 2], Convert(|context| each(context, pieces_next_to_each_other)),
        "telling pieces next to each other";
    "convert-destinations", [300; 2], Convert(|context| each(context, dsts)),
        "destinations of every size from nothing to enough";
    "convert-values", [100; 2], Convert(|context| each(context, values)),
        "every character alone, with a long enough destination and without";
    "convert-places", [600; 2], Convert(|context| each(context, places)),
        "each telling piece at every offset of text in four scripts";
    "convert-blocks", [7; 2], Convert(|context| each(context, blocks)),
        "long text, mostly in blocks of ASCII, with an error where a block begins or inside it";
    "convert-sparse", [9; 2], Convert(|context| each(context, sparse)),
        "text of nine thousand units, most of them ASCII, with an error near its end, or with many";
    "convert-mixed", [240; 2], Convert(|context| each(context, mixed)),
        "random text with errors, in random destinations";
    "convert-lengths", [416; 2], Convert(|context| each(context, places::lengths)),
        "ASCII of lengths around those of blocks, with destinations from nothing to enough";
    "convert-addresses", [150; 2], Convert(|context| each(context, places::addresses)),
        "every address of the source and of the destination";
    "convert-ends", [70; 2], Convert(|context| each(context, places::ends)),
        "units of every kind around the ends of blocks and chunks";
    "convert-unit", [130; 2], Convert(|context| each(context, places::one_unit)),
        "a unit of every kind at each place of digits and of emoji";
    "convert-few", [150; 2], Convert(|context| each(context, places::few_units)),
        "through a destination of one to five units";
}

/// Runs the cases of a row for a pair of encodings.
type About = fn(Depth, (Encoding, Encoding), &mut Tester<'_>);

fn each(context: &Context<'_>, about: About) {
    context.each_complete(&PAIRS, |pair, tester| about(context.depth, pair, tester));
}

fn ask(tester: &mut Tester<'_>, call: &Call<'_>) {
    tester.ask("convert", &Question::Convert(call));
}

/// Runs a call strictly and with replacement, as the last and as another chunk, with a generous destination.
fn check_all(tester: &mut Tester<'_>, call: &Call<'_>) {
    for replacement in [None, Some(call.to.replacement())] {
        for last in [true, false] {
            ask(tester, &Call { replacement, last, ..*call });
        }
    }
}

/// A call with a destination longer than any answer needs.
fn call(from: Encoding, to: Encoding, source: &[u32]) -> Call<'_> {
    Call { from, to, source, dst: 4 * source.len() + 4, last: true, replacement: None }
}

fn values(depth: Depth, (from, to): (Encoding, Encoding), tester: &mut Tester<'_>) {
    // `Depth::Quick` keeps the characters around the boundaries between lengths, the surrogates and U+10000, and some
    // of the others.
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
        let Some(source) = from.encode(&character.to_string()) else { continue };
        let dst = to.encode(&character.to_string()).map_or(1, |units| units.len());
        for dst in [dst - 1, dst] {
            ask(tester, &Call { dst, ..call(from, to, &source) });
        }
    }
}

fn pieces_next_to_each_other(depth: Depth, (from, to): (Encoding, Encoding), tester: &mut Tester<'_>) {
    let pieces = pieces(from);
    let mut random = Random(2781);
    for a in &pieces {
        check_all(tester, &call(from, to, a));
        for b in &pieces {
            let both = [&a[..], b].concat();
            if depth == Depth::Full || random.below(if pieces.len() < 40 { 4 } else { 16 }) == 0 {
                check_all(tester, &call(from, to, &both));
            }
            if depth == Depth::Full || random.below(32) == 0 {
                let third = &pieces[random.below(pieces.len())];
                check_all(tester, &call(from, to, &[&both[..], third].concat()));
            }
        }
    }
}

fn places(depth: Depth, (from, to): (Encoding, Encoding), tester: &mut Tester<'_>) {
    // Kernels have block boundaries at multiples of 16, 32 and 64 units.
    let offsets = if depth == Depth::Full { 0..400 } else { 0..200 };
    let pieces = pieces(from);
    let mut random = Random(3629);
    for script in SCRIPTS {
        let Some(unit) = from.encode(script) else { continue };
        let filler = unit.repeat(500 / unit.len());
        // A text can be shifted to the same offset by a few one-unit characters at its start.
        for offset in offsets.clone() {
            let start = from.encode(&"a".repeat(offset % unit.len())).unwrap_or_default();
            let before = [&start[..], &filler[..offset / unit.len() * unit.len()]].concat();
            // At least one piece for each offset.
            let one = random.below(pieces.len());
            for (nth, piece) in pieces.iter().enumerate() {
                if depth == Depth::Quick && nth != one && random.below(96) != 0 {
                    continue;
                }
                let rest = 1 + random.below(150);
                let source = [&before[..], piece, &filler[..rest]].concat();
                let replacement = (random.below(2) == 0).then_some(to.replacement());
                let last = random.below(2) == 0;
                ask(tester, &Call { replacement, last, ..call(from, to, &source) });
                let source = [&before[..], piece].concat();
                ask(tester, &Call { last, replacement, ..call(from, to, &source) });
            }
        }
    }
}

fn dsts(depth: Depth, (from, to): (Encoding, Encoding), tester: &mut Tester<'_>) {
    let lens = depth.pick([&[3, 70][..], &[1, 20, 70, 150, 300]]);
    for (unit, len) in iproduct!(SCRIPTS.into_iter().filter_map(|script| from.encode(script)), lens) {
        let mut source = unit.repeat(*len);
        // One error in the middle, which is replaced or stops the conversion.
        if let Some(error) = invalid(from).first() {
            let middle = source.len() / 2;
            source.splice(middle..middle, error.iter().copied());
        }
        for replacement in [None, Some(to.replacement())] {
            let whole = Call { replacement, ..call(from, to, &source) };
            let needed = answer(&whole).written.len();
            (0..=needed + 2).for_each(|dst| ask(tester, &Call { dst, ..whole }));
        }
    }
}

fn blocks(depth: Depth, (from, to): (Encoding, Encoding), tester: &mut Tester<'_>) {
    let times = if depth == Depth::Full { 40 } else { 1 };
    let Some(ascii) = from.encode("a") else { return };
    let wrong = Some(invalid(from)).filter(|wrong| !wrong.is_empty());
    // Latin-1 has no invalid input.
    let wrong = wrong.unwrap_or_else(|| pieces(from));
    // Single units where a block begins, after ASCII and followed by valid text only; then pieces of all kinds
    // between two characters.
    let single = wrong.iter().filter(|piece| piece.len() == ascii.len()).map(|piece| (piece, true));
    let any = wrong.iter().step_by(1 + wrong.len() / 6).map(|piece| (piece, false));
    let errors: Vec<_> = single.chain(any).collect();
    let scripts: Vec<_> = SCRIPTS.iter().filter_map(|script| from.encode(script)).collect();
    let mut random = Random(4096);
    for (piece, begins) in errors.repeat(times) {
        let source = in_blocks(&mut random, &ascii, &scripts, piece, begins);
        let replacement = (random.below(2) == 0).then_some(to.replacement());
        ask(tester, &Call { replacement, ..call(from, to, &source) });
    }
}

fn sparse(depth: Depth, (from, to): (Encoding, Encoding), tester: &mut Tester<'_>) {
    let Some(ascii) = from.encode("a") else { return };
    let scripts: Vec<_> = SCRIPTS.iter().filter_map(|script| from.encode(script)).collect();
    let pieces = pieces(from);
    let mut random = Random(8192);
    for round in 0..depth.pick([8, 80]) {
        // Every second text has errors throughout, which only a conversion with replacement passes.
        let is_hostile = round % 2 == 1;
        let mut source = Vec::new();
        while source.len() < 9_000 {
            source.extend(ascii.repeat(random.below(160)));
            // Rarely pairs, or so many characters that a block is not sparse.
            let (kinds, times) = match random.below(100) {
                0 => (scripts.len(), 40),
                _ if is_hostile => (scripts.len(), 1),
                _ => (3, 1),
            };
            source.extend(scripts[random.below(kinds.min(scripts.len()))].repeat(times));
            if is_hostile && random.below(3) == 0 {
                source.extend_from_slice(&pieces[random.below(pieces.len())]);
            }
        }
        source.extend_from_slice(&pieces[random.below(pieces.len())]);
        source.extend(ascii.repeat(random.below(300)));
        let replacement = (is_hostile || random.below(2) == 0).then_some(to.replacement());
        ask(tester, &Call { replacement, ..call(from, to, &source) });
    }
    // A pair at about every distance from the end of a piece of any power of two, and an error in each. The lower half of
    // the character is that of a surrogate.
    let mut tile = ascii.repeat(21);
    tile.extend(from.encode("\u{1D801}").unwrap_or_default());
    let error = [0xDC00 & from.largest_unit()];
    // A converter may replace one by one until errors are frequent.
    let mut source = [&error[..], &ascii].concat().repeat(8);
    for _ in 0..60 {
        source.extend([&error[..], &tile.repeat(20)].concat());
    }
    let replacement = Some(to.replacement());
    ask(tester, &Call { replacement, ..call(from, to, &source) });
    if from == Encoding::Utf8 {
        // A continuation byte after ASCII at each place of a block, in text with few other blocks, and with some.
        for (distance, place) in iproduct!([400, 150], 0..64) {
            let tile = [&b"\xC3\xA9"[..], &vec![b'a'; distance]].concat();
            let source =
                [&tile.repeat(1600 / distance), &vec![b'a'; place], &b"\x80"[..], &tile.repeat(12)].concat();
            let source: Vec<u32> = source.into_iter().map(u32::from).collect();
            ask(tester, &call(from, to, &source));
        }
    }
}

/// Text in blocks of 64 units, three of four of them ASCII. One block contains the invalid piece: at its start, after
/// an ASCII block, if `begins`; otherwise inside it.
fn in_blocks(
    random: &mut Random, ascii: &[u32], scripts: &[Vec<u32>], piece: &[u32], begins: bool,
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

fn mixed(depth: Depth, (from, to): (Encoding, Encoding), tester: &mut Tester<'_>) {
    let mut random = Random(20_000);
    let rounds = if depth == Depth::Full { 2_000 } else { 60 };
    let pieces = pieces(from);
    let texts: Vec<Vec<u32>> = SCRIPTS.iter().filter_map(|script| from.encode(script)).collect();
    for _ in 0..rounds {
        let mut source = Vec::new();
        let len = [10, 100, 1000, 3000][random.below(4)];
        // From an error every few characters to none.
        let errors = [2, 16, 64, 1000, usize::MAX][random.below(5)];
        while source.len() < len {
            let text = &texts[random.below(texts.len())];
            source.extend(text.repeat(1 + random.below(40)));
            if errors < usize::MAX && random.below(errors) < 20 {
                source.extend_from_slice(&pieces[random.below(pieces.len())]);
            }
        }
        source.truncate(len);
        // Latin-1 can have any byte as the replacement.
        let other = if to == Encoding::Latin1 { '\u{BF}' } else { to.replacement() };
        for replacement in [None, Some(if errors == 16 { other } else { to.replacement() })] {
            let whole = Call { replacement, last: random.below(2) == 0, ..call(from, to, &source) };
            ask(tester, &whole);
            ask(tester, &Call { dst: random.below(whole.dst), ..whole });
        }
    }
}
