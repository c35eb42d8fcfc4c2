//! The time limit of a run. After most of it no step begins; at its end, running steps are stopped.

use std::{
    fmt,
    process::{Child, Command, ExitStatus},
    thread,
    time::{Duration, Instant},
};

use anyhow::Result;

/// The time limit of a run, from its start.
#[derive(Clone, Copy)]
pub(crate) struct Time {
    begin: Instant,
    allowed: Option<Duration>,
}

/// A command was stopped, or not started, because of the time limit. A step that ends with this error has not failed.
#[derive(Debug)]
pub(crate) struct Over;

impl fmt::Display for Over {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stopped, since the time was over")
    }
}

impl std::error::Error for Over {}

impl Time {
    /// No limit.
    pub(crate) fn unlimited() -> Self {
        Self { begin: Instant::now(), allowed: None }
    }

    /// A limit in minutes, from now on.
    pub(crate) fn minutes(minutes: u32) -> Self {
        Self { allowed: Some(Duration::from_secs(60) * minutes), ..Self::unlimited() }
    }

    /// The elapsed time.
    pub(crate) fn passed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Whether a step may still begin: in the first three quarters of the time, so that few steps are stopped.
    pub(crate) fn may_begin(&self) -> bool {
        self.allowed.is_none_or(|allowed| self.passed() < allowed * 3 / 4)
    }

    fn is_over(&self) -> bool {
        self.allowed.is_some_and(|allowed| self.passed() >= allowed)
    }

    /// Runs a command; at the time limit, stops it and its children.
    pub(super) fn run(&self, command: &mut Command) -> Result<ExitStatus> {
        if self.allowed.is_none() {
            return Ok(command.status()?);
        }
        // A terminal's Ctrl-C does not reach other groups, so only a limited run has a group for each command.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut child = command.spawn()?;
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(status);
            }
            if self.is_over() {
                stop(&mut child)?;
                return Err(Over.into());
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Kills a child, and on Unix all processes of its group.
fn stop(child: &mut Child) -> Result<()> {
    #[cfg(unix)]
    Command::new("sh").args(["-c", &format!("kill -9 -{}", child.id())]).status()?;
    child.kill()?;
    child.wait()?;
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn sh(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn a_command_ends_by_itself_within_the_time() {
        for time in [Time::unlimited(), Time::minutes(60)] {
            assert_eq!(time.run(&mut sh("exit 3")).unwrap().code(), Some(3));
        }
    }

    #[test]
    fn at_the_end_of_the_time_a_command_is_stopped_with_what_it_started() {
        let time = Time { allowed: Some(Duration::from_millis(300)), ..Time::unlimited() };
        let mark = std::env::temp_dir().join(format!("xtask-time-{}", std::process::id()));
        // The inner shell would write the mark two seconds later.
        let script = format!("sh -c 'sleep 2; echo > {}' & wait", mark.display());
        let error = time.run(&mut sh(&script)).unwrap_err();
        assert!(error.is::<Over>(), "{error:#}");
        thread::sleep(Duration::from_millis(2500));
        assert!(!mark.exists(), "what it started went on");
    }
}
