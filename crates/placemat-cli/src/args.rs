//! The command line.

mod convert;
mod inspect;

use std::{
    ffi::OsStr,
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use clap::{
    Args, Parser, Subcommand, ValueEnum,
    error::{ContextKind, ContextValue, ErrorKind},
};

use crate::judge::{Judge, JudgeParser};

pub(crate) use convert::{ConvertArgs, RepairArgs};
pub(crate) use inspect::InspectArgs;

/// Are these files UTF-8 (RFC 3629), and if not, where and why?
#[derive(Debug, Parser)]
#[command(name = "placemat", version, arg_required_else_help = true)]
#[command(max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check files, directories or standard input
    Check(Box<CheckArgs>),
    /// Convert text from one encoding to another
    Convert(Box<ConvertArgs>),
    /// Put U+FFFD in place of what is not UTF-8, and keep everything else
    Repair(RepairArgs),
    /// Show the octets and characters around a place
    Inspect(InspectArgs),
    /// Show every backend: is it compiled in, can this machine run it, which one is active and why
    Backends(BackendsArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print a man page (roff)
    Man(ManArgs),
}

const EXAMPLES: &str = "\
Examples:
  placemat check README.md           is this file UTF-8, and if not, why?
  placemat check .                   every file below this directory
  placemat check < access.log        standard input
  placemat check --format json data  one JSON object a line, for programs
  placemat backends                  what judges, and what else could

Exit status: 0 all valid, 1 some input is not UTF-8, 2 something could
not be read or written, or makes no sense.";

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

#[derive(Args, Debug)]
#[command(after_long_help = BACKENDS_MORE)]
pub(crate) struct BackendsArgs {
    /// The form of the output
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
}

const BACKENDS_MORE: &str = "\
JSON Lines, one for each backend:
  {\"name\",\"compiled\",\"available\",\"missing\",\"active\",\"why\",\"summary\"}
    compiled: is it in this program?
    available: can this machine run it?
    missing: what this build or this machine would need for that, or null
    why: detected, installed or fixed_at_build for the active one, or null
    summary: what it is; null if it is not in this program";

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// The command that the page is about [default: placemat itself]
    #[arg(value_enum)]
    pub(crate) page: Option<Page>,
}

/// The commands that have a man page of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Page {
    /// placemat-check(1)
    Check,
    /// placemat-convert(1)
    Convert,
    /// placemat-repair(1)
    Repair,
    /// placemat-inspect(1)
    Inspect,
    /// placemat-backends(1)
    Backends,
    /// placemat-completions(1)
    Completions,
    /// placemat-man(1)
    Man,
}

/// The form of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Human,
    /// For programs: JSON Lines
    Json,
}

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

/// Adds a tip if the command is missing and `first`, the first argument, was meant as a file.
pub(crate) fn advise(error: &mut clap::Error, first: &OsStr) {
    let name = first.to_string_lossy();
    let unknown = ContextValue::String(name.clone().into_owned());
    if error.kind() != ErrorKind::InvalidSubcommand
        || error.get(ContextKind::InvalidSubcommand) != Some(&unknown)
    {
        return;
    }
    let is_there = first == "-" || Path::new(first).exists();
    // Otherwise it is a misspelt command, for which clap has a tip of its own.
    if is_there || error.get(ContextKind::SuggestedSubcommand).is_none() {
        // To a shell, these characters have no special meaning.
        let plain = name.chars().all(|char| char.is_alphanumeric() || "/._-+".contains(char));
        let path = if plain { &*name } else { "PATH" };
        let tip = format!("to check a file or a directory: placemat check {path}");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_book_names_every_option() {
        let chapter = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/command-line.md");
        let chapter = std::fs::read_to_string(chapter).unwrap();
        let mut cli = Cli::command();
        cli.build();
        let check = cli.find_subcommand("check").unwrap();
        let mut count = 0;
        for option in check.get_arguments() {
            let names = option.get_short().map(|short| format!("`-{short}")).into_iter();
            for name in names.chain(option.get_long().map(|long| format!("`--{long}"))) {
                let named = |end: &str| chapter.contains(&format!("{name}{end}"));
                assert!(named("`") || named(" "), "docs/src/command-line.md does not say what {name}` does");
                count += 1;
            }
        }
        assert!(count > 10);
    }

    #[test]
    fn numbers_that_make_no_sense_are_refused_with_a_reason() {
        for (option, value, why) in [
            ("--jobs", "0", "at least 1"),
            ("--jobs", "", "at least 1"),
            ("--jobs", "two", "at least 1"),
            ("--max-errors", "many", "from 0, which lists all, to 18446744073709551615"),
            ("--max-errors", "18446744073709551616", "from 0, which lists all, to 18446744073709551615"),
        ] {
            let error = Cli::try_parse_from(["placemat", "check", option, value]).unwrap_err();
            assert!(error.to_string().contains(why), "{error}");
        }
        assert!(Cli::try_parse_from(["placemat", "check", "--jobs", "1", "--max-errors", "0"]).is_ok());
    }
}
