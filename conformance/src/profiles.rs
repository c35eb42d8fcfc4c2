//! The profiles: what a decoder can claim, and the clause behind each claim.

use std::str::FromStr;

use crate::{contract::Practice, named};

named! {
    /// A set of results that a decoder, or encoder, claims to produce, with the clause behind the claim.
    pub enum Profile {
        /// Whether bytes are valid UTF-8 (RFC 3629, section 4).
        Rfc3629 "rfc3629";
        /// The number of valid bytes before the first error, `valid_up_to` (RFC 3629, section 4: the end of the longest
        /// beginning that is `UTF8-octets`).
        Position "position";
        /// The length of the first error, and one U+FFFD for each maximal subpart (Unicode 16, section 3.9, U+FFFD
        /// Substitution of Maximal Subparts; WHATWG Encoding, UTF-8 decoder).
        MaximalSubpart "maximal-subpart";
        /// One U+FFFD for each byte of invalid input (The Go Programming Language Specification, section Conversions to and
        /// from a string type).
        PerByte "per-byte";
        /// One U+FFFD for a lead byte and the continuation bytes after it, at most as many as it announces (RFC 2279,
        /// section 2: the number of bytes that the first one announces).
        WholeSequence "whole-sequence";
        /// One U+FFFD for each maximal subpart, or for ED and up to two continuation bytes after it (the JDK's
        /// `sun.nio.cs.UTF_8`: `malformedN`).
        Java "java";
        /// The output does not depend on how the input is split into chunks, which may be empty. Each call outputs
        /// everything that later bytes cannot change (WHATWG Encoding, `TextDecoder.decode` with the option stream).
        Stream "stream";
        /// Every scalar value can be encoded; surrogates and values above 10FFFF are rejected (RFC 3629, section 3:
        /// definition of UTF-8).
        Encode "encode";
        /// U+FEFF at the start: a character, or a signature that is kept, ignored or stripped (RFC 3629, section 6).
        Bom "bom";
        /// Conversion from UTF-8 to UTF-16 and back, up to the first error (RFC 2781, section 2; RFC 3629, section 3).
        Utf16 "utf16";
        /// Conversion from UTF-8 to UTF-32 and back, up to the first error (Unicode 16, section 3.9, D90: UTF-32; RFC 3629,
        /// section 3).
        Utf32 "utf32";
        /// Conversion from UTF-8 to Latin-1, up to the first error or the first character above U+00FF; and back (ISO/IEC
        /// 8859-1: the characters U+0000 to U+00FF; RFC 3629, section 3).
        Latin1 "latin1";
        /// Conversion from UTF-8 to UTF-16 and back, with U+FFFD for invalid sequences (RFC 2781, section 2; Unicode 16,
        /// section 3.9, U+FFFD Substitution of Maximal Subparts).
        Utf16Lossy "utf16-lossy";
        /// Conversion from UTF-8 to UTF-32 and back, with U+FFFD for invalid sequences (Unicode 16, section 3.9, D90 and
        /// U+FFFD Substitution of Maximal Subparts).
        Utf32Lossy "utf32-lossy";
        /// Conversion from UTF-8 to Latin-1, with a given byte for invalid sequences and characters above U+00FF (ISO/IEC
        /// 8859-1; Unicode 16, section 3.9, U+FFFD Substitution of Maximal Subparts).
        Latin1Lossy "latin1-lossy";
        /// UTF-8 before 2003: sequences of up to six bytes, values up to 7FFFFFFF (RFC 2279, section 2).
        Rfc2279 "rfc2279";
        /// Supplementary characters as two surrogates of three bytes each (Unicode Technical Report 26, section 2).
        Cesu8 "cesu8";
        /// Java's modified UTF-8: as CESU-8, and U+0000 is C0 80 (The Java Virtual Machine Specification, section 4.4.7).
        Mutf8 "mutf8";
        /// UTF-8 and, in addition, surrogates that are not part of a pair (The WTF-8 encoding, sections 3.1 and 3.2).
        Wtf8 "wtf8";
    }
}

impl Profile {
    /// Which bytes one U+FFFD replaces by this profile, if it says.
    pub fn practice(self) -> Option<Practice> {
        Practice::by_name(self.name())
    }
}

impl FromStr for Profile {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let names = || Self::ALL.map(Self::name).join(", ");
        Self::by_name(name).ok_or_else(|| format!("there is no profile `{name}`; there are: {}", names()))
    }
}
