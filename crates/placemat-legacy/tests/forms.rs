//! Compares `placemat_legacy` with the grammars of its forms.
//! Emulators do not run it.
#![cfg(feature = "alloc")]

mod decoder;

use decoder::Legacy;
use placemat_conformance::suite::{self, Options};
use placemat_conformance::{contract::Older, forms::Reference};
use placemat_legacy::grammar::{Automaton, Grammar, Place};
use placemat_legacy::{cesu8, mutf8, rfc2279, wtf8};

/// Runs `check` for every form, each on its own thread.
fn each(check: impl Fn(&Reference, Grammar) + Sync) {
    let grammars = [rfc2279::GRAMMAR, cesu8::GRAMMAR, mutf8::GRAMMAR, wtf8::GRAMMAR];
    std::thread::scope(|scope| {
        for (form, grammar) in Older::ALL.into_iter().zip(grammars) {
            let check = &check;
            scope.spawn(move || check(Reference::get(form), grammar));
        }
    });
}

/// The rows about older forms.
fn rows() -> Vec<&'static str> {
    suite::rows().map(|(name, _)| name).filter(|name| name.starts_with("older-")).collect()
}

#[test]
fn the_crate_passes() {
    let options = if cfg!(debug_assertions) { Options::quick() } else { Options::full() };
    let report = suite::run(&Legacy, &options.only(&rows()));
    println!("{report}");
    assert!(report.passed() && report.rows.len() == 8, "{report}");
}

/// Walks the oracle and the crate's grammar in lockstep. It visits every pair of states, so the two languages
/// are equal for inputs of every length.
#[test]
fn the_languages_are_equal() {
    each(|reference, grammar| {
        let text = &reference.text;
        let mut pairs = vec![(text.start(), Some(Place::START))];
        let mut at = 0;
        while let Some(&(state, place)) = pairs.get(at) {
            assert_eq!(text.is_dead(state), place.is_none(), "{state:?} {place:?}");
            assert_eq!(text.is_accepting(state), place.is_some_and(|place| grammar.may_end(place)));
            for byte in 0..=255 {
                let pair = (text.next(state, byte), place.and_then(|place| grammar.next(place, byte)));
                if !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
            at += 1;
        }
        assert!(at > text.live_states().count());
    });
}

/// The crate's automata have as many states as the oracle's minimal automata.
#[test]
fn the_automata_are_minimal() {
    let states = Older::ALL.map(|form| Reference::get(form).text.live_states().count());
    assert_eq!(states, [10, 8, 9, 11]);
    // Each of these panics if the number of states differs.
    let _ = Automaton::<10>::of(&rfc2279::GRAMMAR);
    let _ = Automaton::<8>::of(&cesu8::GRAMMAR);
    let _ = Automaton::<9>::of(&mutf8::GRAMMAR);
    let _ = Automaton::<11>::of(&wtf8::GRAMMAR);
}
