//! Every backend of the registry against the suite, so that none can be forgotten.

use placemat::backend::{self, Entry};
use placemat_conformance::{
    subject::{OfBackend, Std, Subject},
    suite::{self, Options, Report, Row},
};

/// Everything where it is optimised, and a thinner choice where it is not.
fn options() -> Options<'static> {
    if cfg!(debug_assertions) { Options::quick() } else { Options::full() }
}

fn hold(subject: &dyn Subject, not_run: &[&str]) -> Report {
    let report = suite::run(subject, &options());
    println!("{report}");
    assert!(report.passed(), "{report}");
    // These rows and no others may be left out; a row that did not run is no row that passed.
    let left_out: Vec<&str> = report.not_run().map(|row: &Row| row.name).collect();
    let expected: Vec<&str> =
        suite::rows().map(|(name, _)| name).filter(|name| permitted(name, not_run)).collect();
    assert_eq!(left_out, expected, "{report}");
    assert_eq!(report.rows.len(), suite::rows().count());
    report
}

fn permitted(name: &str, not_run: &[&str]) -> bool {
    not_run.contains(&name) || (cfg!(not(unix)) && name == "guard-pages")
}

/// Whether the backend ran; prints why not.
fn hold_entry(entry: &'static Entry) -> bool {
    match entry.get() {
        Ok(backend) => {
            let report = hold(&OfBackend(&backend), &["replacement"]);
            assert_eq!(report.subject, entry.name());
            true
        }
        Err(missing) => {
            println!("{}: not run: {missing}", entry.name());
            false
        }
    }
}

#[test]
fn no_backend_is_forgotten() {
    let held: Vec<&str> = backend::all().iter().map(|entry| entry.name()).collect();
    let compiled = backend::known().iter().filter(|known| known.compiled).map(|known| known.name);
    assert_eq!(held, compiled.collect::<Vec<_>>(), "what is compiled in is held against the suite");
    for known in backend::known().iter().filter(|known| !known.compiled) {
        println!("{}: not in this build: it needs {}", known.name, known.needs);
        // Another target is a reason, but these tests turn every feature on.
        assert!(
            !known.needs.contains("Cargo feature"),
            "{} is missing in conformance/Cargo.toml",
            known.name
        );
    }
}

#[test]
fn every_backend_passes() {
    let ran: Vec<&str> =
        backend::all().iter().filter(|entry| hold_entry(entry)).map(|entry| entry.name()).collect();
    // What needs no processor feature runs on every machine.
    for entry in backend::all().iter().filter(|entry| entry.info().features().is_empty()) {
        assert!(ran.contains(&entry.name()), "{} did not run", entry.name());
    }
    for name in ["scalar", "dfa"] {
        assert!(ran.contains(&name), "{name} is in every build of these tests");
    }
    assert!(
        ran.contains(&backend::active().entry.name()),
        "what calls are dispatched to was held against the suite"
    );
}

#[test]
fn the_standard_library_passes() {
    let report = hold(&Std, &["suspect-from"]);
    assert!(!report.fields.kind);
}
