//! The suite can fail: it passes the models and fails every mutant.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use placemat_conformance::{
    mutants::{self, Family, Mutant},
    suite::{self, Options},
};

/// No more than it takes. The mutants are spread over the processors, not each one's rows.
fn options() -> Options<'static> {
    Options { threads: 1, max_failures: 1, fail_fast: true, ..Options::quick() }
}

/// The row that fails the mutant, of those that are there to see it.
fn killer(mutant: &Mutant) -> Option<&'static str> {
    let options = Options { rows: mutant.seen_by, ..options() };
    suite::run(&*mutant.subject, &options).failed().next().map(|row| row.name)
}

#[test]
fn the_models_pass() {
    let models = mutants::models();
    for family in Family::ALL {
        assert!(models.iter().any(|model| model.family == family), "{family:?} has no model");
    }
    for model in models {
        let report = suite::run(&*model.subject, &Options::quick());
        assert!(report.passed(), "{model:?}\n{report}");
        // Models are of three sorts: kernels, decoders, and those that only answer.
        assert!(report.not_run().all(|row| ["suspect-from", "replacement"].contains(&row.name)), "{report}");
    }
}

#[test]
fn every_mutant_is_killed() {
    let mut survivors = Vec::new();
    let mut killed: BTreeMap<(Family, &str), usize> = BTreeMap::new();
    let mut names = BTreeSet::new();
    let mutants = mutants::all();
    let next = AtomicUsize::new(0);
    let killers: Vec<Mutex<Option<&str>>> = mutants.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(mutant) = mutants.get(at) else { break };
                    *killers[at].lock().unwrap() = killer(mutant);
                }
            });
        }
    });
    for (mutant, killer) in mutants.iter().zip(killers) {
        assert!(names.insert((mutant.family, &mutant.name)), "there are two of {mutant:?}");
        match killer.into_inner().unwrap() {
            Some(row) => *killed.entry((mutant.family, row)).or_default() += 1,
            None => survivors.push(format!("{mutant:?}")),
        }
    }
    println!("killed first by: {killed:#?}");
    assert!(survivors.is_empty(), "the suite does not see\n{}", survivors.join("\n"));
    for (family, at_least) in
        [(Family::Semantic, 70), (Family::Report, 60), (Family::Scan, 18), (Family::Block, 150)]
    {
        let count: usize = killed.iter().filter(|((of, _), _)| *of == family).map(|(_, count)| count).sum();
        println!("{family:?}: {count}");
        assert!(count >= at_least, "{family:?}: only {count} mutants");
    }
}

/// All of them by Chow's set alone, which is complete against them by his theorem.
#[test]
fn every_automaton_is_killed() {
    let mut count = 0;
    let survivors: Vec<_> =
        mutants::automata().inspect(|_| count += 1).filter(|mutant| killer(mutant).is_none()).collect();
    assert!(survivors.is_empty(), "{survivors:#?}");
    // States, classes, other states.
    assert_eq!(count, 9 * 12 * 8);
}

/// A row that nothing fails would be decoration.
#[test]
fn every_row_can_fail() {
    let mutants = mutants::all();
    for (row, _) in suite::rows() {
        let rows = [row];
        let options = options().only(&rows);
        let fails = |mutant: &&Mutant| suite::run(&*mutant.subject, &options).failed().count() > 0;
        assert!(mutants.iter().any(|mutant| fails(&mutant)), "no mutant fails the row `{row}`");
    }
}

#[test]
fn nothing_passes_because_nothing_ran() {
    let model = &mutants::models()[0];
    for rows in [&[][..], &["no such row"]] {
        let report = suite::run(&*model.subject, &options().only(rows));
        assert!(!report.passed(), "{report}");
    }
    // A row that could not run is not a row that passed.
    let report = suite::run(&*model.subject, &options().only(&["suspect-from"]));
    assert_eq!((report.passed(), report.not_run().count()), (false, 1), "{report}");
}

/// What the author of a wrong decoder reads.
#[test]
fn a_report_says_what_is_wrong() {
    let mutant = mutants::all().into_iter().find(|mutant| mutant.name == "C0 80 accepted, as Java writes it");
    let report = suite::run(&*mutant.unwrap().subject, &options().only(&["rfc-attacks"]));
    let text = report.to_string();
    for part in [
        "FAILED",
        "overlong-nul",
        "(2 octets)",
        "expected invalid at 0, 1 octets, overlong",
        "got      valid",
    ] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
}
