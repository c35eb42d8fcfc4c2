//! Columns of short strings: as a whole, in each layout of `placemat::batch`; string by string; and as in polars,
//! with a pass over the values and one over the offsets.

use std::{hint::black_box, time::Instant};

use placemat::batch::{validate_lengths, validate_offsets, validate_prefixed, validate_views};

use super::{
    contender::{Contender, Kind},
    task::Task,
    turn::{Check, Place},
};
use crate::arena::Arena;

/// All contenders. The facade is the Arrow layout with offsets.
pub(super) fn all() -> Vec<Contender> {
    let one = |name, kind, run: fn(&Column) -> bool| {
        Contender::checking(Task::Batch, name, kind, Box::new(Columns(run)))
    };
    vec![
        one("placemat", Kind::Facade, |column| validate_offsets(&column.offsets, &column.values).is_ok()),
        one("lengths", Kind::Facade, |column| validate_lengths(&column.lengths, &column.values).is_ok()),
        one("views", Kind::Facade, |column| validate_views(&column.views, &[&column.long]).is_ok()),
        one("prefixed", Kind::Facade, |column| {
            validate_prefixed(&column.prefixed, column.lengths.len()).is_ok()
        }),
        one("one by one", Kind::Facade, |column| column.rows().all(placemat::is_utf8)),
        one("std", Kind::Peer, |column| column.rows().all(|row| str::from_utf8(row).is_ok())),
        one("simdutf8-basic", Kind::Peer, |column| {
            column.rows().all(|row| simdutf8::basic::from_utf8(row).is_ok())
        }),
        one("polars", Kind::Peer, polars),
    ]
}

/// Without an early exit, as in polars: whether any offset points to a continuation byte.
fn polars(column: &Column) -> bool {
    let cuts = |offset: &i32| column.values.get(place(*offset)).is_some_and(|byte| byte & 0xC0 == 0x80);
    simdutf8::basic::from_utf8(&column.values).is_ok()
        && !column.offsets.iter().fold(false, |any, offset| any | cuts(offset))
}

/// Checks columns, which it builds before the clock starts.
struct Columns(fn(&Column) -> bool);

impl Check for Columns {
    fn turn(&self, arena: &Arena, warm_up: &[Place], timed: &[Place]) -> (u64, usize) {
        let columns = |places: &[Place]| -> Vec<_> {
            places.iter().map(|&(at, len)| Column::of(&arena.bytes()[at..at + len])).collect()
        };
        let pass = |columns: &[Column]| columns.iter().filter(|column| (self.0)(black_box(column))).count();
        black_box(pass(&columns(warm_up)));
        let timed = columns(timed);
        let start = Instant::now();
        let answers = black_box(pass(&timed));
        (u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX), answers)
    }
}

/// The strings in every layout.
#[derive(Default)]
struct Column {
    offsets: Vec<i32>,
    lengths: Vec<i32>,
    values: Vec<u8>,
    prefixed: Vec<u8>,
    views: Vec<u128>,
    /// The strings that are too long for a view.
    long: Vec<u8>,
}

impl Column {
    /// Builds a column from strings that are each preceded by their length.
    fn of(prefixed: &[u8]) -> Self {
        let mut column = Self { offsets: vec![0], prefixed: prefixed.to_vec(), ..Self::default() };
        let mut rest = prefixed;
        while let Some((len, after)) = rest.split_first_chunk() {
            let (row, after) = after.split_at(place(i32::from_le_bytes(*len)));
            column.push(*len, row);
            rest = after;
        }
        column
    }

    fn push(&mut self, len: [u8; 4], row: &[u8]) {
        let mut view = [0; 16];
        view[..4].copy_from_slice(&len);
        if row.len() <= 12 {
            view[4..4 + row.len()].copy_from_slice(row);
        } else {
            view[4..8].copy_from_slice(&row[..4]);
            view[12..].copy_from_slice(&number(self.long.len()).to_le_bytes());
            self.long.extend(row);
        }
        self.views.push(u128::from_le_bytes(view));
        self.values.extend(row);
        self.lengths.push(i32::from_le_bytes(len));
        self.offsets.push(number(self.values.len()));
    }

    fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.offsets.windows(2).map(|pair| &self.values[place(pair[0])..place(pair[1])])
    }
}

fn number(len: usize) -> i32 {
    i32::try_from(len).expect("the column is small")
}

fn place(offset: i32) -> usize {
    usize::try_from(offset).expect("offsets are positive")
}
