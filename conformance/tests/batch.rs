//! Columns of short strings: each row is judged as std judges it by itself, in every layout, by every backend.

use placemat::{
    backend::{self, Handle},
    batch::{Batch, Error, are_boundaries},
};
use placemat_conformance::{cases, random::Random, text::CHARACTERS};

/// What is wrong with a row, without the kind: row, `valid_up_to`, `error_len`.
type Found = Result<(), (usize, usize, Option<usize>)>;

/// What std says of the rows, one by one.
fn expected(rows: &[Vec<u8>]) -> Found {
    for (row, octets) in rows.iter().enumerate() {
        std::str::from_utf8(octets).map_err(|error| (row, error.valid_up_to(), error.error_len()))?;
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

fn handles() -> Vec<Handle> {
    let handles: Vec<_> = backend::all().iter().filter_map(|entry| entry.get().ok()).collect();
    assert!(handles.len() >= 2, "too few backends for a comparison");
    handles
}

/// Rows one after another, after some octets that belong to none.
struct Column {
    offsets: Vec<i64>,
    lengths: Vec<i32>,
    values: Vec<u8>,
    prefixed: Vec<u8>,
    views: Vec<u128>,
    buffers: Vec<Vec<u8>>,
}

impl Column {
    fn of(rows: &[Vec<u8>], random: &mut Random) -> Self {
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
                let which = random.below(2);
                let buffer = &mut column.buffers[which];
                if random.below(8) == 0 {
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

    /// All layouts agree with what is expected.
    fn agrees(&self, batch: Batch, expected: Found) {
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

/// A character, or octets that are none.
fn piece(random: &mut Random, hostile: bool) -> Vec<u8> {
    let cases: Vec<_> = cases::all().map(|case| case.octets).collect();
    if hostile { random.pick(&cases).to_vec() } else { random.pick(&CHARACTERS).as_bytes().to_vec() }
}

#[test]
fn rows_are_judged_one_by_one() {
    let mut random = Random(7);
    let handles = handles();
    let mut wrong = 0;
    for round in 0..300 {
        // Around one chunk of rows, and several.
        let count = random.pick(&[0, 1, 2, 40, 511, 512, 513, 1024, 1300]);
        let mut rows: Vec<Vec<u8>> = (0..count)
            .map(|_| {
                let len = random.pick(&[0, 1, 2, 3, 4, 5, 12, 13, 40, 130]);
                (0..len).flat_map(|_| piece(&mut random, false)).take(len).collect::<Vec<u8>>()
            })
            .map(|mut row| {
                // What is cut off at the end is completed, or dropped.
                let good = std::str::from_utf8(&row).map_or_else(|error| error.valid_up_to(), str::len);
                row.truncate(good);
                row
            })
            .collect();
        if round % 2 == 1 && count > 0 {
            for _ in 0..random.pick(&[1, 1, 2]) {
                let row = random.below(count);
                let octets = piece(&mut random, true);
                let at = random.below(rows[row].len() + 1);
                rows[row].splice(at..at, octets);
            }
        }
        let expected = expected(&rows);
        wrong += usize::from(expected.is_err());
        let column = Column::of(&rows, &mut random);
        for &handle in &handles {
            column.agrees(Batch::by(handle), expected);
        }
    }
    assert!(wrong > 80, "only {wrong} columns had an ill-formed row");
}

/// The rows are well formed together, and an offset cuts a character: a reader that checks only what comes of
/// putting them together makes invalid text of them.
#[test]
fn a_character_that_an_offset_cuts() {
    for character in ["\u{E9}", "\u{4E2D}", "\u{1F37D}"] {
        for cut in 1..character.len() {
            for before in [0, 1, 30, 510, 511, 512, 1100] {
                for filler in ["", "ab", "a long row of more than twelve octets"] {
                    let (first, second) = character.as_bytes().split_at(cut);
                    let mut rows = vec![filler.as_bytes().to_vec(); before];
                    rows.push([filler.as_bytes(), first].concat());
                    rows.push([second, filler.as_bytes()].concat());
                    rows.push(filler.as_bytes().to_vec());
                    let expected = expected(&rows);
                    assert_eq!(expected, Err((before, filler.len(), None)));
                    let column = Column::of(&rows, &mut Random(1));
                    for handle in handles() {
                        column.agrees(Batch::by(handle), expected);
                    }
                    assert!(std::str::from_utf8(&rows.concat()).is_ok(), "together they are text");
                }
            }
        }
    }
    assert_eq!(placemat::batch::validate_offsets(&[0, 1, 2], b"\xC3\xA9").unwrap_err().row(), 0);
}

fn outside<T>(row: usize) -> Result<T, Error> {
    Err(Error::OutOfBounds { row })
}

#[test]
fn places_outside_are_refused() {
    use placemat::batch::{validate_lengths, validate_offsets, validate_prefixed, validate_views};

    for (offsets, expected) in [
        (&[][..], Ok(())),
        (&[i64::MIN], Ok(())),
        (&[0, 0], Ok(())),
        (&[3, 3], Ok(())),
        (&[4, 4], outside(0)),
        (&[-1, 0], outside(0)),
        (&[0, -1], outside(0)),
        (&[0, i64::MAX], outside(0)),
        (&[i64::MAX, 0], outside(0)),
        (&[0, 2, 1, 3], Err(Error::NotAscending { row: 1 })),
        (&[3, 0], Err(Error::NotAscending { row: 0 })),
        (&[0, 1, i64::MAX, 3], outside(1)),
    ] {
        assert_eq!(validate_offsets(offsets, b"abc"), expected, "{offsets:?}");
    }
    assert_eq!(validate_offsets(&[0, u64::MAX], b"abc"), outside(0));
    assert_eq!(validate_offsets(&[0, u32::MAX], b"abc"), outside(0));
    assert_eq!(validate_offsets(&[0, usize::MAX], b"abc"), outside(0));
    assert_eq!(validate_offsets(&[i32::MIN, i32::MAX], b"abc"), outside(0));

    assert_eq!(validate_lengths(&[3, 0, 0], b"abc"), Ok(3));
    assert_eq!(validate_lengths(&[i32::MAX; 600], b"abc"), outside(0));
    assert_eq!(validate_lengths(&[1, i32::MIN, 2], b"abc"), outside(1));
    assert_eq!(validate_lengths(&[2, 2], b"abc"), outside(1));

    assert_eq!(validate_prefixed(b"", 0), Ok(0));
    assert_eq!(validate_prefixed(b"", usize::MAX), outside(0));
    assert_eq!(validate_prefixed(b"\0\0\0\0\0\0\0", usize::MAX), outside(1));
    assert_eq!(validate_prefixed(b"\xFF\xFF\xFF\xFFabc", 1), outside(0));
    assert_eq!(validate_prefixed(b"\x7F\x7F\x7F\x7Fabc", 1), outside(0));

    let view = |octets: &[u8; 16]| u128::from_le_bytes(*octets);
    let buffers: [&[u8]; 2] = [b"thirteen long", b""];
    let long = view(b"\x0D\0\0\0thir\0\0\0\0\0\0\0\0");
    let field = |which: u32, number: u32| u128::from(number) << (32 * which);
    assert_eq!(validate_views(&[long; 1000], &buffers), Ok(()));
    assert_eq!(validate_views(&[0, long + field(2, 1)], &buffers), outside(1));
    assert_eq!(validate_views(&[0, long + field(2, u32::MAX)], &buffers), outside(1));
    assert_eq!(validate_views(&[0, long + field(3, 1)], &buffers), outside(1));
    assert_eq!(validate_views(&[0, long + field(3, u32::MAX)], &buffers), outside(1));
    assert_eq!(validate_views(&[0, u128::MAX], &buffers), outside(1));
    assert_eq!(validate_views(&[0, long + field(1, 1)], &buffers), Err(Error::Prefix { row: 1 }));
    assert_eq!(validate_views::<&[u8]>(&[long], &[]), outside(0));
    for len in 0..12 {
        let padded = field(0, len) | 1 << 127;
        assert_eq!(validate_views(&[0, padded], &buffers), Err(Error::Padding { row: 1 }), "{len}");
    }
    assert_eq!(validate_views(&[view(b"\x0C\0\0\0twelve chars")], &buffers), Ok(()));
    assert!(validate_views(&[view(b"\x0C\0\0\0twelve char\xC3")], &buffers).is_err());
}

#[test]
fn boundaries_are_where_std_has_them() {
    let text = "a\u{E9}\u{4E2D}\u{1F37D}";
    for at in 0..text.len() + 3 {
        assert_eq!(are_boundaries(&[0, at, 0], text.as_bytes()), text.is_char_boundary(at), "{at}");
    }
    assert!(are_boundaries::<i32>(&[], b""));
    assert!(!are_boundaries(&[-1], b"a"));
    assert!(!are_boundaries(&[i64::MIN], b"a") && !are_boundaries(&[u64::MAX], b"a"));
}
