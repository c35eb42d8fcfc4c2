//! Finishes the vectors: determines what each case catches, and the smoke set.

use std::collections::BTreeMap;

use super::{
    matrix::{all_killers, killers},
    trial::Trial,
    universe::{SMOKE, Universe},
};
use crate::{
    suite::Buffer,
    vectors::{self, Case, Catch, Theme, candidates, flags},
};

/// The maximum number of mutants listed with a case: those that the fewest other cases catch.
const LIST_MAX_LEN: usize = 4;

/// The [themes](vectors::themes), with the mutants that each case catches and the flag of the smoke set. Takes a
/// minute, optimised.
#[must_use]
pub fn finished() -> Vec<Theme> {
    let mut themes = vectors::themes();
    let universe = Universe::new();
    let seams = seams(&universe, &themes);
    let at = themes.iter().position(|theme| theme.name == "blocks").map_or(0, |blocks| blocks + 1);
    themes.insert(at, seams);
    let (killers, cost) = {
        let cases = themes.iter().flat_map(|theme| &theme.cases);
        let trials: Vec<Trial<'_>> = cases.map(Trial::new).collect();
        let cost: Vec<usize> = trials.iter().map(Trial::len).collect();
        (all_killers(&universe.mutants, &trials), cost)
    };
    let smoke = cover(&universe, &killers, &cost);
    let mut caught: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (mutant, cases) in killers.iter().enumerate() {
        for &case in cases {
            caught.entry(case).or_default().push(mutant);
        }
    }
    for (at, case) in themes.iter_mut().flat_map(|theme| &mut theme.cases).enumerate() {
        let mutants = caught.remove(&at).unwrap_or_default();
        annotate(case, &mutants, &universe, &killers);
        if smoke.contains(&at) {
            case.flags.push(flags::SMOKE.to_owned());
        }
    }
    themes
}

/// The candidates that kill a mutant which no case so far kills.
fn seams(universe: &Universe, themes: &[Theme]) -> Theme {
    let trials: Vec<Trial<'_>> = themes.iter().flat_map(|theme| &theme.cases).map(Trial::new).collect();
    let killed = killers(&universe.mutants, &trials);
    let mut left: Vec<usize> = (0..killed.len()).filter(|&at| killed[at].is_none()).collect();
    let mut cases = Vec::new();
    for candidate in candidates() {
        if left.is_empty() {
            break;
        }
        let brief = candidate.brief();
        let trial = Trial::new(&brief);
        let mut buffer = Buffer::new(trial.len());
        let before = left.len();
        left.retain(|&at| !trial.kills(&*universe.mutants[at].mutant.decoder, &mut buffer));
        if left.len() < before {
            cases.push(candidate.case());
        }
    }
    Theme { name: "seams", about: "where decoders of blocks change their mode", cases }
}

/// A small set of cases that kills all mutants of the smoke set's families: greedily picks the case that kills most
/// of the remaining mutants, and a short one among equals.
fn cover(universe: &Universe, killers: &[Vec<usize>], cost: &[usize]) -> Vec<usize> {
    let wanted = |at: &usize| SMOKE.contains(&universe.mutants[*at].family) && !killers[*at].is_empty();
    let mut left: Vec<usize> = (0..killers.len()).filter(wanted).collect();
    let mut chosen = Vec::new();
    while !left.is_empty() {
        let mut gains = vec![0_usize; cost.len()];
        for &mutant in &left {
            for &case in &killers[mutant] {
                gains[case] += 1;
            }
        }
        let best = (0..cost.len()).max_by_key(|&case| (gains[case], std::cmp::Reverse((cost[case], case))));
        let Some(best) = best else { break };
        chosen.push(best);
        left.retain(|&mutant| killers[mutant].binary_search(&best).is_err());
    }
    chosen
}

/// Lists what the case catches: the rarest mutants by name, the automata by their number.
fn annotate(case: &mut Case, mutants: &[usize], universe: &Universe, killers: &[Vec<usize>]) {
    let family = |at: usize| universe.mutants[at].family;
    let systematic = |at: usize| ["automaton", "table"].contains(&family(at));
    let mut named: Vec<usize> = mutants.iter().copied().filter(|&at| !systematic(at)).collect();
    named.sort_by_key(|&at| killers[at].len());
    let named = named.into_iter().take(if case.has(flags::W_METHOD) { 0 } else { LIST_MAX_LEN });
    let names = named.map(|at| format!("{}: {}", family(at), universe.mutants[at].mutant.name));
    case.catches.extend(names.map(Catch::Mutant));
    for name in ["automaton", "table"] {
        let count = mutants.iter().filter(|&&at| family(at) == name).count();
        let of = universe.mutants.iter().filter(|included| included.family == name).count();
        if count > 0 && (name == "automaton" || !case.has(flags::W_METHOD)) {
            case.catches.push(Catch::Mutant(format!("{name}: {count} of {of}")));
        }
    }
}
