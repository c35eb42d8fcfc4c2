//! A command that a step runs, and its expected outcome.

use std::path::{Path, PathBuf};
use std::{fmt, process::Command};

use crate::project::cargo::cargo;

/// A command line.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    program: String,
    args: Vec<String>,
    env: Vec<(&'static str, String)>,
    dir: Option<PathBuf>,
    pub(crate) expect: Expect,
}

/// The criterion for success.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expect {
    /// Exit status 0.
    Success,
    /// Exit status 0, and the harness reports at least one test that ran.
    Tests,
    /// Any other exit status, with this text in the output.
    Failure(String),
}

impl Call {
    /// `program ARGS`, the arguments separated by spaces.
    pub(crate) fn new(program: impl Into<String>, args: &str) -> Self {
        Self {
            program: program.into(),
            args: args.split_whitespace().map(str::to_owned).collect(),
            env: Vec::new(),
            dir: None,
            expect: Expect::Success,
        }
    }

    /// `cargo ARGS`, with the cargo that runs xtask.
    pub(crate) fn cargo(args: &str) -> Self {
        Self::new(cargo(), args)
    }

    /// `cargo ARGS`, which must run at least one test.
    pub(crate) fn tests(args: &str) -> Self {
        Self::cargo(args).that_tests()
    }

    /// The same call, which must run at least one test.
    pub(crate) fn that_tests(self) -> Self {
        Self { expect: Expect::Tests, ..self }
    }

    /// Compiles the members without optimisation, for steps that compile more than they run.
    pub(crate) fn unoptimised(self) -> Self {
        self.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
    }

    /// Adds an argument, which may contain spaces.
    pub(crate) fn arg(mut self, arg: impl Into<String>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// Adds arguments, separated by spaces.
    pub(crate) fn args(self, args: &str) -> Self {
        args.split_whitespace().fold(self, Self::arg)
    }

    /// Sets an environment variable.
    pub(crate) fn env(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.env.push((name, value.into()));
        self
    }

    /// Sets flags for rustc and rustdoc, with a separate target directory: in a shared one, different flags would
    /// discard earlier output. Such a build needs no debug information, and compiles faster without.
    pub(crate) fn flags(self, flags: &str, target: &Path) -> Self {
        self.env("RUSTFLAGS", flags)
            .env("RUSTDOCFLAGS", flags)
            .env("CARGO_PROFILE_DEV_DEBUG", "false")
            .env("CARGO_TARGET_DIR", target.display().to_string())
    }

    /// Sets the directory, instead of the workspace's root.
    pub(crate) fn dir(mut self, dir: impl Into<PathBuf>) -> Self {
        self.dir = Some(dir.into());
        self
    }

    /// Expects failure with this text in the output.
    pub(crate) fn fails_with(mut self, text: impl Into<String>) -> Self {
        self.expect = Expect::Failure(text.into());
        self
    }

    /// The command line, without environment and directory, truncated if it is long.
    pub(crate) fn brief(&self) -> String {
        const ENOUGH: usize = 60;
        let program = Path::new(&self.program).file_name().unwrap_or_default().to_string_lossy();
        let line = Self { program: program.into_owned(), env: Vec::new(), ..self.clone() }.to_string();
        match line.char_indices().nth(ENOUGH) {
            Some((end, _)) => format!("{}...", &line[..end]),
            None => line,
        }
    }

    /// The command to spawn.
    pub(crate) fn command(&self, root: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args).current_dir(self.dir.as_deref().unwrap_or(root));
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        command
    }
}

/// Formatted as in a shell.
impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.env {
            write!(f, "{name}={} ", quoted(value))?;
        }
        let program = if self.program == cargo() { "cargo" } else { &self.program };
        f.write_str(&quoted(program))?;
        self.args.iter().try_for_each(|arg| write!(f, " {}", quoted(arg)))
    }
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("'{word}'") }
}

/// The number of passed tests, summed over the harness's summaries in `output`.
pub(crate) fn tests_passed(output: &str) -> u64 {
    output
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("test result: "))
        .filter_map(|rest| rest.split_once(". ")?.1.split_once(" passed")?.0.parse::<u64>().ok())
        .sum()
}

/// The lines in which a test reports an omission: `avx512: not run: this machine lacks ...`.
pub(crate) fn left_out(output: &str) -> impl Iterator<Item = &str> {
    let is_name = |name: &str| !name.is_empty() && !name.contains(char::is_whitespace);
    output.lines().filter(move |line| line.split_once(": not run: ").is_some_and(|(name, _)| is_name(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_noticed() {
        let output = "running 1 test\navx2: not run: no AVX2\nrow  not run\na row: not run: really\n";
        assert_eq!(left_out(output).collect::<Vec<_>>(), ["avx2: not run: no AVX2"]);
    }

    #[test]
    fn counts_the_tests_of_every_summary() {
        let output = "running 2 tests\ntest result: ok. 2 passed; 0 failed; 1 ignored\n\n\
                      test result: ok. 40 passed; 0 failed; finished in 0.1s\n";
        assert_eq!(tests_passed(output), 42);
    }

    #[test]
    fn what_ran_nothing_counts_nothing() {
        for output in ["", "test result: ok. 0 passed; 0 failed", "5 passed", "test result: ok"] {
            assert_eq!(tests_passed(output), 0, "{output}");
        }
    }

    #[test]
    fn prints_as_typed() {
        let call = Call::new("cc", "-c x.c").arg("two words").env("A", "--cfg x=\"y\"");
        assert_eq!(call.to_string(), "A='--cfg x=\"y\"' cc -c x.c 'two words'");
        assert_eq!(call.brief(), "cc -c x.c 'two words'");
        assert_eq!(Call::new("some/where/cc", &"x".repeat(99)).brief().len(), 63);
    }
}
