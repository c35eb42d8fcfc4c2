//! `placemat repair`: from UTF-8 to UTF-8, with U+FFFD for each ill-formed sequence.

use crate::{
    args::{Bom, OnError, RepairArgs},
    charset::Charset,
    conversion::Plan,
    convert::Job,
    status::Status,
};

/// Repairs the inputs that the arguments name.
pub(crate) fn run(args: &RepairArgs) -> Status {
    let (from, to) = (Charset::Utf8, Charset::Utf8);
    let plan = Plan { from, to, on_error: OnError::Replace, bom: Bom::Keep, guessed: false };
    Job { plan, destination: &args.destination, check: args.check, force: false }.run(&args.paths)
}
