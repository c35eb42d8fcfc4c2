//! The row about encoding single values.

use super::{
    check::Context,
    report::{Depth, Tally},
    spec::rows,
};
use crate::subject::{Encodes, Unencodable};

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

fn encode(context: &Context<'_, &dyn Encodes>) -> Result<Tally, String> {
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
            let expected = expected(value);
            tester.expect(
                "encode",
                || format!("{value:X}"),
                &expected,
                |subject| {
                    match (subject.encoded(value), &expected) {
                        // A subject need not give the reason.
                        (Err(Unencodable::Unspecified), Err(why)) => Err(*why),
                        (answer, _) => answer,
                    }
                },
            );
        }
    }))
}

/// The table in section 3 of RFC 3629.
fn expected(value: u32) -> Result<Vec<u8>, Unencodable> {
    let byte = |marker: u32, shift: u32, bits: u32| {
        let [byte, ..] = (marker | value >> shift & ((1 << bits) - 1)).to_le_bytes();
        byte
    };
    match value {
        0..0x80 => Ok(vec![byte(0, 0, 7)]),
        0x80..0x800 => Ok(vec![byte(0xC0, 6, 5), byte(0x80, 0, 6)]),
        0xD800..0xE000 => Err(Unencodable::Surrogate),
        0x800..0x1_0000 => Ok(vec![byte(0xE0, 12, 4), byte(0x80, 6, 6), byte(0x80, 0, 6)]),
        0x1_0000..0x11_0000 => {
            Ok(vec![byte(0xF0, 18, 3), byte(0x80, 12, 6), byte(0x80, 6, 6), byte(0x80, 0, 6)])
        }
        _ => Err(Unencodable::OutOfRange),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_that_of_the_standard_library() {
        for value in 0..LAST {
            let known = char::from_u32(value).map(|scalar| scalar.to_string().into_bytes());
            assert_eq!(expected(value).ok(), known, "{value:X}");
        }
    }
}
