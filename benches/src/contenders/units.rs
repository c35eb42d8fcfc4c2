//! Contenders that convert and count: the facade and its peers.

mod dst;
mod libraries;

use placemat::backend::Handle;

use super::contender::{Contender, Kind};
use super::work::{self, Act, Work};
use super::{contender, facade, task::Task, turn::Check};
use dst::writes;

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
            Act::Convert => here("load+store", Kind::Limit, Some(load_and_store(work))),
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

/// The number of bytes loaded or stored at once.
const LINE: usize = 64;

/// An upper bound for conversion of ASCII: loads every unit once, and stores as many bytes as the result has. Each unit
/// becomes one unit.
fn load_and_store(work: Work) -> Box<dyn Check> {
    let (from, to) = (work.from.width(), work.to.width());
    writes(to, move |source: &[u8], dst: &mut [u8]| {
        let units = source.len() / from;
        let dst = &mut dst[..units * to];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx512f") {
            #[expect(unsafe_code, reason = "not every machine has the instructions")]
            // SAFETY: the feature has just been detected.
            unsafe {
                moves_wide(source, dst);
            }
            return units;
        }
        moves(source, dst);
        units
    })
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn moves_wide(from: &[u8], to: &mut [u8]) {
    moves(from, to);
}

/// If the result is wider, each line is stored several times; if it is narrower, one line is stored for several.
#[inline(always)]
fn moves(from: &[u8], to: &mut [u8]) {
    let (lines, _) = from.as_chunks::<LINE>();
    let (dsts, _) = to.as_chunks_mut::<LINE>();
    if lines.len() <= dsts.len() {
        let times = dsts.len() / lines.len().max(1);
        for (line, dsts) in lines.iter().zip(dsts.chunks_exact_mut(times.max(1))) {
            dsts.iter_mut().for_each(|dst| *dst = *line);
        }
    } else {
        let times = lines.len() / dsts.len().max(1);
        for (lines, dst) in lines.chunks_exact(times).zip(dsts) {
            let mut all = [0; LINE];
            for line in lines {
                all.iter_mut().zip(line).for_each(|(all, byte)| *all |= byte);
            }
            *dst = all;
        }
    }
}
