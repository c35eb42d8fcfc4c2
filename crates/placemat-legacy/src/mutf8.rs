//! Java's modified UTF-8 (The Java Virtual Machine Specification, section 4.4.7; `java.io.DataInput`): what
//! class files, serialised objects and the Java Native Interface contain.
//!
//! It is [CESU-8](crate::cesu8), except that NUL is C0 80, so that no byte is 00.
//!
//! A Java string may hold a surrogate without its partner, and Java writes it in three bytes. It is no
//! character, so this module reports it as an error, of the kind `LoneSurrogate` and with three bytes;
//! [`decode`] continues after it. To keep such strings, take the three bytes at the error.
//!
//! Errors are of the kinds `UnexpectedContinuation`, `Overlong`, `Nul`, `FourBytes`, `LoneSurrogate`,
//! `OutOfRange`, `InvalidByte`, `MissingContinuation` and `Truncated`.
//!
//! ```
//! use placemat_legacy::{ErrorKind, mutf8};
//!
//! assert_eq!(mutf8::validate(b"a\xC0\x80b"), Ok(()));
//! assert_eq!(mutf8::encode(0, &mut [0; 6]).unwrap(), b"\xC0\x80");
//! assert_eq!(mutf8::validate(b"a\0b").unwrap_err().kind(), ErrorKind::Nul);
//! // A slash, overlong.
//! assert_eq!(mutf8::validate(b"\xC0\xAF").unwrap_err().kind(), ErrorKind::Overlong);
//! ```

use placemat_core::grammar::{Bytes, Form as Forms, Grammar, Neighbours};

use crate::{
    cesu8,
    pairs::pairs,
    ranges::{HIGH, LOW, THREE_E0, THREE_E1, THREE_ED, THREE_EE, TWO, form},
};

/// What is permitted: the tables of section 4.4.7.
pub const GRAMMAR: Grammar = Grammar::new(&FORMS, Neighbours::Together { first: 6, second: 7 });

/// ASCII without NUL.
const ONE: Forms = form(0x01, 0x7F, &[]);
/// NUL.
const NUL: Forms = form(0xC0, 0xC0, &[Bytes::new(0x80, 0x80)]);

const FORMS: [Forms; 9] = [ONE, NUL, TWO, THREE_E0, THREE_E1, THREE_ED, HIGH, LOW, THREE_EE];

pairs! { "modified UTF-8", mutf8, 9 }

/// Writes the bytes of a character; how many there are.
fn put(scalar: char, buffer: &mut [u8; 6]) -> usize {
    if scalar == '\0' {
        buffer[..2].copy_from_slice(b"\xC0\x80");
        return 2;
    }
    cesu8::put(scalar, buffer)
}
