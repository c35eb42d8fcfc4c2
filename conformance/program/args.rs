//! The command line.

use std::{path::PathBuf, time::Duration};

use clap::{Args as Group, Parser, Subcommand, ValueEnum};
use placemat_conformance::profiles::Profile;

/// Is a UTF-8 decoder or encoder right? In any language.
#[derive(Parser)]
#[command(name = "placemat-conformance", version, disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) task: Task,
}

#[derive(Subcommand)]
pub(crate) enum Task {
    /// Ask a program every case that its profiles have, and say what it got wrong
    ///
    /// Exit status 0: it passed every profile that it claims. 1: something failed, crashed or timed out. 2: it
    /// could not be started, or broke the protocol from its first line on.
    Drive(Drive),
    /// Speak the protocol: placemat itself, as the model for adapters in other languages
    Reference {
        /// The backend that answers; `std` is the standard library
        #[arg(long, value_name = "NAME")]
        backend: Option<String>,
    },
    /// End the adapters that are left when the program that started them has been killed
    #[cfg(unix)]
    #[command(hide = true)]
    Keep,
    /// List the cases
    List(Choice),
    /// Show a case: its bytes, its clause, what is right and why
    Show {
        /// Its id
        id: String,
    },
    /// Print the vectors, one JSON object on each line
    Vectors(Choice),
    /// Say how strong the vectors in a file are: which wrong decoders they catch
    Score {
        /// Files of vectors: lines of JSON
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// How to print it
        #[arg(long, value_enum, default_value_t = Format::Human)]
        format: Format,
    },
}

#[derive(Group)]
pub(crate) struct Drive {
    #[command(flatten)]
    pub(crate) choice: Choice,

    /// Read the cases from this file, instead of those that are built in
    #[arg(long, value_name = "FILE")]
    pub(crate) vectors: Vec<PathBuf>,

    /// Add so many random cases
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) random: usize,

    /// The seed of the random cases
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// How many seconds to wait for an answer
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: Duration,

    /// Start a process for each case: the bytes on its standard input, the verdict as its exit status
    #[arg(long)]
    pub(crate) stdin: bool,

    /// With --stdin: the exit status for "not UTF-8"; 0 is "UTF-8", everything else a crash
    #[arg(long, value_name = "N", default_value_t = 1, requires = "stdin")]
    pub(crate) invalid_status: i32,

    /// Ask a decoder of this program as well: a backend of placemat, `std`, or `all`
    #[arg(long, value_name = "NAME")]
    pub(crate) backend: Vec<String>,

    /// Show earlier results (from --format json) beside the new ones
    #[arg(long, value_name = "FILE")]
    pub(crate) compare: Vec<PathBuf>,

    /// How to print the results
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,

    /// How many failures to print; 0 for all
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) failures: usize,

    /// The command that starts the adapter
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

/// Which cases.
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
