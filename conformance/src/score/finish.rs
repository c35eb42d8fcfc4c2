//! Finishes the vectors: determines what each case catches, and the smoke set.

use std::collections::BTreeMap;

use super::trial::{Trial, killing};
use super::{Universe, is_systematic};
use crate::vectors::{self, Case, Catch, flags};
use crate::{mutants::Family, threads::in_parallel};

/// The maximum number of mutants listed with a case: those that the fewest other cases catch.
const LIST_MAX_LEN: usize = 4;

/// The committed files by name, each case with its results derived anew, the mutants that it catches, and the flag of the
/// smoke set. Takes a minute, optimised.
pub fn finished() -> Vec<(&'static str, Vec<Case>)> {
    let mut files: Vec<(&str, Vec<Case>)> = vectors::by_file()
        .map(|(name, cases)| (name, cases.into_iter().map(vectors::renewed).collect()))
        .collect();
    let universe = Universe::new();
    let (killers, cost) = {
        let trials: Vec<Trial<'_>> = files.iter().flat_map(|(_, cases)| cases).map(Trial::new).collect();
        let cost: Vec<usize> = trials.iter().map(Trial::len).collect();
        let mutants = &universe.mutants;
        (in_parallel(mutants.len(), |at| killing(&mutants[at], &trials).collect::<Vec<_>>()), cost)
    };
    let smoke = cover(&universe, &killers, &cost);
    let mut caught: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (mutant, cases) in killers.iter().enumerate() {
        for &case in cases {
            caught.entry(case).or_default().push(mutant);
        }
    }
    for (at, case) in files.iter_mut().flat_map(|(_, cases)| cases).enumerate() {
        let mutants = caught.remove(&at).unwrap_or_default();
        annotate(case, &mutants, &universe, &killers);
        if smoke.contains(&at) {
            case.flags.push(flags::SMOKE.to_owned());
        }
    }
    files
}

/// A small set of cases that kills all mutants that are not systematic: greedily picks the case that kills most of the
/// remaining mutants, and a short one among equals.
fn cover(universe: &Universe, killers: &[Vec<usize>], cost: &[usize]) -> Vec<usize> {
    let wanted = |at: &usize| !is_systematic(universe.mutants[*at].family) && !killers[*at].is_empty();
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

/// Lists what the case catches: the rarest mutants by name, the systematic ones by their number.
fn annotate(case: &mut Case, mutants: &[usize], universe: &Universe, killers: &[Vec<usize>]) {
    let mutant = |at: usize| &universe.mutants[at];
    let mut named: Vec<usize> =
        mutants.iter().copied().filter(|&at| !is_systematic(mutant(at).family)).collect();
    named.sort_by_key(|&at| killers[at].len());
    let named = named.into_iter().take(if case.has(flags::W_METHOD) { 0 } else { LIST_MAX_LEN });
    let names = named.map(|at| format!("{}: {}", mutant(at).family.name(), mutant(at).name));
    case.catches.extend(names.map(Catch::Mutant));
    for family in [Family::Automaton, Family::Table] {
        let count = mutants.iter().filter(|&&at| mutant(at).family == family).count();
        let of = universe.of(family).count();
        if count > 0 && (family == Family::Automaton || !case.has(flags::W_METHOD)) {
            case.catches.push(Catch::Mutant(format!("{}: {count} of {of}", family.name())));
        }
    }
}
