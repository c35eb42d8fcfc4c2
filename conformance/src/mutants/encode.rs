//! Mutants that encode incorrectly.

use super::prelude::*;
use crate::text::form;

pub(super) fn mutants() -> Vec<Mutant> {
    Mutant::table(Family::Encode, &[Op::Encode], FAULTS, |encode, question| {
        let Question::Encode(value) = *question else { return None };
        Some(Answer::Encode(encode(value)))
    })
}

type Encode = fn(u32) -> Result<Vec<u8>, Unencodable>;

fn right(value: u32) -> Result<Vec<u8>, Unencodable> {
    match char::from_u32(value) {
        Some(scalar) => Ok(scalar.to_string().into_bytes()),
        None if value < 0x11_0000 => Err(Unencodable::Surrogate),
        None => Err(Unencodable::OutOfRange),
    }
}

/// Encodes in this number of bytes, whatever the value.
#[expect(clippy::unnecessary_wraps, reason = "it is an answer")]
fn of_len(value: u32, len: u32) -> Result<Vec<u8>, Unencodable> {
    Ok(form(value, len))
}

#[rustfmt::skip]
const FAULTS: [(&str, Encode); 31] = [
    ("the standard library, and why", right),
    ("surrogates are encoded", |c| if matches!(c, 0xD800..0xE000) { of_len(c, 3) } else { right(c) }),
    ("D800 is encoded", |c| if c == 0xD800 { of_len(c, 3) } else { right(c) }),
    ("DBFF is encoded", |c| if c == 0xDBFF { of_len(c, 3) } else { right(c) }),
    ("DC00 is encoded", |c| if c == 0xDC00 { of_len(c, 3) } else { right(c) }),
    ("DFFF is encoded", |c| if c == 0xDFFF { of_len(c, 3) } else { right(c) }),
    ("surrogates become U+FFFD", |c| if matches!(c, 0xD800..0xE000) { right(0xFFFD) } else { right(c) }),
    ("D7FF is refused", |c| if c == 0xD7FF { Err(Unencodable::Surrogate) } else { right(c) }),
    ("E000 is refused", |c| if c == 0xE000 { Err(Unencodable::Surrogate) } else { right(c) }),
    ("110000 is encoded", |c| if c == 0x11_0000 { of_len(c, 4) } else { right(c) }),
    ("values up to 1FFFFF are encoded", |c| if matches!(c, 0x11_0000..0x20_0000) { of_len(c, 4) } else { right(c) }),
    ("values up to 3FFFFFF are encoded in five bytes", |c| if matches!(c, 0x20_0000..0x400_0000) { of_len(c, 5) } else { right(c) }),
    ("values are cut to 21 bits", |c| right(c & 0x1F_FFFF)),
    ("values are cut to 31 bits", |c| right(c & 0x7FFF_FFFF)),
    ("what is out of range becomes U+FFFD", |c| if c >= 0x11_0000 { right(0xFFFD) } else { right(c) }),
    ("10FFFF is refused", |c| if c == 0x10_FFFF { Err(Unencodable::OutOfRange) } else { right(c) }),
    ("surrogates are said to be out of range", |c| right(c).map_err(|_| Unencodable::OutOfRange)),
    ("what is out of range is said to be a surrogate", |c| right(c).map_err(|_| Unencodable::Surrogate)),
    ("NUL is encoded as Java does it", |c| if c == 0 { of_len(c, 2) } else { right(c) }),
    ("7F in two bytes", |c| if c == 0x7F { of_len(c, 2) } else { right(c) }),
    ("80 in one byte", |c| if c == 0x80 { of_len(c, 1) } else { right(c) }),
    ("7FF in three bytes", |c| if c == 0x7FF { of_len(c, 3) } else { right(c) }),
    ("800 in two bytes", |c| if c == 0x800 { of_len(c, 2) } else { right(c) }),
    ("FFFF in four bytes", |c| if c == 0xFFFF { of_len(c, 4) } else { right(c) }),
    ("10000 in three bytes", |c| if c == 0x1_0000 { of_len(c, 3) } else { right(c) }),
    ("pairs of surrogates, as in CESU-8", |c| {
        if !matches!(c, 0x1_0000..0x11_0000) { return right(c) }
        let high = of_len(0xD800 + ((c - 0x1_0000) >> 10), 3)?;
        Ok([high, of_len(0xDC00 + (c & 0x3FF), 3)?].concat())
    }),
    ("noncharacters are refused", |c| if c & 0xFFFE == 0xFFFE { Err(Unencodable::OutOfRange) } else { right(c) }),
    ("U+FDD0 to U+FDEF are refused", |c| if matches!(c, 0xFDD0..0xFDF0) { Err(Unencodable::OutOfRange) } else { right(c) }),
    ("U+FEFF is left out", |c| if c == 0xFEFF { Ok(Vec::new()) } else { right(c) }),
    ("Latin-1 is left as it is", |c| if matches!(c, 0x80..0x100) { of_len(c, 1) } else { right(c) }),
    ("the last two bytes are exchanged", |c| right(c).map(|mut bytes| {
        let len = bytes.len();
        if len > 2 { bytes.swap(len - 1, len - 2) }
        bytes
    })),
];
