//! The command line of `lines`.

use std::path::PathBuf;

use clap::{Args, ColorChoice};

use super::SelectionArgs;

#[derive(Args, Debug)]
#[command(after_help = LINES_EXAMPLES)]
pub(crate) struct LinesArgs {
    /// Files and directories; none or `-` is standard input
    ///
    /// Binary files in directories are skipped, unless --null-data is given.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Print the lines that are not UTF-8, as `NAME:LINE:TEXT` (the default)
    ///
    /// TEXT is printed byte for byte. LINE counts from 1.
    #[arg(long, conflicts_with_all = ["valid", "rejects"])]
    pub(crate) invalid: bool,

    /// Print the lines that are UTF-8, byte for byte
    #[arg(long)]
    pub(crate) valid: bool,

    /// Print the lines that are UTF-8, and write the others to FILE, both byte for byte
    ///
    /// FILE is created or replaced once all inputs have been read; on failure, or if another program changes it
    /// meanwhile, it is left unchanged. It must not be an input.
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    pub(crate) rejects: Option<PathBuf>,

    /// Accept at most N invalid lines in all inputs, and stop at the next one
    ///
    /// With at most N, the exit status is 0.
    #[arg(long, value_name = "N")]
    pub(crate) max_rejects: Option<u64>,

    /// With --rejects: write nothing, and only report how many lines would be rejected
    #[arg(long, requires = "rejects")]
    pub(crate) check: bool,

    /// Print the number of lines of each input instead, as `NAME:NUMBER`
    #[arg(short, long)]
    pub(crate) count: bool,

    /// Leave out the names of the inputs
    #[arg(short = 'I', long)]
    pub(crate) no_filename: bool,

    /// Leave out the line numbers
    #[arg(short = 'N', long)]
    pub(crate) no_line_number: bool,

    /// Lines end with a NUL instead of a line feed, in inputs and outputs
    #[arg(short = 'z', long)]
    pub(crate) null_data: bool,

    /// Whether to use colours; `auto`: on a terminal, unless the environment disables them
    #[arg(long, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,

    #[command(flatten)]
    pub(crate) selection: SelectionArgs,
}

const LINES_EXAMPLES: &str = include_str!("lines-examples.txt");
