//! Practices of encoders for values that are not scalar values.

use placemat_conformance::text;

/// An incorrect encoder: the bytes of a value, or `None` if it is rejected.
type Model = fn(u32) -> Option<Vec<u8>>;

/// The practices of encoders, by name.
pub(crate) const ENCODERS: &[(&str, Model)] = &[
    ("surrogates are encoded", |value| (value <= 0x10_FFFF).then(|| form(value))),
    ("values above 10FFFF are encoded", |value| {
        (!(0xD800..0xE000).contains(&value) && value < 0x8000_0000).then(|| form(value))
    }),
    ("surrogates and values above 10FFFF are encoded", |value| (value < 0x8000_0000).then(|| form(value))),
    ("U+FFFD stands for what is no scalar value", |value| {
        Some(char::from_u32(value).unwrap_or('\u{FFFD}').to_string().into_bytes())
    }),
    ("a question mark stands for what is no scalar value", |value| {
        Some(char::from_u32(value).unwrap_or('?').to_string().into_bytes())
    }),
    ("U+FFFD stands for surrogates", |value| match value {
        0xD800..0xE000 => Some("\u{FFFD}".into()),
        _ => char::from_u32(value).map(|value| value.to_string().into_bytes()),
    }),
    ("noncharacters are refused", |value| {
        let noncharacter = matches!(value, 0xFDD0..=0xFDEF) || value & 0xFFFE == 0xFFFE;
        char::from_u32(value).filter(|_| !noncharacter).map(|value| value.to_string().into_bytes())
    }),
];

/// The result of a model for values: the index of the first rejected one, and the bytes before it.
pub(crate) fn encoded(model: Model, values: &[u32]) -> (Option<usize>, Vec<u8>) {
    let mut bytes = Vec::new();
    for (at, &value) in values.iter().enumerate() {
        match model(value) {
            Some(sequence) => bytes.extend(sequence),
            None => return (Some(at), bytes),
        }
    }
    (None, bytes)
}

/// A value below 2^31 in the form of RFC 2279.
fn form(value: u32) -> Vec<u8> {
    let len = match value {
        0..0x80 => 1,
        0x80..0x800 => 2,
        0x800..0x1_0000 => 3,
        0x1_0000..0x20_0000 => 4,
        0x20_0000..0x400_0000 => 5,
        _ => 6,
    };
    text::form(value, len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_is_that_of_rfc_2279() {
        for value in ['\0', 'a', '\u{7F}', '\u{80}', '\u{7FF}', '\u{800}', '\u{FFFF}', '\u{10FFFF}'] {
            assert_eq!(form(value.into()), value.to_string().into_bytes());
        }
        assert_eq!(form(0xD800), b"\xED\xA0\x80");
        assert_eq!(form(0x11_0000), b"\xF4\x90\x80\x80");
        assert_eq!(form(0x7FFF_FFFF), b"\xFD\xBF\xBF\xBF\xBF\xBF");
    }
}
