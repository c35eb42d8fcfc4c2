//! The first call in a process settles the choice of a backend, so each test runs in its own process.
//! Emulators run it in every row.

use std::sync::{Barrier, Mutex};
use std::{env, process::Command, thread};

use placemat::backend::{self, InstallError, Why};

/// Set in the process of a test.
const IN_CHILD: &str = "PLACEMAT_TEST_IN_CHILD";

/// Runs a test in a new process, so many times.
fn in_a_fresh_process(test: &str, times: usize, child: fn()) {
    if env::var_os(IN_CHILD).is_some() {
        return child();
    }
    for _ in 0..times {
        let output = Command::new(env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture", "--test-threads", "1"])
            .env(IN_CHILD, "1")
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{test}: {text}{}", String::from_utf8_lossy(&output.stderr));
        assert!(text.contains("1 passed"), "{test} did not run: {text}");
    }
}

fn is_fixed() -> bool {
    backend::active().why == Why::FixedAtBuild
}

#[test]
fn the_first_call_settles_the_choice() {
    in_a_fresh_process("the_first_call_settles_the_choice", 1, || {
        assert!(placemat::is_utf8(b"x"));
        let active = backend::active();
        let best = backend::all().iter().find(|entry| entry.get().is_ok()).unwrap();
        if !is_fixed() {
            assert_eq!((active.why, active.entry.name()), (Why::Detected, best.name()));
            assert_eq!(backend::install(best), Err(InstallError::AlreadyActive(best.name())));
        }
    });
}

#[test]
fn install_comes_before_the_first_call() {
    in_a_fresh_process("install_comes_before_the_first_call", 1, || {
        let scalar = backend::by_name("scalar").unwrap();
        match backend::install(scalar) {
            Ok(()) if !is_fixed() => {
                assert_eq!(backend::active().why, Why::Installed);
                assert_eq!(backend::active().entry.name(), "scalar");
                assert_eq!(backend::install(scalar), Err(InstallError::AlreadyActive("scalar")));
            }
            Ok(()) => assert_eq!(backend::active().entry.name(), "scalar"),
            Err(error) => assert_eq!(error, InstallError::FixedAtBuild(backend::active().entry.name())),
        }
        assert!(placemat::from_utf8(b"\xC3\xA9").is_ok() && placemat::from_utf8(b"\xC3").is_err());
    });
}

#[test]
fn the_empty_input_settles_nothing() {
    in_a_fresh_process("the_empty_input_settles_nothing", 1, || {
        assert_eq!(placemat::from_utf8(b""), Ok(""));
        let scalar = backend::by_name("scalar").unwrap();
        let installed = backend::install(scalar);
        assert!(matches!(installed, Ok(()) | Err(InstallError::FixedAtBuild(_))), "{installed:?}");
    });
}

/// Sixty-four threads, which install, call or read the active backend, all see one choice.
#[test]
fn of_racing_callers_one_wins() {
    in_a_fresh_process("of_racing_callers_one_wins", 20, race);
}

fn race() {
    const THREADS: usize = 64;
    let entries: Vec<_> = backend::all().iter().filter(|entry| entry.get().is_ok()).collect();
    let barrier = Barrier::new(THREADS);
    let winners = Mutex::new(vec![]);
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let (barrier, winners, entries) = (&barrier, &winners, &entries);
            scope.spawn(move || {
                let entry = entries[thread % entries.len()];
                barrier.wait();
                match thread % 4 {
                    0 => assert!(placemat::from_utf8("\u{20AC}".as_bytes()).is_ok()),
                    1 => _ = backend::active(),
                    _ => {
                        if backend::install(entry).is_ok() {
                            winners.lock().unwrap().push(entry.name());
                        }
                    }
                }
                assert!(placemat::from_utf8(b"\xE2\x82").is_err());
            });
        }
    });
    let winners = winners.into_inner().unwrap();
    let active = backend::active();
    match active.why {
        Why::Installed => assert_eq!(winners, [active.entry.name()], "exactly one wins"),
        Why::Detected => assert!(winners.is_empty(), "no install may have succeeded: {winners:?}"),
        Why::FixedAtBuild => assert!(winners.iter().all(|name| *name == active.entry.name())),
    }
}
