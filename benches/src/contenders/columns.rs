//! Columns of short strings: as a whole, in each layout of `placemat::batch`; string by string; and as in polars,
//! with a pass over the values and one over the offsets.

use placemat::batch::{
    InvalidRows, Rows, invalid_lengths, invalid_offsets, invalid_views, validate_lengths, validate_offsets,
    validate_prefixed, validate_views,
};

use super::{
    contender::{Contender, Kind},
    task::Task,
    turn::Prepared,
};

/// All contenders. The facade is the Arrow layout with offsets.
pub(super) fn all() -> Vec<Contender> {
    let mut all = validators();
    all.extend(finders());
    all
}

fn contender(task: Task, name: &str, kind: Kind, run: fn(&mut Column) -> usize) -> Contender {
    Contender::checking(task, name, kind, Box::new(Prepared { make: Column::of, run }))
}

fn validators() -> Vec<Contender> {
    let one = |name, kind, run| contender(Task::Batch, name, kind, run);
    vec![
        one("placemat", Kind::Facade, validated),
        one("lengths", Kind::Facade, |column| {
            validate_lengths(&column.lengths, &column.values).is_ok().into()
        }),
        one("views", Kind::Facade, |column| validate_views(&column.views, &[&column.long]).is_ok().into()),
        one("prefixed", Kind::Facade, |column| {
            validate_prefixed(&column.prefixed, column.lengths.len()).is_ok().into()
        }),
        one("one by one", Kind::Facade, |column| column.rows().all(placemat::is_utf8).into()),
        one("std", Kind::Peer, |column| column.rows().all(|row| str::from_utf8(row).is_ok()).into()),
        one("simdutf8-basic", Kind::Peer, |column| {
            column.rows().all(|row| simdutf8::basic::from_utf8(row).is_ok()).into()
        }),
        one("polars", Kind::Peer, polars),
    ]
}

fn validated(column: &mut Column) -> usize {
    validate_offsets(&column.offsets, &column.values).is_ok().into()
}

/// Without an early exit, as in polars: whether any offset points to a continuation byte.
fn polars(column: &mut Column) -> usize {
    let cuts = |offset: &i32| column.values.get(place(*offset)).is_some_and(|byte| byte & 0xC0 == 0x80);
    let is_valid = simdutf8::basic::from_utf8(&column.values).is_ok()
        && !column.offsets.iter().fold(false, |any, offset| any | cuts(offset));
    is_valid.into()
}

/// Those that make invalid rows null in a bitmap. The limit validates a column that is valid.
fn finders() -> Vec<Contender> {
    fn nullified<R: Rows>(invalid: InvalidRows<R>, validity: &mut [u8]) -> usize {
        invalid.nullify(validity).unwrap_or(usize::MAX)
    }
    let one = |name, kind, run| contender(Task::InvalidRows, name, kind, run);
    vec![
        one("placemat", Kind::Facade, |column| {
            nullified(invalid_offsets(&column.offsets, &column.values), &mut column.validity)
        }),
        one("lengths", Kind::Facade, |column| {
            nullified(invalid_lengths(&column.lengths, &column.values), &mut column.validity)
        }),
        one("views", Kind::Facade, |column| {
            nullified(invalid_views(&column.views, &[&column.long]), &mut column.validity)
        }),
        one("std", Kind::Peer, |column| column.nullify(|row| str::from_utf8(row).is_ok())),
        one("simdutf8-basic", Kind::Peer, |column| {
            column.nullify(|row| simdutf8::basic::from_utf8(row).is_ok())
        }),
        one("validation", Kind::Limit, validated),
    ]
}

/// The number of invalid rows of a column in which each row is preceded by its length.
pub(super) fn invalid_rows(prefixed: &[u8]) -> usize {
    Column::of(prefixed).rows().filter(|row| str::from_utf8(row).is_err()).count()
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
    /// One bit per string, all set.
    validity: Vec<u8>,
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
        column.validity = vec![u8::MAX; column.lengths.len().div_ceil(8)];
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

    /// Clears the bits of invalid rows, and returns their number.
    fn nullify(&mut self, is_valid: impl Fn(&[u8]) -> bool) -> usize {
        let mut validity = std::mem::take(&mut self.validity);
        let mut cleared = 0;
        for (row, _) in self.rows().enumerate().filter(|(_, row)| !is_valid(row)) {
            validity[row / 8] &= !(1 << (row % 8));
            cleared += 1;
        }
        self.validity = validity;
        cleared
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
