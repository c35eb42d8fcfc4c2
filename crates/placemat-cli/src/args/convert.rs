//! The command lines of `convert` and `repair`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, builder::PossibleValue};

use super::named::Named;
use crate::charset::{Charset, by_label, names};

const ENCODING: Named<Charset> = Named {
    read: |label| by_label(label).map_err(|reason| format!("\"{}\": {reason}", label.escape_debug())),
    all: || names().map(PossibleValue::new).collect(),
};

#[derive(Args, Debug)]
#[command(after_help = CONVERT_EXAMPLES, after_long_help = CONVERT_MORE)]
pub(crate) struct ConvertArgs {
    /// The file; none or `-` is standard input. Several with --in-place
    #[arg(value_name = "FILE")]
    pub(crate) paths: Vec<PathBuf>,

    /// The encoding of the input [default: UTF-8]
    ///
    /// Without it, input that is not UTF-8 gets a hint at what it may be, and nothing is written of a file.
    /// `UTF-16` and `UTF-32` take the order of the bytes from the signature (byte order mark) that the input must
    /// begin with. Without one, name the order: `UTF-16LE`, `UTF-16BE`. `--list` prints the names.
    #[arg(short, long, value_name = "ENCODING", value_parser = ENCODING)]
    pub(crate) from: Option<Charset>,

    /// The encoding of the output
    ///
    /// `UTF-16` and `UTF-32` are little-endian with a signature.
    #[arg(short, long, value_name = "ENCODING", value_parser = ENCODING, default_value = "UTF-8")]
    pub(crate) to: Charset,

    /// What to do where the input is invalid, or the output has no form for a character
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = OnError::Fail)]
    pub(crate) on_error: OnError,

    /// What to do about a signature (U+FEFF at the start)
    ///
    /// Encodings outside Unicode have none, so it is left out there.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Bom::Keep)]
    pub(crate) bom: Bom,

    #[command(flatten)]
    pub(crate) destination: DestinationArgs,

    /// With --in-place: convert also what is UTF-8 already
    ///
    /// Without it, a file that is UTF-8 and not only ASCII is left as it is, with exit status 1, if --from is
    /// another encoding: to convert it a second time would make mojibake of it.
    #[arg(long, requires = "in_place")]
    pub(crate) force: bool,

    /// Print the names of the encodings and end
    #[arg(short, long, exclusive = true)]
    pub(crate) list: bool,
}

/// Where the output goes.
#[derive(Args, Debug)]
pub(crate) struct DestinationArgs {
    /// Write to FILE, not to standard output
    ///
    /// It appears, or is replaced, when everything is done; if something fails it is left as it was. It must
    /// not be the input.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Replace each file by its result
    ///
    /// The result is written to a temporary file in the same directory, which takes the name of the file when
    /// it is complete and on the disk. Permissions are kept. Of a symbolic link, the file that it points to
    /// is replaced.
    #[arg(short, long, requires = "paths", conflicts_with = "output")]
    pub(crate) in_place: bool,

    /// With --in-place: keep the times of last access and modification
    #[arg(long, requires = "in_place")]
    pub(crate) keep_times: bool,

    /// Do not say on standard error what was replaced or left out
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// What to do about an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    /// Stop, with exit status 1
    Fail,
    /// Write U+FFFD for invalid bytes, and `?` for a character that the output cannot express
    Replace,
    /// Leave it out. What was apart comes together then, so do it only before all checks
    Skip,
    /// Write `\xE9` for an invalid byte, and `\u{20AC}` for a character
    Escape,
}

/// What to do about a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Bom {
    /// The output has one
    Add,
    /// The output has none
    Strip,
    /// The output has one if the input has
    Keep,
}

const CONVERT_EXAMPLES: &str = "\
Examples:
  placemat convert --from utf-16 export.csv -o export.utf8.csv
  placemat convert --from latin1 --in-place *.txt
  placemat convert --from utf-8 --to shift_jis --on-error escape notes.txt

Exit status: 0 done, 1 the input is invalid or the output cannot
express it, 2 something could not be read or written, or makes no sense.";

const CONVERT_MORE: &str = include_str!("convert.txt");

#[derive(Args, Debug)]
#[command(after_help = REPAIR_EXAMPLES)]
pub(crate) struct RepairArgs {
    /// The file; none or `-` is standard input. Several with --in-place or --check
    #[arg(value_name = "FILE")]
    pub(crate) paths: Vec<PathBuf>,

    /// Write nothing; exit with 1 if something would change
    #[arg(long, conflicts_with_all = ["output", "in_place"])]
    pub(crate) check: bool,

    #[command(flatten)]
    pub(crate) destination: DestinationArgs,
}

const REPAIR_EXAMPLES: &str = "\
Examples:
  placemat repair broken.txt -o whole.txt
  placemat repair --in-place --keep-times *.log
  placemat repair --check *.txt

Exit status: 0 done, 1 with --check something would change, 2 something
could not be read or written, or makes no sense.";
