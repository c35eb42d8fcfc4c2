//! The command line of `check`.

use std::{num::NonZeroUsize, path::PathBuf};

use clap::{Args, ValueEnum};

use super::Format;
use crate::judge::{Judge, JudgeParser};

#[derive(Args, Debug)]
#[command(after_help = CHECK_EXAMPLES, after_long_help = CHECK_MORE)]
pub(crate) struct CheckArgs {
    /// Files and directories; none or `-` is standard input
    ///
    /// A file is always checked, whatever is in it. (One that is called `-` is `./-`.) Of a directory, every
    /// regular file below it is checked, hidden ones too, in the order of their names, but not `.git`, and
    /// not what a .gitignore file there or above leaves out, with or without a git repository. (Files
    /// above a repository do not apply in it.)
    /// Symbolic links that are found in a directory are left alone (see --follow).
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// The backend that judges; all give the same results [default: the best that runs here]
    ///
    /// `placemat backends` lists them.
    #[arg(long, value_name = "NAME", value_parser = JudgeParser, hide_possible_values = true)]
    pub(crate) backend: Option<Judge>,

    /// The form of the output
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,

    /// List at most N errors of each input (0: all); all are counted
    ///
    /// Continuations that are reported together with the bad lead before them count as one error with it.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = most)]
    pub(crate) max_errors: u64,

    /// Print nothing on standard output: the exit status is the answer
    ///
    /// What cannot be read is still named on standard error.
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Check N inputs at a time [default: one for each processor]
    ///
    /// The output is still in the order of the arguments. At most 64 are checked at a time, so that memory
    /// stays bounded.
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Take more paths from FILE, one a line (`-`: standard input), to be checked after those named here
    ///
    /// Empty lines are skipped. On Unix a line may be any octets; elsewhere it is UTF-8.
    #[arg(long, value_name = "FILE")]
    pub(crate) files_from: Option<PathBuf>,

    /// The paths of --files-from end in a NUL, not a line feed
    #[arg(short = '0', long, requires = "files_from")]
    pub(crate) null: bool,

    /// Check also what .gitignore files leave out
    #[arg(long)]
    pub(crate) no_ignore: bool,

    /// Of a directory, check only what matches; after `!`, all but what matches (can be repeated)
    ///
    /// The patterns are those of .gitignore, relative to the directory that is named: `*.txt`,
    /// `docs/**/*.md`, `docs/` (all that is below it), `!vendor/`. The last that matches decides. Files
    /// that are named are checked anyway.
    #[arg(short, long, value_name = "PATTERN")]
    pub(crate) glob: Vec<String>,

    /// What to do with a file found in a directory that has a NUL in its first 8 KiB
    ///
    /// Files that are named are checked anyway.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Binary::Skip)]
    pub(crate) binary: Binary,

    /// Follow the symbolic links that are found in a directory
    ///
    /// A link back to a directory above it is then an error (exit status 2).
    #[arg(long)]
    pub(crate) follow: bool,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  placemat check README.md src
  curl -s https://example.org | placemat check
  git ls-files -z | placemat check --files-from - --null
  placemat check --glob '*.csv' --max-errors 1 data
  placemat check --format json --max-errors 0 dump | jq '.offset // empty'

Exit status: 0 all valid, 1 some input is not UTF-8, 2 something could
not be read or written, or makes no sense.";

const CHECK_MORE: &str = "\
Examples:
  placemat check README.md src
      a file, and every file below a directory
  curl -s https://example.org | placemat check
      standard input
  git ls-files -z | placemat check --files-from - --null
      what git tracks
  placemat check --glob '*.csv' --max-errors 1 data
      the first error of each table
  placemat check --format json --max-errors 0 dump | jq '.offset // empty'
      every offset, in constant memory

The report for people:
  PATH:LINE:COLUMN: byte OFFSET: WHY, and under it the octets around it,
  the bad ones marked, and their text.
  LINE is 1 + the number of line feeds (0A) before the offset; a carriage
  return is an ordinary character. COLUMN is 1 + the number of characters
  since the line's start, where each earlier ill-formed sequence and
  U+FEFF count one. OFFSET is the number of octets before.
  Continuations after a bad lead are reported together with it. Each is
  still an error of its own: all are counted, and --format json lists
  them.
  Colours: on a terminal, unless NO_COLOR or CLICOLOR=0 is set;
  CLICOLOR_FORCE=1 has them everywhere.

JSON Lines, written as they are found:
  {\"type\":\"error\",\"path\",\"offset\",\"len\",\"kind\",\"line\",\"column\",
      \"octets\",\"next\"}
    len: the length of the ill-formed sequence (the maximal subpart);
      null if the input ends inside it
    kind: unexpected_continuation, overlong, surrogate, out_of_range,
      invalid_byte, missing_continuation or truncated
    octets: the sequence in hex
    next: the octet after the sequence, in hex; null if the input ends
      there
  {\"type\":\"input\",\"path\",\"valid\",\"bytes\",\"error_count\",\"backend\"}
    One for each input, after its errors.
    bytes: how many octets were read
    valid: null if the input could not be read to its end, and then
      \"io_error\" says why; null also if a file that was found looks
      binary, and then there is \"skipped\":\"binary\"
  Each object is on one line. If the path is not UTF-8, there is
  \"path_hex\" instead of \"path\": its octets in hex. Standard input is
  \"-\".

Exit status:
  0  everything was read, and it is UTF-8 (what looks binary does not
     count)
  1  some input is not UTF-8
  2  something could not be read (it is named on standard error, and the
     rest is checked), the output could not be written, or the command
     line makes no sense";

/// What to do with a file that looks binary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Binary {
    /// Report in one line that it looks binary
    Skip,
    /// Check it as any other
    Check,
}

/// Reads the value of `--max-errors`.
fn most(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("it must be a number from 0, which lists all, to {}", u64::MAX))
}

/// Reads the value of `--jobs`.
fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    let wrong =
        |_| "it must be a number, at least 1; without the option it is one for each processor".to_owned();
    text.parse().map_err(wrong)
}
