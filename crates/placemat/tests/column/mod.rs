//! Rows in every layout, and the expected result from std.

use placemat::Replacement;
use placemat::backend::{self, Handle};
use placemat::batch::{self, RowError};
use placemat_conformance::{contract::Practice, random::Random, reference};

/// The error in a row, without the kind: row, `valid_up_to`, `error_len`.
pub(crate) type Found = Result<(), (usize, usize, Option<usize>)>;

/// The result of std for the rows, one by one.
pub(crate) fn expected(rows: &[Vec<u8>]) -> Found {
    for (row, bytes) in rows.iter().enumerate() {
        std::str::from_utf8(bytes).map_err(|error| (row, error.valid_up_to(), error.error_len()))?;
    }
    Ok(())
}

fn found<T>(result: &Result<T, RowError>) -> Found {
    match *result {
        Ok(_) => Ok(()),
        Err(RowError::Invalid { row, error }) => Err((row, error.valid_up_to(), error.error_len())),
        Err(error) => panic!("{error}"),
    }
}

pub(crate) fn handles() -> Vec<Handle> {
    let handles: Vec<_> = backend::all().iter().filter_map(|entry| entry.get().ok()).collect();
    assert!(handles.len() >= 2, "too few backends for a comparison");
    handles
}

/// Adjacent rows, after some bytes that belong to none.
pub(crate) struct Column {
    offsets: Vec<i64>,
    lengths: Vec<i32>,
    values: Vec<u8>,
    prefixed: Vec<u8>,
    views: Vec<u128>,
    buffers: Vec<Vec<u8>>,
}

/// The value of `$body` for the column in each layout.
macro_rules! in_each_layout {
    ($rows:ident, $handle:ident, |$column:ident| $body:expr) => {{
        let Self { offsets, lengths, values, prefixed, views, buffers } = $rows;
        let bytes: Vec<_> = views.iter().map(|view| view.to_le_bytes()).collect();
        in_each_layout! { @each $handle, $column, $body,
            batch::Column::offsets(offsets, values),
            batch::Column::lengths(lengths, &values[2..]),
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
    /// With `random`, long rows are scattered over two buffers; without it, they are adjacent in one.
    pub(crate) fn of(rows: &[Vec<u8>], mut random: Option<&mut Random>) -> Self {
        let mut column = Self {
            offsets: vec![2],
            lengths: Vec::new(),
            values: b"\xFF\xFF".to_vec(),
            prefixed: Vec::new(),
            views: Vec::new(),
            buffers: vec![b"\xFF".to_vec(), Vec::new()],
        };
        for row in rows {
            column.values.extend_from_slice(row);
            column.offsets.push(column.values.len().try_into().unwrap());
            column.lengths.push(row.len().try_into().unwrap());
            let len = u32::try_from(row.len()).unwrap();
            column.prefixed.extend_from_slice(&len.to_le_bytes());
            column.prefixed.extend_from_slice(row);

            let mut view = [0; 16];
            view[..4].copy_from_slice(&len.to_le_bytes());
            if row.len() <= 12 {
                view[4..4 + row.len()].copy_from_slice(row);
            } else {
                let mut below = |bound| random.as_mut().map_or(1, |random| random.below(bound));
                let which = below(2);
                let buffer = &mut column.buffers[which];
                if below(8) == 0 {
                    buffer.push(0xC3);
                }
                view[4..8].copy_from_slice(&row[..4]);
                view[8..12].copy_from_slice(&u32::try_from(which).unwrap().to_le_bytes());
                view[12..].copy_from_slice(&u32::try_from(buffer.len()).unwrap().to_le_bytes());
                buffer.extend_from_slice(row);
            }
            column.views.push(u128::from_le_bytes(view));
        }
        column.values.push(0xFF);
        column.prefixed.push(0xFF);
        column
    }

    /// Checks that all layouts give the expected result.
    pub(crate) fn agrees(&self, handle: Handle, expected: Found) {
        let results = in_each_layout!(self, handle, |column| found(&column.validate().map(drop)));
        assert_eq!(results, [expected; 5]);
        if expected.is_ok() {
            let lengths = batch::Column::lengths(&self.lengths, &self.values[2..]).with_backend(handle);
            assert_eq!(lengths.validate(), Ok(self.values.len() - 3));
            let prefixed = batch::Column::prefixed(&self.prefixed, self.lengths.len()).with_backend(handle);
            assert_eq!(prefixed.validate(), Ok(self.prefixed.len() - 1));
        }
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
        let lengths = batch::Column::lengths(&self.lengths, &self.values[2..]).with_backend(handle);
        let lengths = lengths.with_replacement(policy).repair().unwrap();
        let views = batch::Column::views(&self.views, &self.buffers).with_backend(handle);
        let views = views.with_replacement(policy).repair().unwrap();
        let buffers: Vec<&[u8]> = self.buffers.iter().map(Vec::as_slice).chain([&*views.values]).collect();
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
