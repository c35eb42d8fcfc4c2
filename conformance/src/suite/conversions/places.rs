//! Rows about where the slices lie and end.

use super::{ask, call};
use crate::convert::{Call, Encoding, Stop, answer};
use crate::suite::prelude::*;

const TEXTS: [&str; 4] = [
    "plain words in blocks of ASCII; ", "na\u{EF}ve \u{20AC} \u{1F37D} ", "\u{1F37D}\u{10FFFF}\u{10000}",
    "\u{E9}\u{FF}\u{A0}x",
];

/// Text in this encoding with `len` units.
fn text(encoding: Encoding, text: &str, len: usize) -> Option<Vec<u32>> {
    let unit = encoding.encode(text)?;
    Some(unit.iter().cycle().take(len).copied().collect())
}

/// Whole units of byte encodings, and one to three bytes more.
pub(super) fn lengths(_: Depth, (from, to): (Encoding, Encoding), tester: &mut Tester<'_>) {
    for len in (0..9).chain(63..69).chain(1023..1029).chain(2047..2052) {
        let source = vec![0x20; len];
        let replacements = [None, Some(to.replacement())];
        for (replacement, last, dst) in iproduct!(replacements, [true, false], [0, 1, len / 2, 4 * len]) {
            ask(tester, &Call { dst, last, replacement, ..call(from, to, &source) });
        }
    }
}

/// A slice that is flush with the end or the start of a page has another address at the other side with each length.
/// The source and the destination both cover all 64 offsets from a cache line.
pub(super) fn addresses(depth: Depth, (from, to): (Encoding, Encoding), tester: &mut Tester<'_>) {
    let step = if depth == Depth::Full { 1 } else { 13 };
    for (script, len) in iproduct!(TEXTS, (70..70 + 64).step_by(step)) {
        let Some(source) = text(from, script, len) else { continue };
        let whole = Call { replacement: Some(to.replacement()), ..call(from, to, &source) };
        let needed = answer(&whole).written.len();
        for dst in [needed, needed + 1 + (len * 7) % 63, needed.saturating_sub(1 + len % 3)] {
            // A converter between pages has five placements, which it uses in turn.
            (0..5).for_each(|_| ask(tester, &Call { dst, ..whole }));
        }
    }
}

/// Texts of some KiB with a unit of every kind around the ends of blocks and chunks.
pub(super) fn ends(depth: Depth, (from, to): (Encoding, Encoding), tester: &mut Tester<'_>) {
    const STARTS: [&str; 4] = ["", "\u{E9}", "\u{20AC}", "\u{1F37D}"];
    // Every place where lanes compress their results; some of the others.
    let is_dense = depth == Depth::Full || (from, to) == (Encoding::Utf8, Encoding::Utf32);
    for (start, script) in iproduct!(STARTS, TEXTS) {
        let Some(units) = from.encode(&[start, &script.repeat(5000 / script.len())].concat()) else {
            continue;
        };
        let places = [1020..1030, 1275..1290, 2040..2056, 2300..2310, 3066..3082].into_iter().flatten();
        for place in places.filter(|place| is_dense || (place + start.len() + script.len()) % 64 == 0) {
            with_units_at(units.clone(), place, (from, to), tester);
        }
    }
    // After an ASCII chunk, ASCII is skipped. No lane validates the first unit of the chunk after that.
    let Some(units) = from.encode(&["a".repeat(1030), "\u{E9}".into(), "a".repeat(4000)].concat()) else {
        return;
    };
    for place in (3326..3331).chain(3582..3587) {
        with_units_at(units.clone(), place, (from, to), tester);
    }
}

/// Text of which no byte has bit 6, and nothing but pairs: what a test of fewer bits does not tell from another unit. The
/// last place of a text that fills a vector is among them: nothing follows there.
pub(super) fn one_unit(depth: Depth, (from, to): (Encoding, Encoding), tester: &mut Tester<'_>) {
    for (script, len) in iproduct!(["0", "\u{1F37D}"], [16, 20, 32, 64, 80]) {
        let Some(units) = text(from, script, len) else { continue };
        for place in (0..len).rev().step_by(depth.pick([5, 1])) {
            with_units_at(units.clone(), place, (from, to), tester);
        }
    }
}

fn with_units_at(
    mut units: Vec<u32>, place: usize, (from, to): (Encoding, Encoding), tester: &mut Tester<'_>,
) {
    if units.len() <= place {
        return;
    }
    for unit in [b'a'.into(), 0x80, 0xBF, 0xC3, 0xD8, 0xE2, 0xF0, 0xFF, 0xD83C, 0xDC00, 0x11_0000] {
        if unit <= from.largest_unit() {
            units[place] = unit;
            ask(tester, &call(from, to, &units));
        }
    }
}

/// Through a destination of one to five units: the caller resumes where the last call stopped, and passes a longer
/// destination only if nothing fits.
pub(super) fn few_units(_: Depth, (from, to): (Encoding, Encoding), tester: &mut Tester<'_>) {
    for script in TEXTS {
        let Some(mut source) = text(from, script, 150) else { continue };
        // An error in the middle, in encodings that have errors.
        source.splice(70..70, [0xD83C & from.largest_unit(), 0xFF]);
        for few in 1..=5 {
            let (mut at, mut dst) = (0, few);
            loop {
                let rest = &source[at..];
                let next = Call { dst, replacement: Some(to.replacement()), ..call(from, to, rest) };
                ask(tester, &next);
                let done = answer(&next);
                at += done.read;
                match done.stop {
                    Stop::OutputFull if done.read == 0 => dst += 1,
                    Stop::OutputFull => dst = few,
                    _ => break,
                }
            }
        }
    }
}
