//! CESU-8 (Unicode Technical Report #26), which some systems with internal UTF-16 write instead of UTF-8.
//!
//! Characters up to U+FFFF are encoded as in UTF-8. A character above is encoded as the two surrogates of its
//! UTF-16 form, three bytes each. Surrogates occur only in pairs, a high one followed by a low one; four-byte
//! sequences do not occur (TR #26, section 2).
//!
//! TR #26 advises against CESU-8 for interchange: the same text has different bytes in CESU-8 and UTF-8.
//!
//! Error kinds: `UnexpectedContinuation`, `Overlong`, `FourBytes`, `LoneSurrogate`, `OutOfRange`,
//! `InvalidByte`, `MissingContinuation` and `Truncated`.
//!
//! ```
//! use placemat_legacy::{Utf8ErrorKind, cesu8};
//!
//! let pair = b"\xED\xA0\xBC\xED\xBD\xBD";
//! assert_eq!(cesu8::validate(pair), Ok(()));
//!
//! // The same character in UTF-8, and a surrogate without its partner.
//! assert_eq!(cesu8::validate(b"\xF0\x9F\x8D\xBD").unwrap_err().kind(), Utf8ErrorKind::FourBytes);
//! assert_eq!(cesu8::validate(&pair[3..]).unwrap_err().kind(), Utf8ErrorKind::LoneSurrogate);
//! ```

use crate::{pairs::pairs, value};

pairs! { "CESU-8", cesu8, Cesu8 }

/// Encodes a character, and returns its length in bytes.
pub(crate) fn encode_character(scalar: char, buffer: &mut [u8; 6]) -> usize {
    let value = u32::from(scalar);
    if value > 0xFFFF {
        let [high, low] = value::split(value);
        value::encode(high, &mut buffer[..3]);
        value::encode(low, &mut buffer[3..]);
        return 6;
    }
    let len = value::len(value);
    value::encode(value, &mut buffer[..len]);
    len
}
