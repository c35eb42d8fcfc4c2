//! The command line.

mod check;
mod convert;
mod inspect;
mod lines;
mod named;

use std::io::{self, IsTerminal};
use std::{ffi::OsString, path::Path};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use check::{Binary, BomRule, CheckArgs, Forbidden, REMOVABLE, ReportFormat, SelectionArgs};
pub(crate) use convert::{Bom, ConvertArgs, DestinationArgs, From, OnError, RepairArgs};
pub(crate) use inspect::{InspectArgs, Place};
pub(crate) use lines::LinesArgs;

/// Validate, repair and convert UTF-8 (RFC 3629)
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
    /// Replace invalid UTF-8 by U+FFFD, or decode what was encoded wrongly, and keep everything else
    Repair(RepairArgs),
    /// Print the lines that are not UTF-8, or the others
    Lines(LinesArgs),
    /// Show the bytes and characters around a position
    Inspect(InspectArgs),
    /// List the backends, whether this machine supports them, and which one is active
    Backends(BackendsArgs),
    /// Write all man pages and completion scripts to a directory
    Pages(PagesArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print a man page (roff)
    Man(ManArgs),
}

const EXAMPLES: &str = include_str!("args/examples.txt");

#[derive(Args, Debug)]
#[command(after_long_help = BACKENDS_MORE)]
pub(crate) struct BackendsArgs {
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
}

const BACKENDS_MORE: &str = include_str!("args/backends.txt");

#[derive(Args, Debug)]
pub(crate) struct PagesArgs {
    /// The directory: `~/.local/share` for one user, `/usr/local/share` for all
    ///
    /// The files have the names that `man` and the shells look for, such as `bash-completion/completions/placemat`.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: std::path::PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// The command that the page documents [default: placemat itself]
    #[arg(value_parser = COMMANDS)]
    pub(crate) page: Option<String>,
}

/// The commands, each of which has a man page.
pub(crate) const COMMANDS: [&str; 9] =
    ["check", "convert", "repair", "lines", "inspect", "backends", "pages", "completions", "man"];

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Human,
    /// For programs: JSON Lines
    Json,
}

/// Parses the command line. `placemat FILE...` means `placemat check FILE...`, and so does `placemat` alone if
/// standard input is not a terminal.
pub(crate) fn parse(args: Vec<OsString>) -> Result<Cli, clap::Error> {
    let mut args = args;
    if args.len() == 1 && !io::stdin().is_terminal() {
        args.push("check".into());
    }
    let error = match Cli::try_parse_from(&args) {
        Ok(cli) => return Ok(cli),
        Err(error) => error,
    };
    let Some(first) = args.get(1) else { return Err(error) };
    let is_meant_for_check = match error.kind() {
        // A misspelt command, for which clap has a suggestion, or a file. (In `placemat help WORD`, the word.)
        ErrorKind::InvalidSubcommand => {
            let unknown = ContextValue::String(first.to_string_lossy().into_owned());
            first == "--"
                || error.get(ContextKind::InvalidSubcommand) == Some(&unknown)
                    && (first == "-"
                        || Path::new(first).exists()
                        || error.get(ContextKind::SuggestedSubcommand).is_none())
        }
        // An option that `check` may have.
        ErrorKind::UnknownArgument => first.as_encoded_bytes().starts_with(b"-"),
        _ => false,
    };
    if !is_meant_for_check {
        return Err(error);
    }
    args.insert(1, "check".into());
    Cli::try_parse_from(args)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
        assert!(Cli::command().get_subcommands().map(clap::Command::get_name).eq(COMMANDS));
    }

    #[test]
    fn the_book_names_every_option() {
        let mut cli = Cli::command();
        cli.build();
        let mut count = 0;
        for (command, chapter) in [
            ("check", "command-line.md"),
            ("convert", "converting.md"),
            ("repair", "converting.md"),
            ("lines", "lines.md"),
            ("inspect", "converting.md"),
        ] {
            let path = format!("{}/../../docs/src/{chapter}", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(path).unwrap();
            for option in
                cli.find_subcommand(command).unwrap().get_arguments().filter(|option| !option.is_hide_set())
            {
                let names = option.get_short().map(|short| format!("`-{short}")).into_iter();
                for name in names.chain(option.get_long().map(|long| format!("`--{long}"))) {
                    let named = |end: &str| text.contains(&format!("{name}{end}"));
                    assert!(named("`") || named(" "), "docs/src/{chapter} does not say what {name}` does");
                    count += 1;
                }
            }
        }
        assert!(count > 25);
    }
}
