//! Runs all mutants on all cases.

use super::{question::Question, universe::Included};
use crate::{suite::Buffer, threads::in_parallel};

/// For each mutant, the first case that kills it.
pub(super) fn killers(mutants: &[Included], questions: &[Question<'_>]) -> Vec<Option<usize>> {
    in_parallel(mutants.len(), |at| killing(&mutants[at], questions).next())
}

/// For each mutant, all cases that kill it, in order.
pub(super) fn all_killers(mutants: &[Included], questions: &[Question<'_>]) -> Vec<Vec<usize>> {
    in_parallel(mutants.len(), |at| killing(&mutants[at], questions).collect())
}

fn killing(included: &Included, questions: &[Question<'_>]) -> impl Iterator<Item = usize> {
    let mut buffer = Buffer::new(questions.iter().map(Question::len).max().unwrap_or(0));
    (0..questions.len()).filter(move |at| questions[*at].kills(&*included.mutant.decoder, &mut buffer))
}
