//! Runs all mutants on all cases.

use super::{trial::Trial, universe::Included};
use crate::{suite::Buffer, threads::in_parallel};

/// For each mutant, the first case that kills it.
pub(super) fn killers(mutants: &[Included], trials: &[Trial<'_>]) -> Vec<Option<usize>> {
    in_parallel(mutants.len(), |at| killing(&mutants[at], trials).next())
}

/// For each mutant, all cases that kill it, in order.
pub(super) fn all_killers(mutants: &[Included], trials: &[Trial<'_>]) -> Vec<Vec<usize>> {
    in_parallel(mutants.len(), |at| killing(&mutants[at], trials).collect())
}

fn killing(included: &Included, trials: &[Trial<'_>]) -> impl Iterator<Item = usize> {
    let mut buffer = Buffer::new(trials.iter().map(Trial::len).max().unwrap_or(0));
    (0..trials.len()).filter(move |at| trials[*at].kills(&*included.mutant.decoder, &mut buffer))
}
