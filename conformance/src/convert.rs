//! Conversion between UTF-8, UTF-16, UTF-32 and Latin-1: the expected result of every call. The rows `convert-...`
//! of the [suite](crate::suite) compare a converter with it.
//!
//! UTF-16 and UTF-32 are grammars in `grammars/`, executed by the [oracle](crate::oracle) like that of RFC 3629.
//! Sequences are decoded as in RFC 2781 (section 2.2), independently of the product's code. Each call has exactly one
//! correct answer: how much is read, what is written, and why the call ends.

mod contract;
mod encoding;
mod pieces;
mod place;
mod reference;

pub use contract::{Kernel, check_kernels, check_source};
pub use place::{Place, Unit};
pub use reference::{Reference, answer};

pub use crate::contract::{Call, Done, Encoding, PAIRS, Stop};

pub(crate) use pieces::{SCRIPTS, invalid, pieces};
