//! `placemat convert` and `placemat repair`: one input after another.

mod guard;
mod guess;
mod job;
mod refusal;
mod report;
mod totals;

use crate::args::{Bom, ConvertArgs, From, OnError, REMOVABLE, RepairArgs};
use crate::charset::{self, Charset};
use crate::conversion::{Fix, Plan};
use crate::{status::Status, stdio::print, text::warn};

use job::{Job, Known};

/// Converts the inputs that the arguments name.
pub(crate) fn run(args: &ConvertArgs) -> Status {
    if args.list {
        let names: String = charset::names().map(|name| format!("{name}\n")).collect();
        return print(names.as_bytes());
    }
    let from = match args.from {
        Some(From::Charset(charset)) => charset,
        Some(From::Auto) | None => Charset::Utf8,
    };
    let guessed = args.from.is_none() && args.on_error == OnError::Fail;
    let plan = Plan { on_error: args.on_error, bom: args.bom, guessed, ..Plan::strict(from, args.to) };
    if let Some(reason) = contradiction(plan).or_else(|| args.unless_utf8.then(|| unclear(plan)).flatten()) {
        warn(reason);
        return Status::Trouble;
    }
    let known = match args.from {
        Some(From::Auto) => Known::Nothing,
        _ if args.unless_utf8 => Known::UnlessUtf8,
        _ => Known::Encoding,
    };
    let ConvertArgs { destination, selection, check, force, .. } = args;
    let (check, force) = (*check, *force);
    Job { plan, known, destination, selection, check, force }.run(&args.paths)
}

/// `placemat repair`: from UTF-8 to UTF-8, with U+FFFD for each invalid sequence, or with another repair.
pub(crate) fn repair(args: &RepairArgs) -> Status {
    let fix = args.fallback.map(Fix::Fallback);
    let fix = fix.or(args.double_encoded.then_some(Fix::Double(None)));
    let kinds = REMOVABLE.map(|kind| args.remove.contains(&kind).then_some(kind));
    let fix = fix.or((!args.remove.is_empty()).then_some(Fix::Remove(kinds)));
    let on_error = if fix.is_some() { OnError::Fail } else { OnError::Replace };
    let replacement = args.replace_like;
    let plan = Plan { on_error, fix, replacement, ..Plan::strict(Charset::Utf8, Charset::Utf8) };
    let RepairArgs { destination, selection, check, force, .. } = args;
    let (check, force) = (*check, *force);
    Job { plan, known: Known::Encoding, destination, selection, check, force }.run(&args.paths)
}

/// Why the arguments contradict each other.
fn contradiction(Plan { to, bom, .. }: Plan) -> Option<String> {
    match bom {
        Bom::Add if !to.has_bom() => Some(format!("--bom add: {to} has no byte order mark")),
        Bom::Strip if to.needs_bom() => Some(format!(
            "--bom strip: in {to} the byte order mark says the order of the bytes; name the order"
        )),
        _ => None,
    }
}

/// Why `--unless-utf8` makes no sense with these encodings.
fn unclear(Plan { from, to, .. }: Plan) -> Option<String> {
    match from {
        _ if to != Charset::Utf8 => Some(format!("--unless-utf8: the other files would be in {to}")),
        Charset::Utf16(Some(_)) | Charset::Utf32(Some(_)) => {
            Some(format!("--unless-utf8: text in {from} can be valid UTF-8 as well"))
        }
        Charset::Whatwg(encoding) if encoding == encoding_rs::ISO_2022_JP => {
            Some(format!("--unless-utf8: text in {from} is valid UTF-8 as well"))
        }
        _ => None,
    }
}
