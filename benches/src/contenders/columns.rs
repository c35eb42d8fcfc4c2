//! Columns of short strings: as a whole, in each layout of `placemat::batch`; string by string; and as in polars,
//! with a pass over the values and one over the offsets.

use placemat::batch::{self, Layout};

use super::column::{Column, place};
use super::contender::{Contender, Kind};
use super::peers;
use super::task::{Task, is_valid};

/// All contenders. The facade is the Arrow layout with offsets.
pub(super) fn all() -> Vec<Contender> {
    validators().into_iter().chain(finders()).collect()
}

fn validators() -> Vec<Contender> {
    let one = |name, kind, run| Contender::prepared(Task::Batch, name, kind, Column::of, run);
    vec![
        one("placemat", Kind::Facade, validated),
        one("lengths", Kind::Facade, |column| {
            batch::Column::lengths(&column.lengths, &column.values).validate().is_ok().into()
        }),
        one("views", Kind::Facade, |column| {
            batch::Column::views(&column.views, &[&column.long]).validate().is_ok().into()
        }),
        one("prefixed", Kind::Facade, |column| {
            batch::Column::prefixed(&column.prefixed, column.lengths.len()).validate().is_ok().into()
        }),
        one("one by one", Kind::Facade, |column| column.rows().all(placemat::is_utf8).into()),
        one("std", Kind::Peer, |column| column.rows().all(is_valid).into()),
        one("simdutf8-basic", Kind::Peer, |column| column.rows().all(peers::simdutf8_basic).into()),
        one("polars", Kind::Peer, polars),
    ]
}

fn validated(column: &mut Column) -> usize {
    batch::Column::offsets(&column.offsets, &column.values).validate().is_ok().into()
}

/// Without an early exit, as in polars: whether any offset points to a continuation byte.
fn polars(column: &mut Column) -> usize {
    let cuts = |offset: &i32| column.values.get(place(*offset)).is_some_and(|byte| byte & 0xC0 == 0x80);
    let is_all_valid = peers::simdutf8_basic(&column.values)
        && !column.offsets.iter().fold(false, |any, offset| any | cuts(offset));
    is_all_valid.into()
}

/// Those that make invalid rows null in a bitmap. The limit validates a column that is valid.
fn finders() -> Vec<Contender> {
    fn nullified<L: Layout>(column: batch::Column<'_, L>, validity: &mut [u8]) -> usize {
        column.nullify(validity).unwrap_or(usize::MAX)
    }
    let one = |name, kind, run| Contender::prepared(Task::InvalidRows, name, kind, Column::of, run);
    vec![
        one("placemat", Kind::Facade, |column| {
            nullified(batch::Column::offsets(&column.offsets, &column.values), &mut column.validity)
        }),
        one("lengths", Kind::Facade, |column| {
            nullified(batch::Column::lengths(&column.lengths, &column.values), &mut column.validity)
        }),
        one("views", Kind::Facade, |column| {
            nullified(batch::Column::views(&column.views, &[&column.long]), &mut column.validity)
        }),
        one("std", Kind::Peer, |column| column.nullify(is_valid)),
        one("simdutf8-basic", Kind::Peer, |column| column.nullify(peers::simdutf8_basic)),
        one("validation", Kind::Limit, validated),
    ]
}
