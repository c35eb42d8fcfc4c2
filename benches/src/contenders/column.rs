//! A column of short strings in the layouts of `placemat::batch`.

/// The strings in every layout.
#[derive(Default)]
pub(super) struct Column {
    pub(super) offsets: Vec<i32>,
    pub(super) lengths: Vec<i32>,
    pub(super) values: Vec<u8>,
    pub(super) prefixed: Vec<u8>,
    pub(super) views: Vec<u128>,
    /// The strings that are too long for a view.
    pub(super) long: Vec<u8>,
    /// One bit per string, all set.
    pub(super) validity: Vec<u8>,
}

impl Column {
    /// Builds a column from strings that are each preceded by their length.
    pub(super) fn of(prefixed: &[u8]) -> Self {
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
    pub(super) fn nullify(&mut self, is_valid: impl Fn(&[u8]) -> bool) -> usize {
        let mut validity = std::mem::take(&mut self.validity);
        let mut cleared = 0;
        for (row, _) in self.rows().enumerate().filter(|(_, row)| !is_valid(row)) {
            validity[row / 8] &= !(1 << (row % 8));
            cleared += 1;
        }
        self.validity = validity;
        cleared
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.offsets.windows(2).map(|pair| &self.values[place(pair[0])..place(pair[1])])
    }
}

fn number(len: usize) -> i32 {
    i32::try_from(len).expect("the column is small")
}

pub(super) fn place(offset: i32) -> usize {
    usize::try_from(offset).expect("offsets are positive")
}
