//! `placemat convert` and `placemat repair`: one input after another.

mod guess;
mod job;

use crate::{
    args::{Bom, ConvertArgs, OnError, RepairArgs},
    charset::{self, Charset},
    conversion::Plan,
    status::Status,
    stdio::print,
    text::warn,
};

use job::Job;

/// Converts the inputs that the arguments name.
pub(crate) fn run(args: &ConvertArgs) -> Status {
    if args.list {
        let names: String = charset::names().map(|name| format!("{name}\n")).collect();
        return print(names.as_bytes());
    }
    let from = args.from.unwrap_or(Charset::Utf8);
    let guessed = args.from.is_none() && args.on_error == OnError::Fail;
    let plan = Plan { from, to: args.to, on_error: args.on_error, bom: args.bom, guessed };
    if let Some(reason) = contradiction(plan) {
        warn(reason);
        return Status::Trouble;
    }
    Job { plan, destination: &args.destination, check: false, force: args.force }.run(&args.paths)
}

/// `placemat repair`: from UTF-8 to UTF-8, with U+FFFD for each ill-formed sequence.
pub(crate) fn repair(args: &RepairArgs) -> Status {
    let (from, to) = (Charset::Utf8, Charset::Utf8);
    let plan = Plan { from, to, on_error: OnError::Replace, bom: Bom::Keep, guessed: false };
    Job { plan, destination: &args.destination, check: args.check, force: false }.run(&args.paths)
}

/// Why the arguments contradict each other.
fn contradiction(Plan { to, bom, .. }: Plan) -> Option<String> {
    match bom {
        Bom::Add if !to.has_signature() => Some(format!("--bom add: {to} has no signature")),
        Bom::Strip if to.needs_signature() => {
            Some(format!("--bom strip: in {to} the signature says the order of the bytes; name the order"))
        }
        _ => None,
    }
}
