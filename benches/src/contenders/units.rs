//! Contenders that convert and count: the facade and its peers.

mod bound;
mod dst;
mod libraries;

use placemat::backend::Handle;

use super::contender::{Contender, Kind};
use super::work::{self, Act, Work};
use super::{contender, facade, task::Task, turn::Check};

/// All contenders, for each operation. The facade and simdutf also take part once for each backend and kernel, in
/// processes of their own. The limit of replacement is the facade's own conversion without it; that of conversion of
/// ASCII is a loop that only loads and stores; that of counts is validation alone.
pub(super) fn all(runnable: &[(&str, Handle)], kernels: &[&'static str]) -> Vec<Contender> {
    let mut all = Vec::new();
    for work in work::ALL {
        let task = Task::Units(work);
        let mut here = |name: &str, kind, check: Option<Box<dyn Check>>| {
            all.extend(check.map(|check| Contender::checking(task, name, kind, check)));
        };
        here("placemat", Kind::Facade, Some(libraries::placemat(work)));
        here("std", Kind::Peer, Some(libraries::std(work)));
        here("encoding_rs", Kind::Peer, libraries::encoding_rs(work));
        here("simdutf", Kind::Peer, libraries::simdutf(work));
        match work.act {
            Act::Convert => here(bound::NAME, Kind::Limit, Some(bound::load_and_store(work))),
            Act::Replace => {
                let strict = Work { act: Act::Convert, ..work };
                here("strict", Kind::Limit, Some(libraries::placemat(strict)));
            }
            Act::Count => here("validate", Kind::Limit, Some(Box::new(facade))),
            Act::Measure | Act::Own => {}
        }
        all.extend(contender::facades(task, runnable));
        if matches!(work.act, Act::Convert | Act::Measure | Act::Count) {
            all.extend(contender::kernels(task, kernels));
        }
    }
    all
}
