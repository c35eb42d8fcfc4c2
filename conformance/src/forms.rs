//! Older and related forms of UTF-8: RFC 2279, CESU-8, Java's modified UTF-8, WTF-8.
//!
//! Each is a grammar in `grammars/`, executed by the [oracle](crate::oracle) like that of RFC 3629, and a
//! [`Profile`]: its values, and the names of its errors. The [`Reference`] derives the expected results from these, and
//! the rows `older-...` of the [suite](crate::suite) ask for them.

mod edges;
mod profile;
mod reference;

pub use edges::{edge_strings, edges};
pub use profile::{Kind, Profile, Values, profile};
pub use reference::{Reference, fill};

/// Sequences that are valid in some form, and invalid uses of surrogates.
pub(crate) const PIECES: [&[u8]; 22] = [
    b"a", b"\x00", b"\x80", b"\xC0\x80", b"\xC0", b"\xC0\xAF", b"\xC3\xA9", b"\xE2\x82\xAC", b"\xE2\x82",
    b"\xED\x9F\xBF", b"\xED\xA0\x80", b"\xED\xAF\xBF", b"\xED\xB0\x80", b"\xED\xBF\xBF", b"\xED",
    b"\xED\xA0", b"\xED\xB0", b"\xF0\x9F\x8D\xBD", b"\xF4\x90\x80\x80", b"\xF8\x88\x80\x80\x80",
    b"\xFD\xBF\xBF\xBF\xBF\xBF", b"\xFF",
];
