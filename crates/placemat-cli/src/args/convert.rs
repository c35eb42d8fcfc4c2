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
    /// The file; none or `-` is standard input. --in-place accepts several
    #[arg(value_name = "FILE")]
    pub(crate) paths: Vec<PathBuf>,

    /// The encoding of the input [default: UTF-8]
    ///
    /// If it is not given and the input is not UTF-8, the error has a hint at the encoding, and no file is written.
    /// `UTF-16` and `UTF-32` require a byte order mark; without one, use `UTF-16LE` or `UTF-16BE`. `--list` prints
    /// all names.
    #[arg(short, long, value_name = "ENCODING", value_parser = ENCODING)]
    pub(crate) from: Option<Charset>,

    /// The encoding of the output
    ///
    /// `UTF-16` and `UTF-32` are little-endian with a byte order mark.
    #[arg(short, long, value_name = "ENCODING", value_parser = ENCODING, default_value = "UTF-8")]
    pub(crate) to: Charset,

    /// What to do about invalid input, and characters that the output encoding lacks
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = OnError::Fail)]
    pub(crate) on_error: OnError,

    /// What to do about a byte order mark (U+FEFF at the start)
    ///
    /// Encodings outside Unicode have none, so their output never has one.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Bom::Keep)]
    pub(crate) bom: Bom,

    #[command(flatten)]
    pub(crate) destination: DestinationArgs,

    /// With --in-place: also convert files that are already UTF-8
    ///
    /// Without it, if --from is another encoding, a file that is UTF-8 and not only ASCII is left unchanged, with
    /// exit status 1: converting it a second time would corrupt it.
    #[arg(long, requires = "in_place")]
    pub(crate) force: bool,

    /// Print the names of the encodings and exit
    #[arg(short, long, exclusive = true)]
    pub(crate) list: bool,
}

/// Where the output goes.
#[derive(Args, Debug)]
pub(crate) struct DestinationArgs {
    /// Write to FILE instead of standard output
    ///
    /// FILE is created or replaced once everything is done; on failure it is left unchanged. It must not be the
    /// input.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Replace each file by its result
    ///
    /// The result is written to a temporary file in the same directory, synced to disk and renamed. Permissions
    /// are kept. If the path is a symbolic link, its target is replaced.
    #[arg(short, long, requires = "paths", conflicts_with = "output")]
    pub(crate) in_place: bool,

    /// With --in-place: keep the access and modification times
    #[arg(long, requires = "in_place")]
    pub(crate) keep_times: bool,

    /// Do not report on standard error what was replaced or skipped
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// What to do about an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    /// Stop, with exit status 1
    Fail,
    /// Write U+FFFD for invalid bytes, and `?` for a character that the output encoding lacks
    Replace,
    /// Leave it out. This joins the text on both sides, so use it only before all other checks
    Skip,
    /// Write `\xE9` for an invalid byte, and `\u{20AC}` for a character
    Escape,
}

/// What to do about a byte order mark.
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

Exit status: 0 done, 1 the input is invalid or the output encoding lacks
a character, 2 I/O error or usage error.";

const CONVERT_MORE: &str = include_str!("convert.txt");

#[derive(Args, Debug)]
#[command(after_help = REPAIR_EXAMPLES)]
pub(crate) struct RepairArgs {
    /// The file; none or `-` is standard input. --in-place and --check accept several
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

Exit status: 0 done, 1 with --check something would change, 2 I/O error
or usage error.";
