//! Rows that are exhaustive within their bounds.

use std::ops::Range;

use placemat_core::Utf8ErrorKind::{self, OutOfRange, Overlong, Surrogate};

use super::prelude::*;
use crate::{text::form, w_method};

rows! {
    "short-strings", [528_034, 16_843_009], Verdict(short_strings),
        "every string of at most three bytes";
    "class-strings", [248_976, 1_034_113], Verdict(class_strings),
        "four bytes, each at an edge of some range";
    "pairs", [4_340, 267_264], Verdict(|context| context.inputs(pairs)),
        "every two bytes, and three of four, inside long texts of each length of characters";
    "w-method", [13_878; 2], Verdict(chow),
        "Chow's complete set over the minimal automaton";
    "scalar-values", [76_676, 2_224_128], Verdict(|context| context.inputs(scalar_values)),
        "every scalar value, alone and inside a text";
    "refused-values", [18_634, 2_374_128], Verdict(|context| context.inputs(refused_values)),
        "every overlong form, surrogate and value above U+10FFFF";
    "encode", [87_172, LAST_VALUE as u64 + FAR_VALUES.len() as u64], Encode(encode),
        "every scalar value is encoded; surrogates and values beyond U+10FFFF are rejected";
}

fn chow(context: &Context<'_>) {
    let strings = w_method::strings(Oracle::get());
    context.each(strings.len(), |at, tester| tester.read("W-method", &strings[at]));
}

fn short_strings(context: &Context<'_>) {
    let all: Vec<u8> = (0..=255).collect();
    let full = context.depth == Depth::Full;
    context.each(256, |first, tester| {
        let first = all[first];
        if first == 0 {
            tester.read("empty", b"");
        }
        tester.read("one byte", &[first]);
        for &second in &all {
            tester.read("two bytes", &[first, second]);
        }
        // `Depth::Quick` keeps the bytes at the edges of ranges in two of the three positions.
        let is_edge = |byte: &u8| EDGES.contains(byte);
        for &second in all.iter().filter(|second| full || is_edge(second)) {
            for &third in all.iter().filter(|third| full || is_edge(&first) || is_edge(third)) {
                tester.read("three bytes", &[first, second, third]);
            }
        }
    });
}

fn class_strings(context: &Context<'_>) {
    let classes = Oracle::get().representatives();
    let last_two: &[u8] = if context.depth == Depth::Full { &EDGES } else { &classes };
    context.each(EDGES.len() * EDGES.len(), |at, tester| {
        let (first, second) = (EDGES[at / EDGES.len()], EDGES[at % EDGES.len()]);
        for (&third, &fourth) in iproduct!(last_two, last_two) {
            tester.read("four bytes", &[first, second, third, fourth]);
        }
        // Every byte in the last position, if it could complete a sequence of four.
        if classes.contains(&second) && [0xF0, 0xF1, 0xF4].contains(&first) {
            for (&third, fourth) in iproduct!(&classes, 0..=255) {
                tester.read("four bytes", &[first, second, third, fourth]);
            }
        }
    });
}

/// A kernel may validate text of two- and three-byte characters by a separate step, which short strings do not reach.
/// Such a step sees a byte together with those before it. A step that mistakes a four-byte lead for a three-byte one
/// is exposed only by the fourth byte, which is missing here.
fn pairs(depth: Depth, ask: &mut Ask<'_>) {
    let all: Vec<u8> = (0..=255).collect();
    let bytes: &[u8] = if depth == Depth::Full { &all } else { &EDGES };
    /// Enough text for a kernel to detect its kind.
    const BEFORE: usize = 7_000;
    const AFTER: usize = 300;
    for (&first, kind, &second) in iproduct!(bytes, Kind::LENGTHS, bytes) {
        let before = [kind.of(BEFORE - usize::from(second) % 64)];
        ask("two bytes", 0, &before, &[first, second], kind.of(AFTER));
        if (0xF0..=0xF4).contains(&first) {
            ask("three of four bytes", 0, &before, &[first, second, 0x80], kind.of(AFTER));
        }
    }
}

/// Asks about `sequence` alone, and inside an ASCII text that is longer than a kernel's block, at an offset derived from
/// `number`.
fn ask_twice(what: &str, number: u32, sequence: &[u8], ask: &mut Ask<'_>) {
    const LEN: usize = 160;
    let at = number as usize % (LEN - 8);
    ask(what, 0, &[], sequence, Kind::Ascii.of(0));
    ask(what, at, &[Kind::Ascii.of(at)], sequence, Kind::Ascii.of(LEN - at - sequence.len()));
}

/// The values below this one. [`Depth::Quick`] keeps the first and last of every 256 (which include the noncharacters at
/// the end of the planes), every 61st, those of one and two bytes, and all around the surrogates and the end of the
/// Basic Multilingual Plane.
pub(super) fn values(depth: Depth, end: u32) -> impl Iterator<Item = u32> {
    let is_kept = move |value: &u32| {
        depth == Depth::Full
            || (value & 0xFF).wrapping_add(2) & 0xFF < 4
            || value.is_multiple_of(61)
            || *value < 0x900
            || (0xD7F0..0xE010).contains(value)
            || (0xFD00..0x1_0010).contains(value)
    };
    (0..end).filter(is_kept)
}

fn scalar_values(depth: Depth, ask: &mut Ask<'_>) {
    for scalar in values(depth, 0x11_0000).filter_map(char::from_u32) {
        ask_twice("scalar value", scalar.into(), scalar.encode_utf8(&mut [0; 4]).as_bytes(), ask);
    }
}

/// Values in a form that RFC 2279 and its predecessors permitted and RFC 3629 rejects: the length of the form in bytes, the
/// values, the distance from one to the next in the quick suite and in the full one, and the kind of error.
type Family = (&'static str, u32, Range<u32>, [usize; 2], Utf8ErrorKind);

const FAMILIES: [Family; 7] = [
    ("overlong, two bytes", 2, 0..0x80, [1, 1], Overlong),
    ("overlong, three bytes", 3, 0..0x800, [1, 1], Overlong),
    ("overlong, four bytes", 4, 0..0x1_0000, [59, 1], Overlong),
    ("surrogate", 3, 0xD800..0xE000, [1, 1], Surrogate),
    ("above U+10FFFF", 4, 0x11_0000..0x20_0000, [509, 1], OutOfRange),
    // Includes overlong ones: every lead and second byte, and a sample of the rest.
    ("five bytes", 5, 0..0x400_0000, [65_521, 977], OutOfRange),
    ("six bytes", 6, 0..0x8000_0000, [2_097_143, 32_749], OutOfRange),
];

/// The reference decoder supplies the expected result; the row also asserts that it rejects the value with this kind.
fn refused_values(depth: Depth, ask: &mut Ask<'_>) {
    for (name, len, values, steps, kind) in FAMILIES {
        for (number, value) in (0..).zip(values.step_by(depth.pick(steps))) {
            let sequence = form(value, len);
            let right = reference::read(&sequence).is_err_and(|fault| fault.kind == Some(kind));
            assert!(right, "the reference decoder is wrong about {sequence:x?}");
            ask_twice(name, number, &sequence, ask);
        }
    }
}

/// Every value below this is tried, and some above.
const LAST_VALUE: u32 = 0x12_0000;

/// Distant values, one of each kind.
const FAR_VALUES: [u32; 8] =
    [0x1F_FFFF, 0x20_0000, 0x3FF_FFFF, 0x400_0000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF];

/// Where the length of the result changes, where encoding starts or ceases to fail, and where low surrogates begin.
const EDGE_VALUES: [u32; 7] = [0x80, 0x800, 0xD800, 0xDC00, 0xE000, 0x1_0000, 0x11_0000];

fn encode(context: &Context<'_>) {
    let wanted = |value: &u32| {
        context.depth == Depth::Full
            || *value < 0x3000
            || value % 16 == (value >> 12) % 16
            || EDGE_VALUES.iter().any(|edge| value.abs_diff(*edge) < 0x100)
    };
    context.once(|tester| {
        for value in (0..LAST_VALUE).filter(wanted).chain(FAR_VALUES) {
            tester.ask("encode", &Question::Encode(value));
        }
    });
}
