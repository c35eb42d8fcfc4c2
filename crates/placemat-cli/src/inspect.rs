//! `placemat inspect`: shows a place in an input, and its surroundings.

mod report;
mod window;

use std::path::Path;

use placemat::position::Unit;

use crate::text::{shown, warn};
use crate::{args::InspectArgs, source::Source, status::Status, stdio::print};

use report::report;
use window::Window;

/// Shows the place that the arguments name.
pub(crate) fn run(args: &InspectArgs) -> Status {
    let path = args.path.as_deref().unwrap_or(Path::new("-"));
    let name = shown(path);
    let unit = if args.utf16 { Unit::Utf16 } else { Unit::Chars };
    let found = Source::open(path)
        .map_err(|error| error.to_string())
        .and_then(|mut source| Window::find(&mut source, args.at, unit));
    match found {
        Ok(window) => {
            let verdict = if window.is_valid() { Status::Good } else { Status::Invalid };
            print(report(&name, &window).as_bytes()).max(verdict)
        }
        Err(why) => {
            warn(format_args!("{name}: {why}"));
            Status::Trouble
        }
    }
}
