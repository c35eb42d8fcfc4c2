//! The command line of `inspect`.

use std::path::PathBuf;

use clap::Args;

#[derive(Args, Debug)]
#[command(after_help = INSPECT_EXAMPLES)]
pub(crate) struct InspectArgs {
    /// The file; none or `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) path: Option<PathBuf>,

    /// The place: an offset (`123`, `0x7B`) or LINE:COLUMN [default: the first error, or the start]
    #[arg(long, value_name = "OFFSET")]
    pub(crate) at: Option<String>,
}

const INSPECT_EXAMPLES: &str = "\
Examples:
  placemat inspect data.csv
  placemat inspect data.csv --at 123456
  placemat inspect data.csv --at 12:7

Exit status: 0 what is shown is UTF-8, 1 some of it is not, 2 it could
not be read, there is no such place, or the command line makes no sense.";
