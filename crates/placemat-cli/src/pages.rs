//! Files that packagers install with the program: completion scripts and man pages.

use std::path::{Path, PathBuf};
use std::{fs, io, iter};

use clap::{Command, CommandFactory, builder::Resettable};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::args::{COMMANDS, Cli};
use crate::text::{shown, warn};
use crate::{status::Status, stdio::print};

/// `placemat pages --out DIR`: writes all of them, under the names and in the directories that shells and `man`
/// expect below `/usr/share` or `~/.local/share`.
pub(crate) fn pages(out: &Path) -> Status {
    match write_all(out) {
        Ok(()) => Status::Good,
        Err((path, error)) => {
            warn(format_args!("{}: {error}", shown(&path)));
            Status::Trouble
        }
    }
}

fn write_all(out: &Path) -> Result<(), (PathBuf, io::Error)> {
    let scripts = [
        (Shell::Bash, "bash-completion/completions/placemat"),
        (Shell::Elvish, "elvish/lib/placemat.elv"),
        (Shell::Fish, "fish/vendor_completions.d/placemat.fish"),
        (Shell::PowerShell, "powershell/placemat.ps1"),
        (Shell::Zsh, "zsh/site-functions/_placemat"),
    ];
    for (shell, name) in scripts {
        write(out.join(name), &script(shell))?;
    }
    for page in all_pages() {
        let name = page.map_or("placemat".to_owned(), |command| format!("placemat-{command}"));
        let path = out.join(format!("man/man1/{name}.1"));
        let text = render(page).map_err(|error| (path.clone(), error))?;
        write(path, &text)?;
    }
    Ok(())
}

/// The page of placemat itself, and those of its commands.
fn all_pages() -> impl Iterator<Item = Option<&'static str>> {
    iter::once(None).chain(COMMANDS.map(Some))
}

/// Writes a file, and creates its directories.
fn write(path: PathBuf, text: &[u8]) -> Result<(), (PathBuf, io::Error)> {
    let directory = path.parent().map_or(Ok(()), fs::create_dir_all);
    directory.and_then(|()| fs::write(&path, text)).map_err(|error| (path, error))
}

/// `placemat completions SHELL`.
pub(crate) fn completions(shell: Shell) -> Status {
    print(&script(shell))
}

fn script(shell: Shell) -> Vec<u8> {
    // Into memory first: `generate` panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "placemat", &mut script);
    script
}

/// `placemat man [COMMAND]`.
pub(crate) fn man(page: Option<&str>) -> Status {
    match render(page) {
        Ok(text) => print(&text),
        Err(error) => {
            warn(format_args!("man page: {error}"));
            Status::Trouble
        }
    }
}

/// A man page: clap's contents, and then the sections that follow the options in `--help`.
fn render(page: Option<&str>) -> io::Result<Vec<u8>> {
    // `placemat help` has no page of its own.
    let mut cli = Cli::command().disable_help_subcommand(true);
    cli.build();
    let source = format!("placemat {}", cli.get_version().unwrap_or_default());
    let found = page.and_then(|name| cli.find_subcommand(name)).cloned();
    let mut command = found.unwrap_or(cli);
    let usage = usage(&mut command);
    let sections_after = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string);
    let command =
        command.override_usage(usage).after_help(Resettable::Reset).after_long_help(Resettable::Reset);

    let mut text = Vec::new();
    Man::new(command).source(source).render(&mut text)?;
    sections(&sections_after.unwrap_or_default()).to_writer(&mut text)?;
    Ok(text)
}

/// The usage line as in `--help`: with dots after repeatable arguments.
fn usage(command: &mut Command) -> String {
    let usage = command.render_usage().to_string();
    usage.trim_start_matches("Usage:").trim().to_owned()
}

/// The paragraphs of a text as sections. Their lines are not filled, as they are tables. The part before the first
/// colon of a paragraph is its heading.
fn sections(text: &str) -> Roff {
    let mut roff = Roff::new();
    for paragraph in text.split("\n\n") {
        let Some((heading, body)) = paragraph.split_once(':') else { continue };
        roff.control("SH", [heading.trim().to_uppercase().as_str()]);
        roff.control("nf", []);
        for line in body.trim_start_matches('\n').lines() {
            roff.text([roman(line.strip_prefix("  ").unwrap_or(line.trim_start()))]);
        }
        roff.control("fi", []);
    }
    roff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_filled_fits_a_terminal() {
        for page in all_pages() {
            let page = String::from_utf8(render(page).unwrap()).unwrap();
            assert!(!page.contains("EXTRA"), "{page}");
            for part in page.split("\n.nf\n").skip(1) {
                let (lines, _) = part.split_once("\n.fi\n").unwrap();
                for line in lines.lines() {
                    // man indents by 7.
                    assert!(line.replace("\\*(Aq", "'").replace('\\', "").chars().count() <= 73, "{line}");
                }
            }
        }
    }
}
