//! Runs all mutants on all cases.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{question::Question, universe::Included};
use crate::{
    suite::Buffer,
    threads::{for_each_processor, on_each},
};

/// For each mutant, the first case that kills it.
pub(super) fn killers(mutants: &[Included], questions: &[Question<'_>]) -> Vec<Option<usize>> {
    each(mutants, questions, |included, buffer| {
        questions.iter().position(|question| question.kills(&*included.mutant.decoder, buffer))
    })
}

/// For each mutant, all cases that kill it, in order.
pub(super) fn all_killers(mutants: &[Included], questions: &[Question<'_>]) -> Vec<Vec<usize>> {
    each(mutants, questions, |included, buffer| {
        let killing = |at: &usize| questions[*at].kills(&*included.mutant.decoder, buffer);
        (0..questions.len()).filter(killing).collect()
    })
}

/// Calls `find` for every mutant, on all processors.
fn each<T: Send>(
    mutants: &[Included],
    questions: &[Question<'_>],
    find: impl Fn(&Included, &mut Buffer) -> T + Sync,
) -> Vec<T> {
    let longest = questions.iter().map(Question::len).max().unwrap_or(0);
    let next = AtomicUsize::new(0);
    let work = |_| {
        let mut buffer = Buffer::new(longest);
        let mut found = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(included) = mutants.get(at) else { return found };
            found.push((at, find(included, &mut buffer)));
        }
    };
    let mut found: Vec<_> = on_each(for_each_processor(), work).into_iter().flatten().collect();
    found.sort_unstable_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, found)| found).collect()
}
