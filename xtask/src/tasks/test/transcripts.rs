//! The `console` blocks of README and of the book: runs every command in them, and compares the output.
//!
//! A line that begins with `$ ` is a command for sh; the lines up to the next command are its output, standard output
//! and standard error combined. `...` alone on a line matches any number of lines, `[..]` within a line any text. In
//! the summary of a check, the backend may differ. README's commands run in the project's root, those of a chapter in
//! an empty directory, one after another.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, ffi::OsString, fs};

use anyhow::{Context, Result};

use crate::project::{pages::pages, workspace::Workspace};
use crate::runner::{log::Log, number::number, step::Outcome};

/// The command prefix in README, which is replaced by the program itself.
const BY_CARGO: &str = "cargo run --release -p placemat-cli -- ";

/// As a step of `cargo xtask test`.
pub(super) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    if cfg!(windows) {
        return Ok(Outcome::NotRun("the commands are written for sh".to_owned()));
    }
    // Builds the command, like the tests.
    workspace.backends()?;
    let (mut count, mut wrong) = (0, 0);
    for page in pages(workspace)? {
        let examples = examples(&workspace.read(&page)?);
        let dir = directory(workspace, &page)?;
        let mut status = 0;
        for example in &examples {
            count += 1;
            let found = run(workspace, &dir, &example.command, &mut status)?;
            if !matches(&example.output, &found) {
                wrong += 1;
                log.line(format!(
                    "{page}: $ {}\nshows:\n{}\nprints:\n{found}",
                    example.command, example.output
                ))?;
            }
        }
    }
    Ok(match (count, wrong) {
        (0, _) => Outcome::Failed("there is no example".to_owned()),
        (_, 0) => Outcome::Passed(number(count, "command")),
        _ => Outcome::Failed(format!("{wrong} of {} did not print what is shown", number(count, "command"))),
    })
}

/// The directory for the commands of a page.
fn directory(workspace: &Workspace, page: &str) -> Result<PathBuf> {
    if page == "README.md" {
        return Ok(workspace.root.clone());
    }
    let dir = workspace.own_dir("transcripts").join(page.replace('/', "-"));
    if dir.exists() {
        fs::remove_dir_all(&dir)?;
    }
    fs::create_dir_all(&dir)?;
    Ok(dir)
}

/// The output of a command; `status` is `$?` before and after it.
fn run(workspace: &Workspace, dir: &Path, command: &str, status: &mut i32) -> Result<String> {
    let command = command.replace(BY_CARGO, "placemat ");
    let script = format!("exec 2>&1\n(exit {status})\n{command}\n");
    let mut path = OsString::from(workspace.target.join("debug"));
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(dir)
        .env("PATH", path)
        .env("LC_ALL", "C.UTF-8")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output()
        .context("sh could not be started")?;
    *status = output.status.code().unwrap_or(-1);
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A command of a `console` block, and its expected output.
#[derive(Debug, PartialEq, Eq)]
struct Example {
    command: String,
    output: String,
}

fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    // Output at the start of a block belongs to no command.
    let mut begun = false;
    for line in page.lines() {
        if line.starts_with("```") {
            inside = !inside && line == "```console";
            begun = false;
        } else if inside && let Some(command) = line.strip_prefix("$ ") {
            examples.push(Example { command: command.to_owned(), output: String::new() });
            begun = true;
        } else if inside
            && begun
            && let Some(example) = examples.last_mut()
        {
            example.output.push_str(line);
            example.output.push('\n');
        }
    }
    examples
}

/// Whether `found` matches `shown`.
fn matches(shown: &str, found: &str) -> bool {
    let lines = |text: &str| text.trim_end().lines().map(portable).collect::<Vec<_>>();
    stands_for(&lines(shown), &lines(found), |line| line == "...", &|shown, found| {
        let characters = |line: &str| line.trim_end().replace("[..]", "\0").chars().collect::<Vec<_>>();
        stands_for(&characters(shown), &characters(found), |c| *c == '\0', &|a, b| a == b)
    })
}

/// Whether a pattern matches, in which some items match any number of items.
fn stands_for<T>(shown: &[T], found: &[T], any: fn(&T) -> bool, same: &dyn Fn(&T, &T) -> bool) -> bool {
    match (shown.split_first(), found.split_first()) {
        (None, first) => first.is_none(),
        (Some((item, rest)), _) if any(item) => {
            (0..=found.len()).any(|at| stands_for(rest, &found[at..], any, same))
        }
        (Some((item, rest)), Some((first, others))) => {
            same(item, first) && stands_for(rest, others, any, same)
        }
        (Some(_), None) => false,
    }
}

/// The summary of a check (`1 input, 15 bytes, by scalar: ...`) without the machine-dependent part.
fn portable(line: &str) -> String {
    match line.split_once(" bytes, by ").and_then(|(before, rest)| Some((before, rest.split_once(": ")?.1))) {
        Some((before, verdict)) => format!("{before} bytes: {verdict}"),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_console_blocks_have_commands() {
        let page = "text\n```sh\n$ not this\n```\n```console\n$ one\nout\n$ two\n```\n$ nor this\n";
        let example =
            |command: &str, output: &str| Example { command: command.into(), output: output.into() };
        assert_eq!(examples(page), [example("one", "out\n"), example("two", "")]);
    }

    #[test]
    fn what_is_shown_is_compared() {
        for (shown, found, expected) in [
            ("a\nb\n", "a\nb\n", true),
            ("a\nb\n", "a\n", false),
            ("a\n", "a\nb\n", false),
            ("a\n", "b\n", false),
            ("", "", true),
            ("", "a\n", false),
            ("a\n...\nd\n", "a\nb\nc\nd\n", true),
            ("a\n...\nd\n", "a\nd\n", true),
            ("a\n...\nd\n", "a\nb\n", false),
            ("read [..] files in [..] s\n", "read 3 files in 0.1 s\n", true),
            ("read [..] files\n", "read 3 file\n", false),
            ("1 input, 15 bytes, by scalar: ok\n", "1 input, 15 bytes, by avx2: ok\n", true),
            ("1 input, 15 bytes, by scalar: ok\n", "1 input, 16 bytes, by scalar: ok\n", false),
            ("1 input, 15 bytes, by scalar: ok\n", "2 inputs, 15 bytes, by scalar: ok\n", false),
            ("1 input, 15 bytes, by scalar: ok\n", "1 input, 15 bytes, by scalar: bad\n", false),
        ] {
            assert_eq!(matches(shown, found), expected, "{shown:?} {found:?}");
        }
    }
}
