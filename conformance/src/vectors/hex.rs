//! Bytes as hexadecimal digits.

/// Two lower-case digits for each byte.
pub fn write(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Parses digits of either case. The error says why they are invalid.
pub fn read(digits: &str) -> Result<Vec<u8>, String> {
    let value = |digit: u8| char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok());
    let pairs = digits.as_bytes().chunks(2).map(|pair| match *pair {
        [high, low] => Some(value(high)? << 4 | value(low)?),
        _ => None,
    });
    pairs.collect::<Option<_>>().ok_or_else(|| format!("`{digits}` is not two hexadecimal digits a byte"))
}
