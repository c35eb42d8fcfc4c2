//! The command line of `check`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ColorChoice, ValueEnum, builder::PossibleValue};
use placemat::backend::{self, Handle};

use super::named::Named;
use crate::backend_choice::by_name;

/// All backends that are compiled in, whether this machine can run them or not.
const BACKEND: Named<Handle> = Named {
    read: by_name,
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
    /// A file is always checked, whatever it contains; write `./-` for a file named `-`. In a directory, every
    /// regular file below it is checked in the order of the names, hidden ones too, except `.git` and the files
    /// that a .gitignore there or above excludes, with or without a git repository. (A .gitignore above a
    /// repository does not apply in it.) Symbolic links in a directory are skipped (see --follow).
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// The backend to use; results are identical with all [default: the best supported one]
    ///
    /// `placemat backends` lists them.
    #[arg(long, value_name = "NAME", value_parser = BACKEND, hide_possible_values = true)]
    pub(crate) backend: Option<Handle>,

    /// The output format
    #[arg(long, value_enum, default_value_t = ReportFormat::Human)]
    pub(crate) format: ReportFormat,

    /// Whether to use colours; `auto`: on a terminal, unless the environment disables them
    #[arg(long, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,

    /// Report at most N errors per input (0: all); all are counted [default: 3; 20 with json]
    ///
    /// Continuation bytes that are reported together with the invalid lead byte before them count as one error.
    #[arg(long, value_name = "N", value_parser = most)]
    pub(crate) max_errors: Option<u64>,

    /// Print nothing on standard output, and stop at the first input that is not UTF-8 or cannot be read
    ///
    /// The exit status is that of the first such input, in the order of the arguments. An input that cannot be
    /// read is named on standard error.
    #[arg(short, long, conflicts_with_all = ["list", "format"])]
    pub(crate) quiet: bool,

    /// Print only the names of the inputs that are not UTF-8
    ///
    /// Each input is read up to its first error. The names are not escaped, unless standard output is a terminal.
    #[arg(short, long, conflicts_with_all = ["format", "max_errors"])]
    pub(crate) list: bool,

    /// End the names that --list prints with a NUL instead of a line feed
    #[arg(short = 'Z', long, requires = "list")]
    pub(crate) null_output: bool,

    /// Also report characters that are valid, but wrong in most texts: a list with commas (can be repeated)
    ///
    /// At most --max-errors of each kind are listed per input, all are counted, and any makes the exit status 1. This
    /// is stricter than the standard.
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) forbid: Vec<Forbidden>,

    /// Whether to allow a byte order mark (U+FEFF) at the start of an input
    ///
    /// `--bom forbid` is the same as `--forbid bom`, which also reports U+FEFF elsewhere.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = BomRule::Allow)]
    pub(crate) bom: BomRule,

    /// Also apply the `charset` of .editorconfig files
    ///
    /// `utf-8` forbids a byte order mark and `utf-8-bom` requires one. Files for which `latin1`, `utf-16be` or `utf-16le`
    /// is set are checked for that encoding, and not for UTF-8. Where nothing or `unset` applies, this option changes
    /// nothing. Standard input has a setting only with --stdin-name. An .editorconfig that is invalid, or cannot be
    /// read, makes the exit status 2.
    #[arg(long)]
    pub(crate) editorconfig: bool,

    /// Check N inputs in parallel [default: the number of CPUs]
    ///
    /// The output is still in the order of the arguments. At most 64 inputs are checked in parallel, to bound memory.
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Read more paths from FILE (`-`: standard input), one per line, and check them after the arguments
    ///
    /// Empty lines are skipped. On Unix a path may be any bytes; elsewhere it must be UTF-8.
    #[arg(long, value_name = "FILE")]
    pub(crate) files_from: Option<PathBuf>,

    /// The paths in --files-from end with a NUL instead of a line feed
    #[arg(short = '0', long, requires = "files_from")]
    pub(crate) null: bool,

    /// The name of standard input in the report, for example for `git show :NAME`
    #[arg(long, value_name = "NAME", default_value = "-", hide_default_value = true)]
    pub(crate) stdin_name: PathBuf,

    #[command(flatten)]
    pub(crate) selection: SelectionArgs,

    /// What to do with binary files, which have a NUL in their first 8 KiB [default: skip]
    ///
    /// Without this option, binary files in directories are skipped, and those that are arguments or listed in
    /// --files-from are checked. With it, all are treated alike. A file that is UTF-16, by its byte order mark or
    /// beyond doubt, is not binary: it is text that is not UTF-8.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) binary: Option<Binary>,
}

const CHECK_EXAMPLES: &str = include_str!("check-examples.txt");

const CHECK_MORE: &str = include_str!("check.txt");

/// Which files of a directory are inputs.
#[derive(Args, Debug)]
pub(crate) struct SelectionArgs {
    /// Include files that .gitignore files exclude
    #[arg(long)]
    pub(crate) no_ignore: bool,

    /// In directories, take only files that match; with `!`, only others (can be repeated)
    ///
    /// The patterns are those of .gitignore, relative to the directory argument: `*.txt`, `docs/**/*.md`, `docs/`
    /// (everything below it), `!vendor/`. The last matching pattern decides. Files that are arguments are always taken.
    #[arg(short, long, value_name = "PATTERN")]
    pub(crate) glob: Vec<String>,

    /// Follow symbolic links in directories
    ///
    /// A link to a directory above it is then an error (exit status 2).
    #[arg(long)]
    pub(crate) follow: bool,
}

/// The report format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people
    Human,
    /// For programs: JSON Lines
    Json,
    /// GitHub workflow annotations
    Github,
    /// SARIF 2.1.0, for code scanning tools
    Sarif,
}

/// What to do with a binary file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Binary {
    /// Count it in the summary
    Skip,
    /// Check it like any other file
    Check,
    /// Skip it and report it
    List,
}

/// What to do about a byte order mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BomRule {
    /// Treat it like any other character
    Allow,
    /// Report it
    Forbid,
}

/// What `--forbid` can forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Forbidden {
    /// U+0000
    Nul,
    /// C0 except for tab, line feed, form feed and carriage return; delete; C1
    Control,
    /// The embeddings, overrides and isolates that reorder text (CVE-2021-42574)
    Bidi,
    /// Characters without width, where no emoji and no script needs them
    Invisible,
    /// U+E0000..U+E007F, except in the emoji of flags
    Tag,
    /// U+FFFD, which stands for text that is lost
    Replacement,
    /// The 66 noncharacters
    Noncharacter,
    /// The three areas for private use
    PrivateUse,
    /// Byte order marks (U+FEFF), at the start and where files were joined
    Bom,
    /// Text that was encoded twice, such as `cafÃ©`
    DoubleEncoded,
}

impl Forbidden {
    /// The value of the option, which is also the name of the rule.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Nul => "nul",
            Self::Control => "control",
            Self::Bidi => "bidi",
            Self::Invisible => "invisible",
            Self::Tag => "tag",
            Self::Replacement => "replacement",
            Self::Noncharacter => "noncharacter",
            Self::PrivateUse => "private-use",
            Self::Bom => "bom",
            Self::DoubleEncoded => "double-encoded",
        }
    }
}

/// The kinds that can be removed without loss of text.
pub(crate) const REMOVABLE: [Forbidden; 4] =
    [Forbidden::Bom, Forbidden::Nul, Forbidden::Control, Forbidden::Invisible];

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
