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
