//! Rows in every layout, and a model of each: it validates each row by itself, with std, and never looks at the
//! concatenation of rows. Only the kinds of errors come from the grammar.

mod model;

use placemat::Replacement;
use placemat::backend::{self, Handle};
use placemat::batch::{self, RowError, are_boundaries};
use placemat_conformance::{contract::Practice, reference};

pub(crate) use model::{Answer, expected};

pub(crate) fn handles() -> Vec<Handle> {
    let handles: Vec<_> = backend::all().iter().filter_map(|entry| entry.get().ok()).collect();
    assert!(handles.len() >= 2, "too few backends for a comparison");
    handles
}

/// Rows in every layout, in exact allocations.
pub(crate) struct Column {
    offsets: Vec<i64>,
    lengths: Vec<i32>,
    /// The values begin here, after some that belong to no row.
    start: usize,
    values: Box<[u8]>,
    prefixed: Box<[u8]>,
    views: Vec<u128>,
    buffers: [Box<[u8]>; 2],
}

/// The value of `$body` for the column in each layout.
macro_rules! in_each_layout {
    ($rows:ident, $handle:ident, |$column:ident| $body:expr) => {{
        let Self { offsets, lengths, start, values, prefixed, views, buffers } = $rows;
        let bytes: Vec<_> = views.iter().map(|view| view.to_le_bytes()).collect();
        in_each_layout! { @each $handle, $column, $body,
            batch::Column::offsets(offsets, values),
            batch::Column::lengths(lengths, &values[*start..]),
            batch::Column::prefixed(prefixed, lengths.len()),
            batch::Column::views(views, buffers),
            batch::Column::views(&bytes, buffers)
        }
    }};
    (@each $handle:ident, $name:ident, $body:expr, $($column:expr),*) => {
        [$({
            let $name = $column.with_backend($handle);
            $body
        }),*]
    };
}

impl Column {
    /// Rows in values that begin and end with bytes of no row. `place` returns the buffer of a long row, and bytes before
    /// it.
    pub(crate) fn of<R: AsRef<[u8]>>(
        rows: impl IntoIterator<Item = R>, around: &[u8],
        mut place: impl FnMut(&[u8]) -> (usize, &'static [u8]),
    ) -> Self {
        let (mut offsets, mut lengths, mut views) =
            (vec![around.len().cast_signed() as i64], Vec::new(), Vec::new());
        let (mut values, mut prefixed) = (around.to_vec(), Vec::new());
        let mut buffers = [around, b""].map(<[u8]>::to_vec);
        for row in rows {
            let row = row.as_ref();
            let len = u32::try_from(row.len()).expect("rows are short");
            values.extend(row);
            offsets.push(values.len().cast_signed() as i64);
            lengths.push(len.cast_signed());
            prefixed.extend(len.to_le_bytes());
            prefixed.extend(row);
            let mut view = [0; 16];
            view[..4].copy_from_slice(&len.to_le_bytes());
            if row.len() <= 12 {
                view[4..4 + row.len()].copy_from_slice(row);
            } else {
                let (which, before) = place(row);
                buffers[which].extend(before);
                view[4..8].copy_from_slice(&row[..4]);
                view[8..12].copy_from_slice(&u32::try_from(which).expect("0 or 1").to_le_bytes());
                let start = u32::try_from(buffers[which].len()).expect("columns are small");
                view[12..].copy_from_slice(&start.to_le_bytes());
                buffers[which].extend(row);
            }
            views.push(u128::from_le_bytes(view));
        }
        values.extend(around);
        prefixed.extend(around);
        let (start, buffers) = (around.len(), buffers.map(Into::into));
        Self { offsets, lengths, start, values: values.into(), prefixed: prefixed.into(), views, buffers }
    }

    /// Flips a bit of a number in each layout, with the index counted from the end.
    pub(crate) fn flip(&mut self, number: usize, bit: u32) {
        fn at<T>(numbers: &mut [T], number: usize) -> &mut T {
            let len = numbers.len();
            &mut numbers[len - 1 - number % len]
        }
        *at(&mut self.offsets, number) ^= 1 << (bit % 64);
        *at(&mut self.lengths, number) ^= 1 << (bit % 32);
        *at(&mut self.views, number) ^= 1 << bit;
        *at(&mut self.prefixed, number) ^= 1 << (bit % 8);
    }

    /// Compares every backend with the model of each layout.
    pub(crate) fn check(&self) {
        let Self { offsets, lengths, start, values, prefixed, views, buffers } = self;
        let by_lengths = model::lengths(lengths, &values[*start..]);
        let by_prefixes = model::prefixed(prefixed, lengths.len());
        let by_views = model::views(views, buffers);
        let rows = [
            model::offsets(offsets, values),
            by_lengths.map(drop),
            by_prefixes.map(drop),
            by_views,
            by_views,
        ];
        for handle in handles() {
            assert_eq!(self.answers(handle), rows, "{offsets:?} {lengths:?} {prefixed:x?} {views:x?}");
            let found = batch::Column::lengths(lengths, &values[*start..]).with_backend(handle).validate();
            assert_eq!(found.ok(), by_lengths.ok(), "{lengths:?}");
            let found = batch::Column::prefixed(prefixed, lengths.len()).with_backend(handle).validate();
            assert_eq!(found.ok(), by_prefixes.ok(), "{prefixed:x?}");
        }
        if let Ok(text) = str::from_utf8(values) {
            let is_boundary = |at: &i64| usize::try_from(*at).is_ok_and(|at| text.is_char_boundary(at));
            assert_eq!(are_boundaries(offsets, values), offsets.iter().all(is_boundary), "{offsets:?}");
        }
    }

    /// The answer for each layout.
    pub(crate) fn answers(&self, handle: Handle) -> [Answer<()>; 5] {
        in_each_layout!(self, handle, |column| model::answer(column.validate().map(drop)))
    }

    /// Checks that all layouts find every invalid row, make it null, and repair it by each policy.
    pub(crate) fn repairs(&self, handle: Handle, rows: &[Vec<u8>]) {
        let is_invalid = |row: &usize| str::from_utf8(&rows[*row]).is_err();
        let expected: Vec<usize> = (0..rows.len()).filter(is_invalid).collect();
        let invalid = in_each_layout!(self, handle, |column| {
            column.invalid().map(|error| error.row()).collect::<Vec<_>>()
        });
        assert!(invalid.iter().all(|found| *found == expected), "{invalid:?}, not {expected:?}");

        let mut validity = vec![0xFF; rows.len().div_ceil(8)];
        let cleared =
            batch::Column::offsets(&self.offsets, &self.values).with_backend(handle).nullify(&mut validity);
        assert_eq!(cleared, Ok(expected.len()));
        for row in 0..rows.len() {
            assert_eq!(validity[row / 8] >> (row % 8) & 1 == 0, expected.contains(&row), "{row}");
        }
        self.leaves_out(handle, &validity, Ok(()));
        if let Some(first) = expected.first() {
            validity[first / 8] |= 1 << (first % 8);
            self.leaves_out(handle, &validity, Err(*first));
        }
        if let Some(last) = expected.last() {
            let short = &mut validity[..last / 8];
            let error = batch::Column::views(&self.views, &self.buffers).with_backend(handle).nullify(short);
            let row = expected.iter().copied().find(|row| row / 8 == last / 8).unwrap();
            assert_eq!(error, Err(RowError::Bitmap { row }));
        }

        for (policy, practice) in Replacement::ALL.iter().copied().zip(Practice::ALL) {
            self.repairs_by(handle, (policy, practice), rows, expected.len());
        }
    }

    /// Checks that all layouts leave out null rows.
    fn leaves_out(&self, handle: Handle, validity: &[u8], expected: Result<(), usize>) {
        let found = in_each_layout!(self, handle, |column| {
            column.with_validity(validity).validate().map(drop).map_err(|error| error.row())
        });
        assert_eq!(found, [expected; 5]);
    }

    fn repairs_by(
        &self, handle: Handle, (policy, practice): (Replacement, Practice), rows: &[Vec<u8>], invalid: usize,
    ) {
        let offsets = batch::Column::offsets(&self.offsets, &self.values).with_backend(handle);
        let offsets = offsets.with_replacement(policy).repair().unwrap();
        let lengths = batch::Column::lengths(&self.lengths, &self.values[self.start..]).with_backend(handle);
        let lengths = lengths.with_replacement(policy).repair().unwrap();
        let views = batch::Column::views(&self.views, &self.buffers).with_backend(handle);
        let views = views.with_replacement(policy).repair().unwrap();
        let buffers: Vec<&[u8]> =
            self.buffers.iter().map(|buffer| &**buffer).chain([&*views.values]).collect();
        let mut start = 0;
        for (row, bytes) in rows.iter().enumerate() {
            let text = reference::replaced_by(practice, bytes);
            let bounds = [0, 1].map(|more| usize::try_from(offsets.rows[row + more]).unwrap());
            assert_eq!(offsets.values[bounds[0]..bounds[1]], text);
            let len = usize::try_from(lengths.rows[row]).unwrap();
            assert_eq!(lengths.values[start..start + len], text);
            start += len;
            let view = views.rows[row].to_le_bytes();
            let field = |at: usize| u32::from_le_bytes(*view[at..].first_chunk().unwrap()) as usize;
            let viewed = if field(0) <= 12 { &view[4..] } else { &buffers[field(8)][field(12)..] };
            assert_eq!(viewed[..field(0)], text);
        }
        assert_eq!(batch::Column::views(&views.rows, &buffers).with_backend(handle).validate(), Ok(()));
        let counts = (offsets.rows.len(), lengths.rows.len(), views.rows.len());
        assert_eq!(counts, (rows.len() + 1, rows.len(), rows.len()));
        assert_eq!([offsets.replaced, lengths.replaced, views.replaced], [invalid; 3]);
    }
}
