//! A process that outlives this one, and kills everything that carries a mark.
//!
//! The mark is an environment variable, which processes pass on to those that they start. The guard waits for
//! the end of its standard input, whose other end this process holds. So it acts at the end of a run, and
//! also if this process is interrupted, panics, or is killed.

use std::{
    process::{Child, Command, Stdio},
    time::{SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result, ensure};

/// The name of the variable.
pub(super) const VARIABLE: &str = "PLACEMAT_SCALE";

/// For a shell; its first argument is the mark. Prints how many processes it killed.
const SCRIPT: &str = r#"
cat > /dev/null
killed=0
for round in 1 2 3 4 5 6 7 8 9 10; do
    found=
    for process in /proc/[0-9]*; do
        if grep -qzxF -- "$1" "$process/environ" 2> /dev/null; then found="$found ${process#/proc/}"; fi
    done
    if [ -z "$found" ]; then echo "$killed"; exit 0; fi
    for id in $found; do kill -9 "$id" 2> /dev/null && killed=$((killed + 1)); done
    sleep 0.2
done
echo "still running:$found" >&2
exit 1
"#;

/// The guard.
pub(super) struct Guard {
    process: Child,
    mark: String,
}

impl Guard {
    pub(super) fn start() -> Result<Self> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos();
        let mark = format!("{}-{now}", std::process::id());
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT, "guard"]).arg(format!("{VARIABLE}={mark}"));
        // An interrupt from the keyboard goes to this process's group, and not to the guard.
        apart(&mut command);
        let process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        Ok(Self { process: process.context("`sh` could not be started")?, mark })
    }

    /// The value of [`VARIABLE`] in every process that is to be stopped.
    pub(super) fn mark(&self) -> &str {
        &self.mark
    }

    /// Stops everything, and says how many processes that was; an error if some are left.
    pub(super) fn end(mut self) -> Result<String> {
        drop(self.process.stdin.take());
        let output = self.process.wait_with_output()?;
        ensure!(output.status.success(), "some processes do not end");
        let killed = String::from_utf8(output.stdout)?;
        Ok(format!("stopped {} processes; none is left", killed.trim()))
    }
}

#[cfg(unix)]
fn apart(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn apart(_: &mut Command) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn shell(script: &str, mark: &str) -> Child {
        Command::new("sh").args(["-c", script]).env(VARIABLE, mark).spawn().unwrap()
    }

    #[test]
    fn what_carries_the_mark_is_stopped_and_nothing_else() {
        let guard = Guard::start().unwrap();
        // The shell passes the mark on to a process of its own.
        let mut marked = shell("sleep 60; :", guard.mark());
        let mut other = shell("exec sleep 60", &format!("{}0", guard.mark()));
        std::thread::sleep(std::time::Duration::from_millis(500));
        assert_eq!(guard.end().unwrap(), "stopped 2 processes; none is left");
        assert!(!marked.wait().unwrap().success());
        assert!(other.try_wait().unwrap().is_none(), "it is still running");
        other.kill().unwrap();
        other.wait().unwrap();
    }
}
