//! Reference for encoders.

use crate::contract::Unencodable;

/// The table in section 3 of RFC 3629.
pub(crate) fn encoded(value: u32) -> Result<Vec<u8>, Unencodable> {
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
        for value in 0..0x12_0000 {
            let known = char::from_u32(value).map(|scalar| scalar.to_string().into_bytes());
            assert_eq!(encoded(value).ok(), known, "{value:X}");
        }
    }
}
