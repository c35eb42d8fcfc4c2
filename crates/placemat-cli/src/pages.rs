//! What packagers install beside the program: completion scripts and man pages.

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::{
    Status,
    args::{Cli, Page},
    output::complain,
    print,
};

/// `placemat completions SHELL`.
pub(crate) fn completions(shell: Shell) -> Status {
    // Into memory first: `generate` panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "placemat", &mut script);
    print(&script)
}

/// `placemat man [COMMAND]`.
pub(crate) fn man(page: Option<Page>) -> Status {
    let mut cli = Cli::command();
    cli.build();
    let (name, title) = match page {
        None => ("", "placemat"),
        Some(Page::Check) => ("check", "placemat-check"),
        Some(Page::Backends) => ("backends", "placemat-backends"),
    };
    let command = cli.find_subcommand(name).cloned().unwrap_or(cli);
    let mut text = Vec::new();
    match Man::new(command.name(title)).render(&mut text) {
        Ok(()) => print(&text),
        Err(error) => {
            complain(format_args!("man page: {error}"));
            Status::Trouble
        }
    }
}
