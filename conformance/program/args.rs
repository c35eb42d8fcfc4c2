//! The command line.

use std::{path::PathBuf, time::Duration};

use clap::{Args as Group, Parser, Subcommand, ValueEnum};
use placemat_conformance::profiles::Profile;

/// Test a UTF-8 decoder or encoder in any language for conformance
#[derive(Parser)]
#[command(name = "placemat-conformance", version, disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) task: Task,
}

#[derive(Subcommand)]
pub(crate) enum Task {
    /// Run all cases of its profiles on a program, and report the failures
    ///
    /// Exit status 0: the program passed every profile that it claims. 1: a case failed, crashed or timed out. 2: the
    /// program could not be started, or violated the protocol from its first line on.
    Drive(Drive),
    /// Run placemat itself as an adapter: the reference for adapters in other languages
    Reference {
        /// The backend; `std` is the standard library
        #[arg(long, value_name = "NAME")]
        backend: Option<String>,
    },
    /// List the cases
    List(Choice),
    /// Show a case: its bytes, the clause, the expected result and the reason
    Show {
        /// The id of the case
        id: String,
    },
    /// Score the vectors in a file by the wrong decoders that they detect
    Score {
        /// Files of vectors in JSON Lines
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The output format
        #[arg(long, value_enum, default_value_t = Format::Human)]
        format: Format,
    },
}

#[derive(Group)]
pub(crate) struct Drive {
    #[command(flatten)]
    pub(crate) choice: Choice,
    /// Read the cases from this file instead of the built-in ones
    #[arg(long, value_name = "FILE")]
    pub(crate) vectors: Vec<PathBuf>,
    /// The timeout of a case in seconds
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// Start a process per case, with the bytes as standard input and the result as exit status
    #[arg(long)]
    pub(crate) stdin: bool,
    /// With --stdin: the exit status that means invalid; 0 means valid, any other a crash
    #[arg(long, value_name = "N", default_value_t = 1, requires = "stdin")]
    pub(crate) invalid_status: i32,
    /// Show earlier results (from --format json) next to the new ones
    #[arg(long, value_name = "FILE")]
    pub(crate) compare: Vec<PathBuf>,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
    /// The number of failures to print; 0 for all
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) failures: usize,
    /// The command that starts the adapter
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

/// The selection of cases.
#[derive(Group)]
pub(crate) struct Choice {
    /// Only this profile (repeat it for more)
    #[arg(long, value_name = "P")]
    pub(crate) profile: Vec<Profile>,
    /// Only the cases with these ids, separated by commas
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// Only the cases with this flag, for example `smoke`
    #[arg(long, value_name = "FLAG")]
    pub(crate) flag: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For a person at a terminal
    Human,
    /// For programs
    Json,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if (Duration::from_millis(1)..=Duration::from_secs(86_400)).contains(&time) => Ok(time),
        _ => Err("a timeout is between 0.001 and 86400 seconds".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn timeouts_have_bounds() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for text in ["0", "-1", "nan", "inf", "1e300", "x"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
