//! The command line of `inspect`.

use std::{path::PathBuf, str::FromStr};

use clap::Args;

#[derive(Args, Debug)]
#[command(after_help = INSPECT_EXAMPLES)]
pub(crate) struct InspectArgs {
    /// The file; none or `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) path: Option<PathBuf>,

    /// The position: an offset in bytes (`123`, `0x7B`) or LINE:COLUMN [default: the first error, or the start if
    /// there is none]
    ///
    /// Lines and columns are those that `placemat check` reports: a column is a character or an invalid sequence.
    #[arg(long, value_name = "POSITION")]
    pub(crate) at: Option<Place>,

    /// Count columns in units of UTF-16, as language servers and JavaScript do: a character above U+FFFF has two
    #[arg(long)]
    pub(crate) utf16: bool,
}

/// A position in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The byte at this offset.
    Offset(u64),
    /// Counted from 1.
    Position { line: u64, column: u64 },
}

impl FromStr for Place {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WRONG: &str = "it must be an offset such as 123 or 0x7B, or a line and a column such as 12:7";
        let number = |text: &str| match text.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16),
            None => text.parse(),
        };
        match text.split_once(':') {
            None => number(text).map(Self::Offset).map_err(|_| WRONG),
            Some((line, column)) => match (line.parse(), column.parse()) {
                (Ok(line @ 1..), Ok(column @ 1..)) => Ok(Self::Position { line, column }),
                _ => Err(WRONG),
            },
        }
    }
}

const INSPECT_EXAMPLES: &str = "\
Examples:
  placemat inspect data.csv
  placemat inspect data.csv --at 123456
  placemat inspect data.csv --at 12:7
  placemat inspect main.rs --at 12:7 --utf16

Exit status: 0 done, 1 the bytes at the position are not UTF-8,
2 I/O error, no such position, or usage error.";
