//! The first call in a process settles the choice of a backend, so each test runs in its own process.
//! Emulators run it in every row.

use std::sync::{Barrier, Mutex};
use std::{env, process::Command, thread};

use placemat::backend::{self, InstallError, Why};

/// Runs one of the ignored tests below in a new process.
fn in_a_fresh_process(test: &str) {
    let output = Command::new(env::current_exe().unwrap())
        .args(["--exact", test, "--ignored", "--nocapture", "--test-threads", "1"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{test}: {text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("1 passed"), "{test} did not run: {text}");
}

fn is_fixed() -> bool {
    backend::active().why == Why::FixedAtBuild
}

#[test]
fn the_first_call_settles_the_choice() {
    in_a_fresh_process("child_calls_first");
}

#[test]
fn install_comes_before_the_first_call() {
    in_a_fresh_process("child_installs_first");
}

#[test]
fn the_empty_input_settles_nothing() {
    in_a_fresh_process("child_validates_nothing_first");
}

#[test]
fn of_racing_callers_one_wins() {
    for _ in 0..if cfg!(miri) { 1 } else { 20 } {
        in_a_fresh_process("child_races");
    }
}

#[test]
#[ignore = "runs in a process of its own"]
fn child_calls_first() {
    assert!(placemat::is_utf8(b"x"));
    let active = backend::active();
    let best = backend::all().iter().find(|entry| entry.get().is_ok()).unwrap();
    if !is_fixed() {
        assert_eq!((active.why, active.entry.name()), (Why::Detected, best.name()));
        assert_eq!(backend::install(best), Err(InstallError::AlreadyActive(best.name())));
    }
}

#[test]
#[ignore = "runs in a process of its own"]
fn child_installs_first() {
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
}

#[test]
#[ignore = "runs in a process of its own"]
fn child_validates_nothing_first() {
    assert_eq!(placemat::from_utf8(b""), Ok(""));
    let scalar = backend::by_name("scalar").unwrap();
    let installed = backend::install(scalar);
    assert!(matches!(installed, Ok(()) | Err(InstallError::FixedAtBuild(_))), "{installed:?}");
}

/// Sixty-four threads, which install, call or read the active backend, all see one choice.
#[test]
#[ignore = "runs in a process of its own"]
fn child_races() {
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
