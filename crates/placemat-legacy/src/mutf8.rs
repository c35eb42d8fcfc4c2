//! Java's modified UTF-8 (The Java Virtual Machine Specification, section 4.4.7; `java.io.DataInput`), as
//! used in class files, serialised objects and the Java Native Interface.
//!
//! It is [CESU-8](crate::cesu8), except that NUL is C0 80, so that no byte is 00.
//!
//! A Java string may contain an unpaired surrogate, which Java encodes in three bytes. It is not a character,
//! so this module reports an error of three bytes and the kind `LoneSurrogate`, after which [`decode`]
//! continues. To preserve such strings, keep the three bytes at the error.
//!
//! Error kinds: `UnexpectedContinuation`, `Overlong`, `Nul`, `FourBytes`, `LoneSurrogate`, `OutOfRange`,
//! `InvalidByte`, `MissingContinuation` and `Truncated`.
//!
//! ```
//! use placemat_legacy::{Utf8ErrorKind, mutf8};
//!
//! assert_eq!(mutf8::validate(b"a\xC0\x80b"), Ok(()));
//! assert_eq!(mutf8::encode(0, &mut [0; 6]).unwrap(), b"\xC0\x80");
//! assert_eq!(mutf8::validate(b"a\0b").unwrap_err().kind(), Utf8ErrorKind::Nul);
//! // A slash, overlong.
//! assert_eq!(mutf8::validate(b"\xC0\xAF").unwrap_err().kind(), Utf8ErrorKind::Overlong);
//! ```

use crate::{cesu8, pairs::pairs};

pairs! { "modified UTF-8", mutf8, Mutf8 }

/// Encodes a character, and returns its length in bytes.
fn encode_character(scalar: char, buffer: &mut [u8; 6]) -> usize {
    if scalar == '\0' {
        buffer[..2].copy_from_slice(b"\xC0\x80");
        return 2;
    }
    cesu8::encode_character(scalar, buffer)
}
