//! Encodes values (RFC 2279, section 2): the bits of the lead byte after its ones and a zero,
//! then six bits of each continuation byte.

use crate::EncodeError;

/// The first value that needs each sequence length, from two bytes on.
const NEEDS: [u32; 5] = [0x80, 0x800, 0x1_0000, 0x20_0000, 0x400_0000];

/// Returns `value` as a `char` if it is a scalar value.
pub(crate) fn scalar(value: u32) -> Result<char, EncodeError> {
    match char::from_u32(value) {
        Some(scalar) => Ok(scalar),
        None if value <= 0xDFFF => Err(EncodeError::Surrogate(value)),
        None => Err(EncodeError::OutOfRange(value)),
    }
}

/// The length of `value` in bytes, at most six. Values above 7FFFFFFF do not fit.
pub(crate) fn len(value: u32) -> usize {
    1 + NEEDS.iter().filter(|&&first| value >= first).count()
}

/// Encodes `value` in `bytes.len()` bytes, which must suffice and be at most six.
pub(crate) fn encode(value: u32, bytes: &mut [u8]) {
    let Some((lead, tail)) = bytes.split_first_mut() else { return };
    let mut value = value;
    for byte in tail.iter_mut().rev() {
        *byte = 0x80 | low_six(value);
        value >>= 6;
    }
    let ones = if tail.is_empty() { 0 } else { !(0x7F_u8 >> tail.len()) };
    *lead = ones | value.to_le_bytes()[0];
}

/// Splits a value above FFFF into a surrogate pair (RFC 2781, section 2.1).
pub(crate) fn split(value: u32) -> [u32; 2] {
    let above = value - 0x1_0000;
    [0xD800 | above >> 10, 0xDC00 | above & 0x3FF]
}

/// The value of a surrogate pair.
pub(crate) fn join(high: u32, low: u32) -> u32 {
    0x1_0000 + ((high & 0x3FF) << 10 | low & 0x3FF)
}

/// The surrogate with these bytes after ED.
pub(crate) fn surrogate(second: u8, third: u8) -> u32 {
    0xD000 | u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F)
}

fn low_six(value: u32) -> u8 {
    value.to_le_bytes()[0] & 0x3F
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forth_and_back() {
        let near = |value: u32| (value.saturating_sub(2)..=value.saturating_add(2)).filter(|v| *v >> 31 == 0);
        for value in
            NEEDS.into_iter().chain([0, 0x7FFF_FFFF]).flat_map(near).chain((0..1 << 31).step_by(9_973))
        {
            let mut bytes = [0; 6];
            let bytes = &mut bytes[..len(value)];
            encode(value, bytes);
            assert!(crate::rfc2279::decode(bytes).eq([Ok(value)]), "{bytes:x?}");
        }
    }

    #[test]
    fn pairs_are_those_of_utf_16() {
        for scalar in '\u{10000}'..=char::MAX {
            let mut units = [0; 2];
            scalar.encode_utf16(&mut units);
            assert_eq!(split(scalar.into()), units.map(u32::from));
            assert_eq!(join(units[0].into(), units[1].into()), u32::from(scalar));
        }
    }
}
