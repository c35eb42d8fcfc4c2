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
}

/// What was done about errors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// How many there were.
    pub(crate) errors: u64,
    pub(crate) first: Option<Problem>,
}
