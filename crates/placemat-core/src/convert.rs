//! From one encoding to another: what every conversion shares.
//!
//! | file | what is in it |
//! | --- | --- |
//! | [`Encoding`], [`Utf8`], [`Utf16`], ... | one character of each encoding, read or written |
//! | [`Progress`] | what a converting kernel says |
//! | [`finish`] | what comes after a kernel: the last characters, and why it ends there |
//! | [`portable`] | the conversions of a backend that has no kernels for them |
//!
//! A kernel converts what is easy and stops early without saying why. `finish` goes on character by character
//! and finds the reason. So two backends cannot differ in output or error.

mod encoding;
mod finish;
mod latin1;
pub mod portable;
mod progress;
mod utf16;
mod utf32;
mod utf8;

pub use encoding::{Encoding, Refused, SourceError};
pub use finish::{Converted, Stop, finish};
pub use latin1::Latin1;
pub use progress::Progress;
pub use utf8::Utf8;
pub use utf16::{Utf16, Utf16Be, Utf16Le};
pub use utf32::{Utf32, Utf32Be, Utf32Le};
