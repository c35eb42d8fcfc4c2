//! Processes and their children: on Unix, a process group of their own, which does not outlive this program.

use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};
use std::{io, thread};

#[cfg(unix)]
use std::{
    collections::BTreeSet,
    io::Write as _,
    os::unix::process::CommandExt as _,
    process::{ChildStdin, Stdio},
    sync::{LazyLock, Mutex, PoisonError},
};

#[cfg(unix)]
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// Starts the command's process in a group of its own.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    command.process_group(0);
    let child = command.spawn()?;
    #[cfg(unix)]
    keep(|groups| groups.insert(child.id()));
    Ok(child)
}

/// Kills the process and its group, unless the process has been waited for. Then waits for it, but not forever: an
/// unkillable process must not block the host.
pub(super) fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        // The group may be gone already.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
        // Once the process has been waited for, its id may be reused.
        keep(|groups| groups.remove(&child.id()));
    }
    // The process may have exited already.
    let _ = child.kill();
    let deadline = Instant::now() + Duration::from_secs(1);
    while matches!(child.try_wait(), Ok(None)) && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(1));
    }
}

/// The exit status, if the process exits in time. Kills the rest of its group first.
pub(super) fn status(child: &mut Child, timeout: Duration) -> Option<ExitStatus> {
    let deadline = Instant::now() + timeout;
    let mut pause = Duration::from_micros(100);
    while !has_ended(child) {
        if Instant::now() >= deadline {
            return None;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
    kill(child);
    child.wait().ok()
}

/// Whether the process has exited. On Unix it is not waited for, so its id still denotes it and its group.
pub(super) fn has_ended(child: &mut Child) -> bool {
    #[cfg(unix)]
    {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
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

/// Changes the set of groups that exist. A shell receives it, and kills the remaining ones when its input ends: that is,
/// when this program has exited, even if it was killed.
#[cfg(unix)]
fn keep(change: impl FnOnce(&mut BTreeSet<u32>) -> bool) {
    static KEEPER: LazyLock<Mutex<(BTreeSet<u32>, Option<ChildStdin>)>> = LazyLock::new(|| {
        let mut shell = Command::new("sh");
        shell.args(["-c", "while read -r line; do groups=$line; done; kill -9 $groups"]);
        // A group of its own, so that Ctrl-C does not reach it.
        shell.process_group(0).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        Mutex::new((BTreeSet::new(), shell.spawn().ok().and_then(|shell| shell.stdin)))
    });
    let (groups, shell) = &mut *KEEPER.lock().unwrap_or_else(PoisonError::into_inner);
    change(groups);
    if let Some(shell) = shell {
        let line: String = groups.iter().map(|group| format!("-{group} ")).collect();
        // Without a shell, adapters exit when their input is closed.
        let _ = writeln!(shell, "{line}");
    }
}
