//! Checks whether a program exists, and reads its output.

use xshell::{Shell, cmd};

/// Whether a command can be run and succeeds. Its words are separated by single spaces.
pub(crate) fn succeeds(command: &str) -> bool {
    let mut words = command.split(' ');
    let Some(program) = words.next() else { return false };
    let Ok(shell) = Shell::new() else { return false };
    cmd!(shell, "{program} {words...}").quiet().ignore_stdout().ignore_stderr().run().is_ok()
}

/// The standard output of a program, if it succeeds.
pub(crate) fn output(program: &str, args: &[&str]) -> Option<String> {
    let shell = Shell::new().ok()?;
    cmd!(shell, "{program} {args...}").quiet().ignore_stderr().read().ok()
}
