//! What is converted, and the standard library's ways through it.

/// A low surrogate: an error, unless a high one stands before it.
pub(crate) const LONE: u16 = 0xDC00;

pub(crate) fn text(octets: &[u8]) -> &str {
    str::from_utf8(octets).unwrap_or_default()
}

/// Text that is not judged once more.
pub(crate) fn sound(octets: &[u8]) -> &str {
    // SAFETY: the octets are those of strings.
    unsafe { str::from_utf8_unchecked(octets) }
}

/// With one unit changed, which depends on all of them.
pub(crate) fn with_error<U: Copy + Into<u32>>(mut units: Vec<U>, error: U) -> Vec<U> {
    let sum: u32 = units.iter().map(|unit| (*unit).into()).sum();
    let at = sum as usize % units.len().max(1);
    if let Some(unit) = units.get_mut(at) {
        *unit = error;
    }
    units
}

pub(crate) fn in_octets(units: &[u16]) -> Vec<u8> {
    units.iter().flat_map(|unit| unit.to_le_bytes()).collect()
}

pub(crate) fn from_utf16le_lossy(octets: &[u8]) -> String {
    let units = octets.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
    char::decode_utf16(units).map(|one| one.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

pub(crate) fn narrow(octets: &[u8]) -> impl Iterator<Item = u8> {
    text(octets).chars().map_while(|one| u8::try_from(u32::from(one)).ok())
}

pub(crate) fn pairs(units: &[u16]) -> impl Iterator<Item = char> {
    char::decode_utf16(units.iter().copied()).map_while(Result::ok)
}

pub(crate) fn replaced(units: &[u16]) -> impl Iterator<Item = char> {
    char::decode_utf16(units.iter().copied()).map(|one| one.unwrap_or(char::REPLACEMENT_CHARACTER))
}

pub(crate) fn scalars(units: &[u32]) -> impl Iterator<Item = char> {
    units.iter().map_while(|unit| char::from_u32(*unit))
}

pub(crate) fn letters(octets: &[u8]) -> impl Iterator<Item = char> {
    octets.iter().map(|octet| char::from(*octet))
}
