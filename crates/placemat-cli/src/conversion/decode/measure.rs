//! How long a text is in an encoding.

use placemat_legacy::{cesu8, mutf8};

use crate::{charset::Charset, text::count};

/// How many bytes the text has in the input, if that follows from the text. In the encodings of the Encoding
/// Standard it does not: some have several forms for one character.
pub(in crate::conversion) fn measure(charset: Charset, text: &str) -> Option<u64> {
    let bytes = match charset {
        Charset::Utf8 | Charset::Wtf8 => text.len(),
        Charset::Utf16(_) => 2 * text.encode_utf16().count(),
        Charset::Utf32(_) => 4 * text.chars().count(),
        Charset::Latin1 | Charset::Ascii => text.chars().count(),
        Charset::Cesu8 => cesu8::from_utf8(text).len(),
        Charset::Mutf8 => mutf8::from_utf8(text).len(),
        Charset::Whatwg(_) => return None,
    };
    Some(count(bytes))
}
