//! Reference for encoders.

use crate::{contract::Unencodable, forms::fill};

/// The table in section 3 of RFC 3629: that of RFC 2279, without surrogates and larger values.
pub(crate) fn encoded(value: u32) -> Result<Vec<u8>, Unencodable> {
    match value {
        0xD800..0xE000 => Err(Unencodable::Surrogate),
        0..0x11_0000 => Ok(fill(value)),
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
