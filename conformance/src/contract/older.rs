//! Older and related forms of UTF-8.

use super::Fault;
use crate::named;

named! {
    /// A form, with the name of the [profile](crate::profiles::Profile).
    pub enum Older {
        /// UTF-8 until 2003.
        Rfc2279 "rfc2279";
        /// CESU-8: characters above U+FFFF as two surrogates.
        Cesu8 "cesu8";
        /// Java's modified UTF-8: CESU-8, and NUL in two bytes.
        Mutf8 "mutf8";
        /// WTF-8: UTF-8 and lone surrogates.
        Wtf8 "wtf8";
    }
}

/// What can be asked about a form.
#[derive(Clone, Copy, Debug)]
pub enum OlderQuestion<'a> {
    /// Whether the bytes are valid.
    Validate(&'a [u8]),
    /// The values of the bytes, and the faults between them.
    Values(&'a [u8]),
    /// The bytes as UTF-8.
    ToUtf8(&'a [u8]),
    /// The text in this form.
    OfUtf8(&'a str),
    /// The bytes of a value.
    Encode(u32),
}

/// The answers, in the same order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OlderAnswer {
    /// The first fault, if any.
    Verdict(Result<(), OlderFault>),
    /// Values and faults.
    Values(Vec<Result<u32, OlderFault>>),
    /// The text, or the first fault or value that UTF-8 does not have.
    Text(Result<String, OlderFault>),
    /// The bytes.
    Bytes(Vec<u8>),
    /// The bytes of the value, or `None` if it cannot be encoded.
    Encoded(Option<Vec<u8>>),
}

/// A fault. Each form has names of its own for kinds.
pub type OlderFault = Fault<&'static str>;
