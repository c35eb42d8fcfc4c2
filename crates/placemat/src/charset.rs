//! Charset labels that mean UTF-8, according to two standards that differ.
//!
//! | label | [`rfc`] | [`whatwg`] |
//! | --- | --- | --- |
//! | `UTF-8`, `utf-8` | UTF-8 | UTF-8 |
//! | `UNICODE-1-1-UTF-8` | rejected: it announces Hangul at the code points of Unicode 1.1 | UTF-8 |
//! | `utf8`, `unicode11utf8`, `unicode20utf8`, `x-unicode20utf8` | unknown | UTF-8 |
//! | `utf-8` with whitespace around it | unknown | UTF-8 |
//!
//! Use [`rfc`] for mail, HTTP fields and everything else that uses IANA charset names. Use [`whatwg`] for what web
//! browsers read: HTML, CSS, XML in a browser. A label is only the sender's claim: validate the bytes.

pub mod rfc;
pub mod whatwg;
