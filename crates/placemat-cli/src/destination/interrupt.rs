//! Removes the temporary file when a signal ends the process.

use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use crate::place::{Place, State};

type Pending = MutexGuard<'static, Option<(Place, State)>>;

/// The current temporary file. The name of a removed file may remain.
static PENDING: Mutex<Option<(Place, State)>> = Mutex::new(None);

/// Locks the name of the temporary file. The lock is held while the file is created or renamed.
///
/// From the first call on, Ctrl-C and similar signals remove the file before they end the process. An ignored signal,
/// as under `nohup`, stays ignored.
pub(super) fn pending() -> Pending {
    static WATCH: Once = Once::new();
    WATCH.call_once(watch);
    lock()
}

fn lock() -> Pending {
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the file. While the lock is held, no other is created.
fn remove() -> Pending {
    let mut pending = lock();
    if let Some((place, own)) = pending.take()
        && place.state().is_ok_and(|now| now.is(&own))
    {
        let _ = place.remove();
    }
    pending
}

#[cfg(unix)]
fn watch() {
    use std::sync::{Arc, mpsc};
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::{flag, iterator::Signals, low_level::emulate_default_handler};

    // With any handler, a file that is too large is an error of `write`.
    let _ = flag::register(SIGXFSZ, Arc::default());
    let (ready, is_ready) = mpsc::channel();
    let spawned = thread::Builder::new().spawn(move || {
        let fatal = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal));
        let mut signals = Signals::new(fatal);
        let _ = ready.send(());
        for signal in signals.iter_mut().flat_map(Signals::forever) {
            let _pending = remove();
            let _ = emulate_default_handler(signal);
        }
    });
    // Without the thread, or without handlers, signals have their default action.
    if spawned.is_ok() {
        let _ = is_ready.recv();
    }
}

#[cfg(unix)]
#[expect(unsafe_code, reason = "no safe crate tells whether a signal is ignored")]
fn is_ignored(signal: libc::c_int) -> bool {
    let mut old = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action, the call only writes the current one to `old`.
    let result = unsafe { libc::sigaction(signal, std::ptr::null(), old.as_mut_ptr()) };
    // SAFETY: zeros are a valid `sigaction`, and so is the value that the system has written.
    let old = unsafe { old.assume_init() };
    result == 0 && old.sa_sigaction == libc::SIG_IGN
}

#[cfg(windows)]
fn watch() {
    /// `STATUS_CONTROL_C_EXIT`.
    const CONTROL_C: i32 = 0xC000_013A_u32.cast_signed();
    let _ = ctrlc::set_handler(|| {
        let _pending = remove();
        std::process::exit(CONTROL_C);
    });
}

#[cfg(not(any(unix, windows)))]
fn watch() {}
