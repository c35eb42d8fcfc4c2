//! `placemat convert`.

use crate::{args::ConvertArgs, charset, status::Status, stdio::print, text::complain};

/// Converts the inputs that the arguments name.
pub(crate) fn run(args: &ConvertArgs) -> Status {
    if args.list {
        let names: String = charset::names().map(|name| format!("{name}\n")).collect();
        return print(names.as_bytes());
    }
    complain("convert: not there yet");
    Status::Trouble
}
