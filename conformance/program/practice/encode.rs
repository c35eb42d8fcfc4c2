//! Practices of encoders for values that are not scalar values.

use placemat_conformance::forms::fill;

/// An incorrect encoder: the bytes of a value, or `None` if it is rejected.
type Model = fn(u32) -> Option<Vec<u8>>;

/// The practices of encoders, by name.
pub(crate) const ENCODERS: &[(&str, Model)] = &[
    ("surrogates are encoded", |value| (value <= 0x10_FFFF).then(|| fill(value))),
    ("values above 10FFFF are encoded", |value| {
        (!(0xD800..0xE000).contains(&value) && value < 0x8000_0000).then(|| fill(value))
    }),
    ("surrogates and values above 10FFFF are encoded", |value| (value < 0x8000_0000).then(|| fill(value))),
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
