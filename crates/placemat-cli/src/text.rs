//! Names of inputs, messages and numbers, in a form that cannot hurt a terminal.

mod complaint;
mod harmless;
mod hex;
mod name;
mod number;

pub(crate) use complaint::complain;
pub(crate) use harmless::is_harmless;
pub(crate) use hex::{packed_hex, spaced_hex};
pub(crate) use name::{Name, shown};
pub(crate) use number::{count, grouped, number};
