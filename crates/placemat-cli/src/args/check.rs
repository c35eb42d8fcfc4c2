//! The command line of `check`.

use std::{
    num::{NonZeroU64, NonZeroUsize},
    path::PathBuf,
};

use clap::{Args, ValueEnum, builder::PossibleValue};
use placemat::backend;

use super::named::Named;
use crate::backend_choice::BackendChoice;

/// All backends that are compiled in, whether this machine can run them or not.
const BACKEND: Named<BackendChoice> = Named {
    read: BackendChoice::by_name,
    all: || {
        let all = backend::all().iter();
        all.map(|entry| PossibleValue::new(entry.name()).help(entry.info().summary())).collect()
    },
};

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

    /// The backend that validates; all give the same results [default: the best supported one]
    ///
    /// `placemat backends` lists them.
    #[arg(long, value_name = "NAME", value_parser = BACKEND, hide_possible_values = true)]
    pub(crate) backend: Option<BackendChoice>,

    /// The form of the output
    #[arg(long, value_enum, default_value_t = ReportFormat::Human)]
    pub(crate) format: ReportFormat,

    /// List at most N errors of each input (0: all); all are counted [default: 3; 20 with json]
    ///
    /// Continuations that are reported together with the bad lead before them count as one error with it.
    #[arg(long, value_name = "N", value_parser = most)]
    pub(crate) max_errors: Option<u64>,

    /// Print nothing on standard output, and stop at the first input that is not UTF-8 or cannot be read
    ///
    /// The exit status is the answer: it is that of the first input, in the order of the arguments, that is
    /// not valid or cannot be read. What cannot be read is named on standard error.
    #[arg(short, long, conflicts_with_all = ["list", "format"])]
    pub(crate) quiet: bool,

    /// Print only the names of the inputs that are not UTF-8
    ///
    /// Each is read up to its first error. The names are printed as they are, for other programs, unless
    /// standard output is a terminal.
    #[arg(short, long, conflicts_with_all = ["format", "max_errors"])]
    pub(crate) list: bool,

    /// The names that --list prints end in a NUL, not a line feed
    #[arg(short = 'Z', long, requires = "list")]
    pub(crate) null_output: bool,

    /// Print what is in the inputs, not the errors: bytes, characters, lines, errors by kind and more
    ///
    /// A table, or with --format json everything that is counted. The exit status is as without it.
    #[arg(long, conflicts_with_all = ["quiet", "list", "max_errors"])]
    pub(crate) statistics: bool,

    /// What the rows of --statistics are about
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = By::Input, requires = "statistics")]
    pub(crate) by: By,

    /// What to do about a signature (U+FEFF, the byte order mark) at the start of an input
    ///
    /// `forbid` is a rule of ours: a signature is valid UTF-8 (RFC 3629, section 6).
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = BomRule::Allow)]
    pub(crate) bom: BomRule,

    /// Report also where text is not in Normalization Form C (a rule of ours)
    ///
    /// The same text can be written in several ways, and programs that compare bytes take them for different
    /// ones (RFC 3629, section 10). The first such place of each input is reported. It makes the exit status
    /// 1, as an error does.
    #[arg(long)]
    pub(crate) nfc: bool,

    /// Check N inputs at a time, or one large file with N threads [default: one for each processor]
    ///
    /// The output is still in the order of the arguments. At most 64 are checked at a time, so that memory
    /// stays bounded.
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// How large the pieces are in which a large file is validated; for tests
    #[arg(long, hide = true, default_value = "16777216")]
    pub(crate) piece_size: NonZeroU64,

    /// Take more paths from FILE, one a line (`-`: standard input), to be checked after those named here
    ///
    /// Empty lines are skipped. On Unix a line may be any bytes; elsewhere it is UTF-8.
    #[arg(long, value_name = "FILE")]
    pub(crate) files_from: Option<PathBuf>,

    /// The paths of --files-from end in a NUL, not a line feed
    #[arg(short = '0', long, requires = "files_from")]
    pub(crate) null: bool,

    /// Call standard input NAME in the report, as for `git show :NAME`
    #[arg(long, value_name = "NAME", default_value = "-", hide_default_value = true)]
    pub(crate) stdin_name: PathBuf,

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

    /// What to do with a file that is binary: one that has a NUL in its first 8 KiB [default: skip]
    ///
    /// Without this option, those that are found in directories are skipped, and those that are named, here
    /// or in a list, are checked like any other. With it, all are treated alike. A file that is UTF-16, by its
    /// signature or beyond doubt, is not binary: it is text that is not UTF-8.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) binary: Option<Binary>,

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
  git ls-files -z | placemat check --files-from - --null --binary skip
  git show :README.md | placemat check --stdin-name README.md
  placemat check --list -Z data | xargs -0 ls -l
  placemat check --format json --max-errors 0 dump | jq '.offset // empty'

Exit status: 0 all valid, 1 some input is not UTF-8 or breaks a rule,
2 something could not be read or written, or makes no sense.";

const CHECK_MORE: &str = include_str!("check.txt");

/// The form of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people
    Human,
    /// For programs: JSON Lines
    Json,
    /// Annotations of a GitHub workflow
    Github,
    /// SARIF 2.1.0, for tools that collect findings
    Sarif,
    /// XML as of `JUnit`, for tools that collect results of tests
    Junit,
}

/// What to do with a binary file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Binary {
    /// Count it in the summary
    Skip,
    /// Check it like any other
    Check,
    /// Skip it and say so
    List,
}

/// What a row of the statistics is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// One input
    Input,
    /// All inputs in one directory, without those in directories below it
    Dir,
}

/// What to do about a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BomRule {
    /// Nothing: it is a character like any other
    Allow,
    /// Report it
    Forbid,
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
