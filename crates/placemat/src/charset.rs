//! Labels: which names of charsets mean UTF-8. Two standards answer, and not in the same way.
//!
//! | label | [`rfc`] | [`whatwg`] |
//! | --- | --- | --- |
//! | `UTF-8`, `utf-8` | UTF-8 | UTF-8 |
//! | `UNICODE-1-1-UTF-8` | refused: it says that Hangul is in the places of Unicode 1.1 | UTF-8 |
//! | `utf8`, `unicode11utf8`, `unicode20utf8`, `x-unicode20utf8` | unknown | UTF-8 |
//! | `utf-8` between blanks | unknown | UTF-8 |
//!
//! Take [`rfc`] for mail, HTTP fields and everything else that names charsets as IANA registers them. Take
//! [`whatwg`] for what web browsers read: HTML, CSS, XML in a browser. A label says what the sender claims,
//! not what the bytes are: validate them.

pub mod rfc;
pub mod whatwg;
