//! `placemat inspect`.

use crate::{args::InspectArgs, status::Status, text::complain};

/// Shows the octets around the place that the arguments name.
pub(crate) fn run(_: &InspectArgs) -> Status {
    complain("inspect: not there yet");
    Status::Trouble
}
