//! Runs the suite on every backend of the registry, so that none is left out.
//! Emulators do not run it.
#![cfg(all(feature = "dfa", feature = "std"))]

use placemat::backend;
use placemat_conformance::contract::{Decoder, Op, Std};
use placemat_conformance::in_parallel;
use placemat_conformance::suite::{self, Options, Outcome, Report};

mod decoder;

/// The report of all rows: in optimised builds everything, except of conversions, which take minutes.
fn report(decoder: &dyn Decoder) -> Report {
    let names = || suite::rows().map(|(name, _)| name);
    let (conversions, others): (Vec<&str>, Vec<&str>) =
        names().partition(|name| name.starts_with("convert-"));
    let options = if cfg!(debug_assertions) { Options::quick() } else { Options::full() };
    let mut report = suite::run(decoder, &options.only(&others));
    report.rows.extend(suite::run(decoder, &Options::quick().only(&conversions)).rows);
    report
}

/// Runs the suite on a decoder that has every operation except `not_claimed`.
fn hold(decoder: &dyn Decoder, not_claimed: &[Op]) -> Report {
    let report = report(decoder);
    println!("{report}");
    assert!(report.passed(), "{report}");
    assert_eq!(report.rows.len(), suite::rows().count());
    // A row that did not run must not count as passed.
    let not_run: Vec<&str> = report.not_run().map(|row| row.name).collect();
    let expected: &[&str] = if cfg!(unix) { &[] } else { &["guard-pages", "guard-pages-replaced"] };
    assert_eq!(not_run, expected, "{report}");
    for op in Op::ALL {
        let without = report.rows.iter().any(|row| row.outcome == Outcome::NotClaimed(op));
        assert_eq!(without, not_claimed.contains(&op), "{op:?}\n{report}");
    }
    report
}

#[test]
fn no_backend_is_left_out() {
    let held: Vec<&str> = backend::all().iter().map(|entry| entry.name()).collect();
    let compiled = backend::known().iter().filter(|known| known.compiled).map(|known| known.name);
    assert_eq!(held, compiled.collect::<Vec<_>>(), "what is compiled in is compared with the suite");
    for known in backend::known().iter().filter(|known| !known.compiled) {
        println!("{}: not in this build: it needs {}", known.name, known.needs);
        // Another target is a valid reason, but these tests enable every feature.
        let is_disabled = known.needs.contains("Cargo feature");
        assert!(!is_disabled, "{}: placemat-simd's tests do not enable it", known.name);
    }
}

#[test]
fn every_backend_passes() {
    let ran: Vec<_> = in_parallel(backend::all().len(), |nth| {
        let entry = &backend::all()[nth];
        match entry.get() {
            Ok(backend) => Some(hold(&decoder::Placemat(Some(backend)), &[Op::Older]).subject),
            Err(missing) => {
                println!("{}: not run: {missing}", entry.name());
                None
            }
        }
    });
    let has_run = |name: &str| ran.iter().flatten().any(|subject| subject == name);
    // Backends without required CPU features run on every machine.
    for entry in backend::all().iter().filter(|entry| entry.info().features().is_empty()) {
        assert!(has_run(entry.name()), "{} did not run", entry.name());
    }
    for name in ["scalar", "dfa"] {
        assert!(has_run(name), "{name} is in every build of these tests");
    }
    assert!(has_run(backend::active().entry.name()), "calls are dispatched to it");
}

#[test]
fn the_standard_library_passes() {
    let claimed = [Op::Verdict, Op::Replacement, Op::Errors, Op::Encode];
    let without: Vec<_> = Op::ALL.iter().copied().filter(|one| !claimed.contains(one)).collect();
    let report = hold(&Std, &without);
    assert!(report.fields.is_some_and(|fields| !fields.kind));
}
