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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_read_as_they_are_written() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(read(&write(&bytes)), Ok(bytes));
        assert_eq!(read("Ff0a"), Ok(vec![0xFF, 0x0A]));
        for wrong in ["f", "0g", "+1", "\u{E9}", " 61"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
