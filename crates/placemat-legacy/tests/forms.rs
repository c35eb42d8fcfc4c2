//! Compares `placemat_legacy` with the grammars of its forms.
//! Emulators do not run it.
#![cfg(feature = "alloc")]

mod decoder;

use decoder::Legacy;
use placemat_conformance::{
    contract::Older,
    forms::{self, Reference},
    suite::{self, Options},
    w_method,
};
use placemat_legacy::{
    cesu8,
    grammar::{Automaton, Bytes, Form, Grammar, Neighbours, Place},
    mutf8, rfc2279, wtf8,
};

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

/// Single edits of the crate's grammars: each end of each range, each form, and the rule about neighbours.
#[test]
fn every_edit_of_the_products_grammar_is_seen() {
    each(|reference, grammar| {
        let strings = [w_method::strings(&reference.text), forms::edge_strings(reference)].concat();
        let mut count = 0;
        for edited in edits(grammar) {
            count += 1;
            let accepts = |string: &[u8]| edited.locate(string, 0, Place::START).is_ok();
            let seen = strings.iter().any(|string| accepts(string) != reference.text.accepts(string));
            assert!(seen, "{}: {edited:?}", reference.profile.name);
        }
        assert!(count > 40, "{}: only {count} edits", reference.profile.name);
    });
}

fn edits(grammar: Grammar) -> Vec<Grammar> {
    let forms = grammar.forms();
    let mut edited = Vec::new();
    for (at, form) in forms.iter().enumerate() {
        for byte in 0..form.len() {
            let range = form.bytes(byte).unwrap();
            for (first, last) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let moved = |byte: u8, by: i8| byte.checked_add_signed(by);
                let (Some(first), Some(last)) = (moved(range.first, first), moved(range.last, last)) else {
                    continue;
                };
                if first > last {
                    continue;
                }
                let mut bytes: Vec<Bytes> = (0..form.len()).filter_map(|at| form.bytes(at)).collect();
                bytes[byte] = Bytes::new(first, last);
                let mut forms = forms.to_vec();
                forms[at] = Form::new(bytes[0], bytes[1..].to_vec().leak());
                edited.push((forms, grammar.neighbours()));
            }
        }
    }
    if grammar.neighbours() != Neighbours::Free {
        edited.push((forms.to_vec(), Neighbours::Free));
    }
    if let Neighbours::Apart { first, second } | Neighbours::Together { first, second } = grammar.neighbours()
    {
        edited.push((forms.to_vec(), Neighbours::Apart { first: second, second: first }));
        edited.push((forms.to_vec(), Neighbours::Together { first: second, second: first }));
    }
    // An edit can give two forms a common sequence, which is not a valid grammar.
    edited.retain(|(forms, _)| {
        forms.iter().enumerate().all(|(at, a)| forms[..at].iter().all(|b| differ(a, b)))
    });
    edited.into_iter().map(|(forms, neighbours)| Grammar::new(forms.leak(), neighbours)).collect()
}

fn differ(a: &Form, b: &Form) -> bool {
    let both = (0..).map_while(|at| a.bytes(at).zip(b.bytes(at)));
    both.into_iter().any(|(a, b)| a.last < b.first || b.last < a.first)
}
