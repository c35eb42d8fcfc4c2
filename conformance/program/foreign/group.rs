//! Processes and their children: on Unix, a process group of their own, which does not outlive this program.

use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};
use std::{io, thread};

/// Starts the command's process in a group of its own.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let child = command.spawn()?;
    #[cfg(unix)]
    keeper::tell('+', child.id());
    Ok(child)
}

/// Kills the process and its group, unless the process has been waited for. Then waits for it, but not forever: an
/// unkillable process must not block the host.
pub(super) fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        keeper::kill_group(child.id());
        // Once it has been waited for, its id may be reused.
        keeper::tell('-', child.id());
    }
    // The process may have exited already.
    let _ = child.kill();
    let deadline = Instant::now() + Duration::from_secs(1);
    while matches!(child.try_wait(), Ok(None)) && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(1));
    }
}

/// Whether the process has exited. On Unix it is not waited for, so its id still denotes it and its group.
pub(super) fn has_ended(child: &mut Child) -> bool {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else { return true };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
    }
    #[cfg(not(unix))]
    !matches!(child.try_wait(), Ok(None))
}

pub(super) fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("killed by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("exited with status {code}"),
        None => "ended".to_owned(),
    }
}

/// A second process of this program, which receives the list of groups and kills the remaining ones when its input
/// ends: that is, when the first process has exited, even if it was killed.
#[cfg(unix)]
pub(crate) mod keeper {
    use std::process::{ChildStdin, Command, Stdio};
    use std::sync::{Mutex, OnceLock, PoisonError};
    use std::{collections::BTreeSet, env, io, io::Write, os::unix::process::CommandExt};

    use rustix::process::{Pid, Signal, kill_process_group};

    /// Its name on the command line.
    pub(crate) const TASK: &str = "keep";

    /// Starts the keeper on first use, and reports to it that a group exists (`+`) or no longer does (`-`).
    pub(super) fn tell(sign: char, group: u32) {
        static KEEPER: OnceLock<Option<Mutex<ChildStdin>>> = OnceLock::new();
        let keeper = KEEPER.get_or_init(|| {
            let mut command = Command::new(env::current_exe().ok()?);
            // A group of its own, so that Ctrl-C does not reach it.
            command
                .arg(TASK)
                .process_group(0)
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            command.spawn().ok()?.stdin.map(Mutex::new)
        });
        if let Some(keeper) = keeper {
            // Without a keeper, adapters exit when their input is closed.
            let _ = writeln!(keeper.lock().unwrap_or_else(PoisonError::into_inner), "{sign}{group}");
        }
    }

    /// Tracks the groups, and kills the remaining ones at the end.
    pub(crate) fn main() {
        let mut groups = BTreeSet::new();
        for line in io::stdin().lines().map_while(Result::ok) {
            match line.split_at_checked(1) {
                Some(("+", group)) => groups.insert(group.to_owned()),
                Some((_, group)) => groups.remove(group),
                None => false,
            };
        }
        groups.iter().filter_map(|group| group.parse().ok()).for_each(kill_group);
    }

    pub(super) fn kill_group(group: u32) {
        if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
            // The group may be gone already.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}
