//! Rows in every layout, and the expected result from std.

use placemat::{
    backend::{self, Handle},
    batch::{Batch, Error},
};
use placemat_conformance::random::Random;

/// The error in a row, without the kind: row, `valid_up_to`, `error_len`.
pub(crate) type Found = Result<(), (usize, usize, Option<usize>)>;

/// The result of std for the rows, one by one.
pub(crate) fn expected(rows: &[Vec<u8>]) -> Found {
    for (row, bytes) in rows.iter().enumerate() {
        std::str::from_utf8(bytes).map_err(|error| (row, error.valid_up_to(), error.error_len()))?;
    }
    Ok(())
}

fn found<T>(result: &Result<T, Error>) -> Found {
    match *result {
        Ok(_) => Ok(()),
        Err(Error::Malformed { row, error }) => Err((row, error.valid_up_to(), error.error_len())),
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
    pub(crate) fn agrees(&self, batch: Batch, expected: Found) {
        assert_eq!(found(&batch.validate_offsets(&self.offsets, &self.values)), expected);
        let lengths = batch.validate_lengths(&self.lengths, &self.values[2..]);
        assert_eq!(found(&lengths), expected);
        let prefixed = batch.validate_prefixed(&self.prefixed, self.lengths.len());
        assert_eq!(found(&prefixed), expected);
        if expected.is_ok() {
            assert_eq!(lengths, Ok(self.values.len() - 3));
            assert_eq!(prefixed, Ok(self.prefixed.len() - 1));
        }
        assert_eq!(found(&batch.validate_views(&self.views, &self.buffers)), expected);
    }
}
