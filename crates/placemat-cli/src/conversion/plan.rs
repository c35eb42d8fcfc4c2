//! What a conversion is to do, and what it has done.

use super::stop::Problem;
use crate::{
    args::{Bom, OnError},
    charset::Charset,
};

/// What is to become of an input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) from: Charset,
    pub(crate) to: Charset,
    pub(crate) on_error: OnError,
    pub(crate) bom: Bom,
    /// Whether no one has said what the input is. If its first piece is something else, nothing is written.
    pub(crate) guessed: bool,
}

/// What was done about errors, and what else is worth a remark.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// How many there were.
    pub(crate) errors: u64,
    pub(crate) first: Option<Problem>,
    /// Whether another U+FEFF came after a signature that was left out.
    pub(crate) second_signature: bool,
    /// The first character that stands for a byte that Windows does not define. The Encoding Standard makes a
    /// control character of it.
    pub(crate) undefined: Option<char>,
}
