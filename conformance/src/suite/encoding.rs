//! The row about encoding single values.

use super::{
    check::Context,
    report::{Depth, Tally},
    spec::rows,
};
use crate::contract::Question;

rows! {
    "encode", [87_172, LAST as u64 + FAR.len() as u64], Encode(encode),
        "every scalar value is encoded; surrogates and values beyond U+10FFFF are rejected";
}

/// Every value below this is tried, and some above.
const LAST: u32 = 0x12_0000;

/// Distant values, one of each kind.
const FAR: [u32; 8] =
    [0x1F_FFFF, 0x20_0000, 0x3FF_FFFF, 0x400_0000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF];

/// Where the length of the result changes, where encoding starts or ceases to fail, and where low surrogates begin.
const EDGES: [u32; 7] = [0x80, 0x800, 0xD800, 0xDC00, 0xE000, 0x1_0000, 0x11_0000];

fn encode(context: &Context<'_>) -> Result<Tally, String> {
    const PART: usize = 0x1000;
    let wanted = |value: &u32| {
        context.depth == Depth::Full
            || *value < 0x3000
            || value % 16 == (value >> 12) % 16
            || EDGES.iter().any(|edge| value.abs_diff(*edge) < 0x100)
    };
    Ok(context.each(LAST as usize / PART + 1, |item, tester| {
        let values = (0..LAST).skip(item * PART).take(PART).filter(wanted);
        let far = if item * PART < LAST as usize { &[][..] } else { &FAR };
        for value in values.chain(far.iter().copied()) {
            tester.ask("encode", &Question::Encode(value));
        }
    }))
}
