//! The slow jobs that `cargo xtask test --all` leaves to separate commands. This is the only list of them: a complete
//! run prints it, and `.github/workflows/long.yml` runs them.

use std::sync::LazyLock;

/// A slow job.
pub(crate) struct Job {
    /// The command to run.
    pub(crate) command: &'static str,
    /// What it does in addition to `cargo xtask test --all`.
    shows: &'static str,
    /// Whether it requires an otherwise idle machine. Then no workflow runs it.
    pub(crate) timed: bool,
}

pub(crate) static JOBS: LazyLock<Vec<Job>> = LazyLock::new(|| {
    let rows = include_str!("long.txt").lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| {
        let (command, shows) = row.split_once(" | ").expect("a command, and what it shows");
        let untimed = shows.strip_prefix("timed: ");
        Job { command, shows: untimed.unwrap_or(shows), timed: untimed.is_some() }
    })
    .collect()
});

/// The steps that only `--only` runs.
pub(super) fn steps() -> impl Iterator<Item = &'static str> {
    let only = |job: &Job| job.command.strip_prefix("cargo xtask test --only ");
    JOBS.iter().filter_map(only).flat_map(str::split_whitespace)
}

/// The note at the end of a complete run.
pub(super) fn left_out() -> String {
    let width = JOBS.iter().map(|job| job.command.len()).max().unwrap_or(0);
    let mut text = "not part of this run, since they take long:\n".to_owned();
    for Job { command, shows, timed } in &*JOBS {
        let quiet = if *timed { ", on a machine that does nothing else" } else { "" };
        text.push_str(&format!("  {command:width$}  {shows}{quiet}\n"));
    }
    text
}
