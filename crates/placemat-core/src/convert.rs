//! Conversions between encodings: the parts that all backends share.
//!
//! | item | contents |
//! | --- | --- |
//! | [`Encoding`], [`Utf8`], [`Utf16`], ... | how each encoding decodes and encodes one character |
//! | [`Progress`] | the result of a conversion kernel |
//! | `finish` | converts the last characters after a kernel, and returns why the conversion ends |
//! | [`portable`] | the conversions of a backend without kernels for them |
//!
//! A kernel converts the common cases and may stop early without a reason. `finish` continues character by
//! character and determines the reason, so that no two backends can differ in output or error.

mod encoding;
mod finish;
mod latin1;
pub mod portable;
mod progress;
mod utf16;
mod utf32;
mod utf8;

pub use encoding::{EncodeCharError, Encoding, SourceError};
pub use finish::{Converted, Stop, finish};
pub use latin1::Latin1;
pub use progress::Progress;
pub use utf8::Utf8;
pub use utf16::{Utf16, Utf16Be, Utf16Le};
pub use utf32::{Utf32, Utf32Be, Utf32Le};
