//! The command lines of `convert` and `repair`.

use std::ffi::OsString;
use std::path::{Path, PathBuf, is_separator};

use clap::{Args, ValueEnum, builder::PossibleValue};
use placemat::Replacement;

use super::check::{Forbidden, REMOVABLE, SelectionArgs};
use super::named::Named;
use crate::charset::{Charset, by_label, names};

const ENCODING: Named<Charset> = Named {
    read: |label| by_label(label).map_err(|reason| format!("\"{}\": {reason}", label.escape_debug())),
    all: || names().map(PossibleValue::new).collect(),
};

const FROM: Named<From> = Named {
    read: |label| match label {
        "auto" => Ok(From::Auto),
        _ => (ENCODING.read)(label).map(From::Charset),
    },
    all: || ["auto"].into_iter().chain(names()).map(PossibleValue::new).collect(),
};

const FALLBACK: Named<Charset> = Named {
    read: |label| {
        let charset = (ENCODING.read)(label)?;
        let refusal = "is no fallback: its characters cannot be told from UTF-8; try windows-1252";
        if charset.can_be_fallback() { Ok(charset) } else { Err(format!("{charset} {refusal}")) }
    },
    all: || {
        let can_be = |name: &&str| by_label(name).is_ok_and(Charset::can_be_fallback);
        names().filter(can_be).map(PossibleValue::new).collect()
    },
};

/// The policies, and decoders that follow them.
const LIKE: Named<Replacement> = Named {
    read: |name| {
        let policy = match name {
            "python" | "rust" | "whatwg" => "maximal-subpart",
            "go" => "per-byte",
            _ => name,
        };
        let named = Replacement::ALL.iter().find(|known| known.name() == policy).copied();
        named.ok_or_else(|| {
            let known = policies().collect::<Vec<_>>().join(", ");
            format!("\"{}\" is none of {known}, go, python, rust, whatwg", name.escape_debug())
        })
    },
    all: || {
        let decoders = ["go", "python", "rust", "whatwg"];
        policies().chain(decoders).map(PossibleValue::new).collect()
    },
};

fn policies() -> impl Iterator<Item = &'static str> {
    Replacement::ALL.iter().map(|policy| policy.name())
}

/// What can be removed.
const REMOVE: Named<Forbidden> = Named {
    read: |name| {
        let kind = REMOVABLE.into_iter().find(|kind| kind.name() == name);
        kind.ok_or_else(|| {
            let known = REMOVABLE.map(Forbidden::name).join(", ");
            format!("\"{}\" is none of {known}", name.escape_debug())
        })
    },
    all: || REMOVABLE.iter().filter_map(ValueEnum::to_possible_value).collect(),
};

/// The encoding of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum From {
    /// A guess for each input.
    Auto,
    Charset(Charset),
}

#[derive(Args, Debug)]
#[command(after_help = CONVERT_EXAMPLES, after_long_help = CONVERT_MORE)]
pub(crate) struct ConvertArgs {
    /// The file; none or `-` is standard input. --in-place and --check accept several, and directories
    ///
    /// Binary files in directories are skipped and counted.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// The encoding of the input, or `auto` [default: UTF-8]
    ///
    /// If it is not given and the input is not UTF-8, the error has a hint at the encoding, and no file is written.
    /// `UTF-16` and `UTF-32` require a byte order mark; without one, use `UTF-16LE` or `UTF-16BE`. `--list` prints
    /// all names.
    ///
    /// `auto` uses the encoding in the hint of `check`, and reports it. An input without such a hint is an error
    /// (exit status 1); UTF-8 stays unchanged.
    #[arg(short, long, value_name = "ENCODING", value_parser = FROM)]
    pub(crate) from: Option<From>,

    /// Leave files that are already UTF-8 unchanged, and count them
    #[arg(long, requires = "from")]
    pub(crate) unless_utf8: bool,

    /// Write nothing; exit with 1 if a file would change
    #[arg(long, requires = "paths", conflicts_with_all = ["output", "in_place"])]
    pub(crate) check: bool,

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

    #[command(flatten)]
    pub(crate) selection: SelectionArgs,

    /// Also convert files that are mostly UTF-8 or, with --in-place, UTF-8, or that cannot keep their owner
    ///
    /// Without it, if --from is another encoding, such a file is left unchanged, with exit status 1: what is UTF-8
    /// already would be encoded twice. So is, with --in-place and --on-error, a file that is not UTF-8 at all.
    #[arg(long)]
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
    /// FILE is created or replaced once everything is done; on failure it is left unchanged. It must not be the input.
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

    /// With --in-place: keep each file that is replaced, under its name with SUFFIX at the end, such as `.orig`
    ///
    /// If there is a file of that name already, it is an error and nothing changes. In directories, files whose names
    /// end in SUFFIX are left out.
    #[arg(long, value_name = "SUFFIX", requires = "in_place", value_parser = suffix)]
    pub(crate) backup: Option<OsString>,

    /// Do not report on standard error what was changed, replaced or skipped
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

impl DestinationArgs {
    /// Whether a file that was found in a directory is an earlier backup.
    pub(crate) fn is_backup(&self, found: &Path) -> bool {
        let name = found.as_os_str().as_encoded_bytes();
        self.backup.as_ref().is_some_and(|suffix| name.ends_with(suffix.as_encoded_bytes()))
    }
}

/// Reads the value of `--backup`.
fn suffix(text: &str) -> Result<OsString, String> {
    if text.is_empty() || text.contains(is_separator) {
        return Err("it must be the end of a file name, such as `.orig`".to_owned());
    }
    Ok(text.into())
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

const CONVERT_EXAMPLES: &str = include_str!("convert-examples.txt");

const CONVERT_MORE: &str = include_str!("convert.txt");

#[derive(Args, Debug)]
#[command(after_help = REPAIR_EXAMPLES)]
pub(crate) struct RepairArgs {
    /// The file; none or `-` is standard input. --in-place and --check accept several, and directories
    ///
    /// Binary files in directories are skipped and counted.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Write nothing; exit with 1 if something would change
    #[arg(long, conflicts_with_all = ["output", "in_place"])]
    pub(crate) check: bool,

    /// Write as many U+FFFD as another decoder: java, go, python, rust, whatwg; or by the name of the policy
    ///
    /// maximal-subpart: one for each prefix of a valid sequence (Unicode; python, rust, whatwg). per-byte: one for
    /// each byte (go). whole-sequence: one for a lead byte with the continuation bytes that belong to it. java: as
    /// maximal-subpart, but one for a surrogate.
    #[arg(long, value_name = "NAME", value_parser = LIKE, default_value = "maximal-subpart")]
    #[arg(hide_default_value = true, conflicts_with_all = ["fallback", "double_encoded", "remove"])]
    pub(crate) replace_like: Replacement,

    /// Decode bytes that are not UTF-8 as text in ENCODING, and keep what is valid
    ///
    /// For a file in two encodings. Bytes that ENCODING does not define are an error (exit status 1), and nothing
    /// is written. A file whose invalid bytes look like damaged UTF-8 is refused, see --force.
    #[arg(long, value_name = "ENCODING", value_parser = FALLBACK)]
    #[arg(conflicts_with_all = ["double_encoded", "remove"])]
    pub(crate) fallback: Option<Charset>,

    /// Repair a file in spite of doubts
    ///
    /// With --in-place or --check: also a file that is in another encoding, such as Latin-1 or UTF-16, or no text at
    /// all. Without --force it is left unchanged, with exit status 1: each of its characters beyond ASCII would be
    /// lost. With --fallback: also a file whose invalid bytes look like damaged UTF-8. With --in-place: also a file
    /// that cannot keep its owner or attributes.
    #[arg(long)]
    pub(crate) force: bool,

    /// Decode text that was encoded twice, such as `cafÃ©`
    ///
    /// UTF-8 that was taken for Windows-1252, Latin-1, Windows-1250 or Windows-1251, any number of times. The line
    /// decides, and then the whole text; what stays in doubt is counted. A second run changes nothing.
    #[arg(long, conflicts_with = "remove")]
    pub(crate) double_encoded: bool,

    /// Remove characters that `check --forbid` reports: a list with commas (can be repeated)
    ///
    /// A byte order mark at the start stays (`convert --bom strip` removes it). So do U+0080..U+009F, which are mostly
    /// characters of Windows-1252.
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = REMOVE)]
    pub(crate) remove: Vec<Forbidden>,

    #[command(flatten)]
    pub(crate) destination: DestinationArgs,

    #[command(flatten)]
    pub(crate) selection: SelectionArgs,
}

const REPAIR_EXAMPLES: &str = include_str!("repair-examples.txt");
