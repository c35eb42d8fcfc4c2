//! Processes and what they start: on Unix, a process group of their own, which does not outlive this program.

use std::{
    io,
    process::{Child, Command, ExitStatus},
    thread,
    time::{Duration, Instant},
};

/// Starts the command's process in a group of its own.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let child = command.spawn()?;
    #[cfg(unix)]
    keeper::tell('+', child.id());
    Ok(child)
}

/// Ends the process and its group, if the process has not been waited for. Waits for it, but not for ever: a process
/// that cannot be killed must not stop the host.
pub(super) fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        keeper::kill_group(child.id());
        // Once it is waited for, its id may become another's.
        keeper::tell('-', child.id());
    }
    // There may be none left to kill here either.
    let _ = child.kill();
    let deadline = Instant::now() + Duration::from_secs(1);
    while matches!(child.try_wait(), Ok(None)) && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(1));
    }
}

/// Whether the process has ended. On Unix it is not waited for, so its id still names it and its group.
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

/// How a process ended, in words.
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

/// A second process of this program. It is told which groups there are, and kills those that are left when its
/// input ends, which it does when the first process has ended, even if that was killed.
#[cfg(unix)]
pub(crate) mod keeper {
    use std::{
        collections::BTreeSet,
        env, io,
        io::Write,
        os::unix::process::CommandExt,
        process::{ChildStdin, Command, Stdio},
        sync::{Mutex, OnceLock, PoisonError},
    };

    use rustix::process::{Pid, Signal, kill_process_group};

    /// What the command line calls it.
    pub(crate) const TASK: &str = "keep";

    /// Tells the keeper, which is started when it is first needed, that there is a group (`+`) or no longer (`-`).
    pub(super) fn tell(sign: char, group: u32) {
        static KEEPER: OnceLock<Option<Mutex<ChildStdin>>> = OnceLock::new();
        let keeper = KEEPER.get_or_init(|| {
            let mut command = Command::new(env::current_exe().ok()?);
            // Ctrl-C is not for its group.
            command
                .arg(TASK)
                .process_group(0)
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            command.spawn().ok()?.stdin.map(Mutex::new)
        });
        if let Some(keeper) = keeper {
            // Without a keeper, adapters end when they find their input closed.
            let _ = writeln!(keeper.lock().unwrap_or_else(PoisonError::into_inner), "{sign}{group}");
        }
    }

    /// Listens to what it is told, and kills what is left.
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
            // There may be none left to kill.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}
