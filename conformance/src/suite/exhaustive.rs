//! Rows that leave nothing out, each within its bounds.

use placemat_core::ErrorKind;

use super::{
    Depth, Spec,
    check::{Checker, Context, Tally},
    material::EDGES,
};
use crate::{oracle::Oracle, reading, w_method};

pub(super) const ROWS: &[Spec] = &[
    Spec {
        name: "short-strings",
        about: "every string of at most three octets",
        minimum: [311_809, 16_843_009],
        run: short_strings,
    },
    Spec {
        name: "class-strings",
        about: "four octets, each at an edge of some range",
        minimum: [138_384, 923_521],
        run: class_strings,
    },
    Spec {
        name: "w-method",
        about: "Chow's complete set over the minimal automaton",
        minimum: [13_878; 2],
        run: |context| {
            let strings = w_method::strings(Oracle::get());
            Ok(context.each(strings.len(), |at, checker| checker.read("W-method", &strings[at])))
        },
    },
    Spec {
        name: "scalar-values",
        about: "every scalar value, alone and inside a text",
        minimum: [76_620, 2_224_128],
        run: scalar_values,
    },
    Spec {
        name: "refused-values",
        about: "every overlong form, surrogate and value above U+10FFFF",
        minimum: [18_634, 2_374_128],
        run: refused_values,
    },
];

fn short_strings(context: &Context<'_>) -> Result<Tally, String> {
    let all: Vec<u8> = (0..=255).collect();
    let last_two: &[u8] = if context.depth == Depth::Full { &all } else { &EDGES };
    Ok(context.each(256, |first, checker| {
        let first = all[first];
        if first == 0 {
            checker.read("empty", b"");
        }
        checker.read("one octet", &[first]);
        for &second in &all {
            checker.read("two octets", &[first, second]);
        }
        for &second in last_two {
            for &third in last_two {
                checker.read("three octets", &[first, second, third]);
            }
        }
    }))
}

fn class_strings(context: &Context<'_>) -> Result<Tally, String> {
    let classes: Vec<u8> = Oracle::get().classes().iter().map(|class| class[0]).collect();
    let last_two: &[u8] = if context.depth == Depth::Full { &EDGES } else { &classes };
    Ok(context.each(EDGES.len() * EDGES.len(), |at, checker| {
        let (first, second) = (EDGES[at / EDGES.len()], EDGES[at % EDGES.len()]);
        for &third in last_two {
            for &fourth in last_two {
                checker.read("four octets", &[first, second, third, fourth]);
            }
        }
    }))
}

/// An ASCII text, longer than a kernel's block, into which one sequence at a time is written.
struct Page {
    text: [u8; Self::LEN],
}

impl Page {
    const LEN: usize = 160;

    fn new() -> Self {
        Self { text: [b'a'; Self::LEN] }
    }

    /// One case with `sequence` alone, and one with it in the text, at a place that depends on `number`.
    fn try_both(&mut self, what: &str, number: u32, sequence: &[u8], checker: &mut Checker<'_>) {
        checker.read(what, sequence);
        let at = number as usize % (Self::LEN - 8);
        let place = at..at + sequence.len();
        self.text[place.clone()].copy_from_slice(sequence);
        checker.check(what, &self.text, &reading::read_between(&self.text, at, place.end));
        self.text[place].fill(b'a');
    }
}

/// How many values an item of `each` has.
const BATCH: u32 = 0x1000;

fn scalar_values(context: &Context<'_>) -> Result<Tally, String> {
    // Thinned out, what is left is the first and last of every 256 (the noncharacters at the end of the planes among
    // them), every 61st, and all around the surrogates and the Basic Multilingual Plane's end.
    let kept = |value: u32| {
        context.depth == Depth::Full
            || (value & 0xFF).wrapping_add(2) & 0xFF < 4
            || value.is_multiple_of(61)
            || value < 0x900
            || (0xFD00..0x1_0010).contains(&value)
    };
    Ok(context.each((0x11_0000 / BATCH) as usize, |batch, checker| {
        let mut page = Page::new();
        let from = u32::try_from(batch).unwrap_or(0) * BATCH;
        let mut buffer = [0; 4];
        for scalar in (from..from + BATCH).filter(|&value| kept(value)).filter_map(char::from_u32) {
            let sequence = scalar.encode_utf8(&mut buffer).as_bytes();
            page.try_both("scalar value", scalar.into(), sequence, checker);
        }
    }))
}

/// Every form that RFC 2279 and its predecessors had and RFC 3629 refuses. Expected is what the reading says; that it
/// refuses, and by which name, is asked of it here as well.
fn refused_values(context: &Context<'_>) -> Result<Tally, String> {
    let full = context.depth == Depth::Full;
    // What, length, first value, the value behind the last, step (full), step (quick), kind.
    let families = [
        ("overlong, two octets", 2, 0, 0x80, 1, 1, ErrorKind::Overlong),
        ("overlong, three octets", 3, 0, 0x800, 1, 1, ErrorKind::Overlong),
        ("overlong, four octets", 4, 0, 0x1_0000, 1, 59, ErrorKind::Overlong),
        ("surrogate", 3, 0xD800, 0xE000, 1, 1, ErrorKind::Surrogate),
        ("above U+10FFFF, four octets", 4, 0x11_0000, 0x20_0000, 1, 509, ErrorKind::OutOfRange),
        // Five and six octets, the overlong ones too: every lead and second octet, and a choice of the rest.
        ("five octets", 5, 0, 0x400_0000, 977, 65_521, ErrorKind::OutOfRange),
        ("six octets", 6, 0, 0x8000_0000, 32_749, 2_097_143, ErrorKind::OutOfRange),
    ];
    let mut total = Tally::default();
    for (what, len, first, end, step, quick, kind) in families {
        let step = if full { step } else { quick };
        let values: u32 = (end - first - 1) / step + 1;
        let tally = context.each(values.div_ceil(BATCH) as usize, |batch, checker| {
            let mut page = Page::new();
            let from = u32::try_from(batch).unwrap_or(0) * BATCH;
            for number in from..values.min(from + BATCH) {
                let sequence = generalised(first + number * step, len);
                let right = reading::read(&sequence).is_err_and(|fault| fault.kind == Some(kind));
                assert!(right, "the reading is wrong about {sequence:x?}");
                page.try_both(what, number, &sequence, checker);
            }
        });
        total.add(tally);
    }
    Ok(total)
}

/// `value` in the form of `len` octets, 2 to 6, whether or not RFC 3629 permits it.
fn generalised(value: u32, len: u32) -> Vec<u8> {
    // `len` ones, then a zero.
    let mark = 0xFF & !(0xFF_u32 >> len);
    (0..len)
        .map(|at| {
            let bits = value >> (6 * (len - 1 - at));
            let octet = if at == 0 { mark | bits } else { 0x80 | bits & 0x3F };
            octet.to_le_bytes()[0]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generalised_forms() {
        assert_eq!(generalised(0x20AC, 3), b"\xE2\x82\xAC");
        assert_eq!(generalised(0, 2), b"\xC0\x80");
        assert_eq!(generalised(0x10_FFFF, 4), b"\xF4\x8F\xBF\xBF");
        assert_eq!(generalised(0x3FF_FFFF, 5), b"\xFB\xBF\xBF\xBF\xBF");
        assert_eq!(generalised(0x7FFF_FFFF, 6), b"\xFD\xBF\xBF\xBF\xBF\xBF");
    }
}
