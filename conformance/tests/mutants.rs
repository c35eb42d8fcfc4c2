//! Proves that the suite can fail: it passes the models and fails every mutant.
//! Emulators do not run it.

use std::collections::BTreeSet;

use itertools::Itertools as _;
use placemat_conformance::mutants::{self, Family, Mutant};
use placemat_conformance::suite::{self, Options};
use placemat_conformance::{contract::Older, forms::Reference, in_parallel, w_method};

/// Stops at the first failure. Threads run different mutants, not the rows of one.
fn options() -> Options<'static> {
    Options { threads: 1, max_failures: 1, fail_fast: true, ..Options::quick() }
}

/// The row that kills the mutant, out of those that should.
fn killer(mutant: &Mutant) -> Option<&'static str> {
    let options = Options { rows: mutant.seen_by, ..options() };
    let report = suite::run(mutant, &options);
    report.failed().find(|row| !row.failures.is_empty()).map(|row| row.name)
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long: optimised tests run it")]
fn the_models_pass() {
    let models = mutants::models();
    for family in
        Family::ALL.into_iter().filter(|family| !matches!(family, Family::Replacement | Family::Older))
    {
        assert!(models.iter().any(|model| model.family == family), "{family:?} has no model");
    }
    for model in models {
        let report = suite::run(&model, &Options::quick());
        assert!(report.passed(), "{model:?}\n{report}");
        let not_run: &[&str] = if cfg!(unix) { &[] } else { &["guard-pages", "guard-pages-replaced"] };
        assert!(report.not_run().all(|row| not_run.contains(&row.name)), "{report}");
    }
}

/// Kills every mutant of the family, and checks their minimum number. Debug builds try every eighth.
fn kills_all(family: Family, at_least: usize) {
    let mutants: Vec<Mutant> = match family {
        Family::Older => mutants::older().collect(),
        _ => mutants::all().into_iter().filter(|mutant| mutant.family == family).collect(),
    };
    let names: BTreeSet<&str> = mutants.iter().map(|mutant| mutant.name.as_str()).collect();
    // Some rules of older grammars have the same end twice.
    assert!(family == Family::Older || names.len() == mutants.len(), "there are two of a name");
    assert!(mutants.len() >= at_least, "only {} mutants", mutants.len());
    let mutants: Vec<_> = mutants.iter().step_by(if cfg!(debug_assertions) { 8 } else { 1 }).collect();
    let killers = in_parallel(mutants.len(), |at| killer(mutants[at]));
    println!("{} mutants, killed first by: {:#?}", mutants.len(), killers.iter().flatten().counts());
    let survivors: Vec<_> = mutants.iter().zip(killers).filter(|(_, killer)| killer.is_none()).collect();
    assert!(survivors.is_empty(), "the suite does not see {survivors:#?}");
}

/// A test for each family, with its minimum number of mutants.
macro_rules! every_mutant_is_killed {
    ($($test:ident $family:ident $at_least:literal,)*) => {
        $(#[test]
        fn $test() {
            kills_all(Family::$family, $at_least);
        })*
    };
}
every_mutant_is_killed! {
    every_semantic_mutant_is_killed Semantic 70,
    every_replacing_mutant_is_killed Replacement 4,
    every_report_mutant_is_killed Report 60,
    every_scan_mutant_is_killed Scan 18,
    every_block_mutant_is_killed Block 150,
    every_stream_mutant_is_killed Stream 28,
    every_encode_mutant_is_killed Encode 30,
    every_bom_mutant_is_killed Bom 14,
    every_practice_mutant_is_killed Practice 14,
    every_convert_mutant_is_killed Convert 34,
    every_older_mutant_is_killed Older 204,
}

/// The W-method alone kills all of them; by Chow's theorem it is complete against them.
#[test]
#[cfg_attr(debug_assertions, ignore = "long: optimised tests run it")]
fn every_automaton_is_killed() {
    let mut count = 0;
    let survivors: Vec<_> =
        mutants::automata().inspect(|_| count += 1).filter(|mutant| killer(mutant).is_none()).collect();
    assert!(survivors.is_empty(), "{survivors:#?}");
    // States, classes, wrong targets.
    assert_eq!(count, 9 * 12 * 8);
}

/// Chow's set alone detects every redirected automaton of an older form, too.
#[test]
#[cfg_attr(debug_assertions, ignore = "long: optimised tests run it")]
fn every_automaton_of_older_forms_is_killed() {
    for reference in Older::ALL.map(Reference::get) {
        let strings = w_method::strings(&reference.text);
        let mut count = 0;
        for (name, mutant) in mutants::redirected(&reference.text) {
            count += 1;
            let seen = strings.iter().any(|string| mutant.accepts(string) != reference.text.accepts(string));
            assert!(seen, "{}: {name}", reference.form);
        }
        let states = reference.text.states().count();
        assert_eq!(count, states * reference.text.classes().len() * (states - 1));
    }
}

/// A row that nothing fails would be useless. A row that no mutant fails is killed by a mutation of placemat's
/// sources: `cargo xtask mutate` tries those with the row's name.
#[test]
#[cfg_attr(debug_assertions, ignore = "long: optimised tests run it")]
fn every_row_can_fail() {
    let mut mutants = mutants::all();
    mutants.extend(mutants::older().filter(|mutant| mutant.name.starts_with("mutf8: ")));
    let edits = include_str!("../../xtask/src/tasks/mutate/edits/facade.toml");
    let is_here = |row: &str| !edits.contains(&format!("row = \"{row}\""));
    for (row, _) in suite::rows().filter(|(row, _)| is_here(row)) {
        let rows = [row];
        let options = options().only(&rows);
        let fails = |mutant: &Mutant| !suite::run(mutant, &options).rows[0].failures.is_empty();
        assert!(mutants.iter().any(fails), "no mutant fails the row `{row}`");
    }
}

#[test]
fn nothing_passes_because_nothing_ran() {
    let model = &mutants::models()[0];
    let report = suite::run(model, &options().only(&[]));
    assert!(!report.passed(), "{report}");
    // A row about an unclaimed capability does not count as passed.
    let report = suite::run(model, &options().only(&["suspect-from"]));
    assert_eq!((report.passed(), report.not_claimed().count()), (false, 1), "{report}");
    assert!(report.to_string().contains("not claimed: scan (suspect-from)"), "{report}");
}

#[test]
#[should_panic(expected = "there is no row `no such row`")]
fn a_row_that_does_not_exist_is_noticed() {
    drop(suite::run(&mutants::models()[0], &options().only(&["w-method", "no such row"])));
}

/// The report as the author of a wrong decoder sees it.
#[test]
fn a_report_says_what_is_wrong() {
    let mutant = mutants::all().into_iter().find(|mutant| mutant.name == "C0 80 accepted, as Java writes it");
    let report = suite::run(&mutant.unwrap(), &options().only(&["rfc-attacks"]));
    let text = report.to_string();
    for part in
        ["FAILED", "overlong-nul", "(2 bytes)", "expected invalid at 0, 1 bytes, overlong", "got      valid"]
    {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
}
