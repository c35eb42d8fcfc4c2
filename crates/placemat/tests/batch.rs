//! Columns of short strings: in every layout, every backend validates each row like std.
#![cfg(feature = "std")]

mod column;

use column::{Answer, Column, expected, handles};
use itertools::iproduct;
use placemat::batch::{self, RowError, are_boundaries};
use placemat::chars::{ceil_boundary, floor_boundary};
use placemat_conformance::{cases, random::Random, text::CHARACTERS};

#[test]
fn rows_are_validated_one_by_one() {
    let mut random = Random(7);
    let handles = handles();
    let cases: Vec<_> = cases::all().map(|case| case.bytes).collect();
    let mut wrong = 0;
    for round in 0..300 {
        // Around the size of one chunk of rows, and several.
        let count = random.pick(&[0, 1, 2, 40, 127, 128, 129, 256, 511, 512, 513, 1024, 1300]);
        let mut row = || {
            let len = random.pick(&[0, 1, 2, 3, 4, 5, 12, 13, 40, 130]);
            let bytes: Vec<u8> = (0..len).flat_map(|_| random.pick(&CHARACTERS).bytes()).take(len).collect();
            // Without a character that the end cuts off.
            bytes.utf8_chunks().next().map_or(Vec::new(), |chunk| chunk.valid().into())
        };
        let mut rows: Vec<Vec<u8>> = (0..count).map(|_| row()).collect();
        if round % 2 == 1 && count > 0 {
            for _ in 0..random.pick(&[1, 2, count / 10, 2 * count]) {
                let row = random.below(count);
                let bytes = random.pick(&cases);
                let at = random.below(rows[row].len() + 1);
                rows[row].splice(at..at, bytes.iter().copied());
            }
        }
        let expected = expected(&rows);
        wrong += usize::from(expected.is_err());
        let column = Column::of(&rows, b"\xFF\xFF", scattered(&mut random));
        column.check();
        for &handle in &handles {
            assert_eq!(column.answers(handle), [expected; 5]);
            column.repairs(handle, &rows);
        }
    }
    assert!(wrong > 80, "only {wrong} columns had an invalid row");
}

/// Characters of each length, cut in two.
fn cut() -> impl Iterator<Item = (&'static [u8], &'static [u8])> + Clone {
    let characters = ["\u{E9}", "\u{7FF}", "\u{4E2D}", "\u{FFFF}", "\u{1F37D}"].into_iter();
    characters.flat_map(|character| (1..character.len()).map(|at| character.as_bytes().split_at(at)))
}

/// The rows are valid as a whole, but an offset splits a character: a reader that validates only the
/// concatenation would create invalid text.
#[test]
fn a_character_that_an_offset_cuts() {
    let fillers = ["", "ab", "a long row of more than twelve bytes"].map(str::as_bytes);
    for ((first, second), before, filler) in iproduct!(cut(), [0, 1, 30, 510, 511, 512, 1100], fillers) {
        let mut rows = vec![filler.to_vec(); before];
        rows.extend([[filler, first].concat(), [second, filler].concat(), filler.to_vec()]);
        assert_eq!(agree_with(&rows, scattered(&mut Random(1))).unwrap_err().0, before);
        assert!(std::str::from_utf8(&rows.concat()).is_ok(), "together they are text");
    }
    assert_eq!(batch::Column::offsets(&[0, 1, 2], b"\xC3\xA9").validate().unwrap_err().row(), 0);
}

/// Bytes that are validated together.
const SEGMENT: usize = 64 * 1024;

/// Rows of `end` bytes in total: some of `long` bytes, an empty one, and the rest.
fn up_to(end: usize, long: usize) -> Vec<Vec<u8>> {
    let mut rows = vec![vec![b'a'; long]; end / long];
    rows.push(Vec::new());
    rows.push("\u{4E2D}".repeat(end % long / 3).into_bytes());
    rows.push(vec![b'a'; end % long % 3]);
    rows
}

/// The boundary of two stretches: rows that end just before it, at it and just after it.
#[test]
fn rows_at_the_end_of_a_stretch() {
    // With many rows and with hardly more than one; length prefixes count toward the stretch, too.
    let kinds = [(1000, 0), (1000, 19 * 4), (2 * SEGMENT, 0), (2 * SEGMENT, 3 * 4)];
    for ((long, lengths), nth) in iproduct!(kinds, 0..7) {
        let end = SEGMENT - lengths - 3 + nth;
        let mut good = up_to(end, long);
        let last = good.len() - 1;
        good.extend([b"more than twelve".to_vec(), Vec::new(), up_to(end + SEGMENT, 7).concat()]);
        assert_eq!(agree(&good), Ok(()));
        let bytes = [&b"\xFF"[..], b"\xE4\xB8", b"\xC3", b"\x80"];
        let places = [0, last - 1, last, last + 1, last + 2, last + 3];
        for (row, bytes) in places.into_iter().zip(bytes.into_iter().cycle()) {
            let mut rows = good.clone();
            rows[row].extend(bytes);
            assert_eq!(agree(&rows).unwrap_err().0, row);
            rows[last + 3].insert(0, 0xFF);
            assert_eq!(agree(&rows).unwrap_err().0, row);
        }
        for (first, second) in cut() {
            let mut rows = good.clone();
            rows[last].extend(first);
            rows[last + 1].splice(..0, second.iter().copied());
            assert!(std::str::from_utf8(&rows.concat()).is_ok(), "together they are text");
            assert_eq!(agree(&rows).unwrap_err().0, last);
        }
    }
}

/// Scatters long rows over two buffers.
fn scattered(random: &mut Random) -> impl FnMut(&[u8]) -> (usize, &'static [u8]) {
    |_| (random.below(2), if random.below(8) == 0 { b"\xC3" } else { b"" })
}

/// Compares every layout and every backend with std. Long rows are adjacent in one buffer.
fn agree(rows: &[Vec<u8>]) -> Answer<()> {
    agree_with(rows, |_| (1, b""))
}

fn agree_with(rows: &[Vec<u8>], place: impl FnMut(&[u8]) -> (usize, &'static [u8])) -> Answer<()> {
    let expected = expected(rows);
    let column = Column::of(rows, b"\xFF\xFF", place);
    for handle in handles() {
        assert_eq!(column.answers(handle), [expected; 5]);
    }
    expected
}

/// Numbers of a layout with any bit flipped: out of bounds, descending, negative, with other padding or prefixes.
#[test]
fn every_bit_of_a_layout() {
    let (long, other) = (&b"thirteen long"[..], &b"thirteen l\xC3\xA9\xC3"[..]);
    let all = [
        &[long][..],
        &[b"", b"\xC3\xA9", long, b"twelve bytes", b"\xFF"],
        &[b"a", other, long, other, b""],
        &[b"eleven byte", long, long, long],
        // Zeros are what a view of nothing refers to.
        &[b"a", b"", &[0; 13], other],
    ];
    for (rows, (before, numbers)) in iproduct!(all, [(0, 60), (600, 6)]) {
        let rows = [&vec![&b"a"[..]; before], rows].concat();
        for (number, bit) in iproduct!(0..numbers, 0..128) {
            let mut column = Column::of(&rows, b"", |row| (usize::from(row[12] & 1), b""));
            column.flip(number, bit);
            column.check();
        }
    }
}

/// The same before many more bytes, where places are checked without bounds checks.
#[test]
fn a_character_that_is_cut_in_a_long_column() {
    for ((first, second), before) in iproduct!(cut(), [0, 1, 500, 3000, 4095, 4096, 5000]) {
        let mut rows = vec![b"fifteen bytes.".to_vec(); before];
        // Not ASCII, because places in ASCII are not checked.
        rows.insert(0, "\u{E9}".as_bytes().to_vec());
        rows.extend([first.to_vec(), second.to_vec(), Vec::new()]);
        rows.extend([vec![b'a'; SEGMENT - 1], vec![b'b'; SEGMENT], vec![b'c'; 2 * SEGMENT]]);
        assert_eq!(agree(&rows).unwrap_err().0, before + 1);
    }
}

/// The same at and near a multiple of the stretch length, where a column begins at an offset in its values.
#[test]
fn a_character_that_is_cut_where_a_part_of_the_values_ends() {
    let firsts = [(0, 1), (1, 2), (15, 3), (SEGMENT - 1, 2), (SEGMENT, 2), (SEGMENT + 1, 3)];
    for ((first, part), nth, character) in iproduct!(firsts, 0..7, ["\u{E9}", "\u{4E2D}", "\u{1F37D}"]) {
        let place = part * SEGMENT - 3 + nth;
        for (cut, step) in iproduct!(0..=character.len(), [15, 40_000]) {
            let mut values = vec![b'a'; (part + 2) * SEGMENT];
            // Not ASCII, because places in ASCII are not checked.
            values[first..first + 2].copy_from_slice("\u{E9}".as_bytes());
            values[place - cut..][..character.len()].copy_from_slice(character.as_bytes());
            let before = (first..place - cut).step_by(step);
            let row = before.len();
            let offsets: Vec<u64> =
                before.chain((place..values.len()).step_by(step)).map(|at| at as u64).collect();
            let error = batch::Column::offsets(&offsets, &values).validate().err().map(|error| error.row());
            let cuts = cut > 0 && cut < character.len();
            assert_eq!(error, cuts.then(|| row - 1), "{first}, {place}, {character}, {cut}, {step}");
        }
    }
}

/// So many rows that their number alone ends a stretch.
#[test]
fn many_short_rows() {
    for count in [4095, 4096, 4097, 8193] {
        let good: Vec<Vec<u8>> = (0..count).map(|row| vec![b'a'; row % 3]).collect();
        assert_eq!(agree(&good), Ok(()));
        for row in [0, 127, 128, 4094, 4095, 4096, 8191, 8192].into_iter().filter(|row| *row < count) {
            let mut rows = good.clone();
            rows[row].push(0xC3);
            if let Some(next) = rows.get_mut(row + 1) {
                next.insert(0, 0xA9);
            }
            assert_eq!(agree(&rows).unwrap_err().0, row);
        }
    }
}

/// Inline and other rows after a chunk of 512 rows of one kind: state of the chunk before must not leak.
#[test]
fn mixed_rows_after_a_whole_chunk() {
    let long = b"thirteen long".to_vec();
    let wrong = [&b"thirteen lon\xFF"[..], b"lon\xFF"];
    for (before, shorts, bytes) in iproduct!([&long, &b"short".to_vec()], [0, 1, 2, 300], wrong) {
        let mut rows = vec![before.clone(); 512];
        rows.extend(vec![b"not long".to_vec(); shorts]);
        rows.extend([bytes.to_vec(), long.clone(), b"last".to_vec()]);
        assert_eq!(agree(&rows).unwrap_err().0, 512 + shorts);
    }
}

/// Rows too long for the vector sum, next to others, and negative lengths.
#[test]
fn very_long_rows() {
    let long = 1 << 20;
    let values = vec![b'a'; 3 * long];
    for before in [0, 1, 127, 128, 129, 300] {
        let mut lengths = vec![2; before];
        lengths.extend([i32::try_from(long).unwrap(), 0, 3, 1]);
        let end = 2 * before + long + 4;
        assert_eq!(batch::Column::lengths(&lengths, &values).validate(), Ok(end));
        let mut bad = values.clone();
        bad[2 * before + long] = 0xFF;
        assert_eq!(batch::Column::lengths(&lengths, &bad).validate().unwrap_err().row(), before + 2);
        bad[2 * before + long - 1] = 0xFF;
        assert_eq!(batch::Column::lengths(&lengths, &bad).validate().unwrap_err().row(), before);
        assert_eq!(batch::Column::lengths(&lengths, &values[..end - 1]).validate(), outside(before + 3));
        lengths[before + 2] = -1;
        assert_eq!(batch::Column::lengths(&lengths, &values).validate(), outside(before + 2));
    }
}

/// Descending rows are not located by a sum of lengths.
#[test]
fn places_that_descend_in_a_long_column() {
    let values = vec![b'a'; 5 * SEGMENT];
    let good: Vec<usize> = (0..=40).map(|row| row * 2000).collect();
    for row in 2..40 {
        for (place, expected) in [
            (good[row - 1] - 1, RowError::NotAscending { row: row - 1 }),
            (good[row + 1] + 1, RowError::NotAscending { row }),
            (values.len(), RowError::NotAscending { row }),
            (values.len() + 1, RowError::OutOfBounds { row: row - 1 }),
            (usize::MAX, RowError::OutOfBounds { row: row - 1 }),
        ] {
            let mut offsets = good.clone();
            offsets[row] = place;
            assert_eq!(batch::Column::offsets(&offsets, &values).validate(), Err(expected), "{row}: {place}");
        }
    }
    assert_eq!(batch::Column::offsets(&good, &values).validate(), Ok(()));
}

/// Bytes between rows, or before them in another buffer, do not complete a row.
#[test]
fn a_row_is_not_completed_from_outside() {
    // The length after the row is 169, whose first byte would complete the character.
    let rows = [b"\xC3".to_vec(), vec![b'a'; 0xA9]];
    assert_eq!(agree(&rows).unwrap_err().0, 0);

    // The second row begins in another buffer, at the offset where the first one ends.
    let buffers: [&[u8]; 2] = [b"thirteen longthirteen long", b"thirteen longthirteen lon\xFF"];
    let view = |which: u32, start: u32| {
        let fields = [13, u32::from_le_bytes(*b"thir"), which, start];
        fields.iter().rev().fold(0, |view, field| view << 32 | u128::from(*field))
    };
    assert_eq!(batch::Column::views(&[view(0, 0), view(0, 13)], &buffers).validate(), Ok(()));
    let error = batch::Column::views(&[view(0, 0), view(1, 13)], &buffers).validate().unwrap_err();
    assert!(matches!(error, RowError::Invalid { row: 1, error } if error.valid_up_to() == 12));

    // A gap between two rows, and a row that begins inside a character.
    let apart = [b"thirteen longthirteen longthirteen lon\xFF"];
    assert_eq!(batch::Column::views(&[view(0, 0), view(0, 26)], &apart).validate().unwrap_err().row(), 1);
    let apart = [b"thirteen lon\xC3\xA9thirteen long"];
    assert_eq!(batch::Column::views(&[view(0, 0), view(0, 14)], &apart).validate().unwrap_err().row(), 0);
    let cut = u128::from_le_bytes(*b"\x0D\0\0\0\xA9 an\0\0\0\0\x01\0\0\0");
    assert_eq!(batch::Column::views(&[cut], &[b"\xC3\xA9 and so on, on"]).validate().unwrap_err().row(), 0);
}

fn outside<T>(row: usize) -> Result<T, RowError> {
    Err(RowError::OutOfBounds { row })
}

#[test]
fn places_outside_are_refused() {
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
        (&[0, 2, 1, 3], Err(RowError::NotAscending { row: 1 })),
        (&[3, 0], Err(RowError::NotAscending { row: 0 })),
        (&[0, 1, i64::MAX, 3], outside(1)),
    ] {
        assert_eq!(batch::Column::offsets(offsets, b"abc").validate(), expected, "{offsets:?}");
    }
    assert_eq!(batch::Column::offsets(&[0, u64::MAX], b"abc").validate(), outside(0));
    assert_eq!(batch::Column::offsets(&[0, u32::MAX], b"abc").validate(), outside(0));
    assert_eq!(batch::Column::offsets(&[0, usize::MAX], b"abc").validate(), outside(0));
    assert_eq!(batch::Column::offsets(&[i32::MIN, i32::MAX], b"abc").validate(), outside(0));

    assert_eq!(batch::Column::lengths(&[3, 0, 0], b"abc").validate(), Ok(3));
    assert_eq!(batch::Column::lengths(&[i32::MAX; 600], b"abc").validate(), outside(0));
    assert_eq!(batch::Column::lengths(&[1, i32::MIN, 2], b"abc").validate(), outside(1));
    assert_eq!(batch::Column::lengths(&[2, 2], b"abc").validate(), outside(1));
    assert_eq!(batch::Column::lengths(&[2, -1], b"abc").validate(), outside(1));

    assert_eq!(batch::Column::prefixed(b"", 0).validate(), Ok(0));
    assert_eq!(batch::Column::prefixed(b"\0\0\0\0\x01\0\0\0\xFF", 1).validate(), Ok(4));
    assert_eq!(batch::Column::prefixed(b"", usize::MAX).validate(), outside(0));
    assert_eq!(batch::Column::prefixed(b"\0\0\0\0\0\0\0", usize::MAX).validate(), outside(1));
    assert_eq!(batch::Column::prefixed(b"\xFF\xFF\xFF\xFFabc", 1).validate(), outside(0));
    assert_eq!(batch::Column::prefixed(b"\x7F\x7F\x7F\x7Fabc", 1).validate(), outside(0));
}

#[test]
fn boundaries_are_where_std_has_them() {
    let text = "a\u{E9}\u{4E2D}\u{1F37D}";
    for at in 0..text.len() + 3 {
        assert_eq!(are_boundaries(&[0, at, 0], text.as_bytes()), text.is_char_boundary(at), "{at}");
    }
    assert!(are_boundaries::<i32>(&[], b""));
    assert!(!are_boundaries(&[1], "\u{80}".as_bytes()));
    assert!(!are_boundaries(&[2, 1], b"a") && !are_boundaries(&[1, 2], b"a"));
    assert!(!are_boundaries(&[-1], b"a"));
    assert!(!are_boundaries(&[i64::MIN], b"a") && !are_boundaries(&[u64::MAX], b"a"));
}

/// In a valid buffer, a row is valid iff it begins and ends at a boundary, whether or not the buffer is trusted.
#[test]
fn rows_in_trusted_buffers() {
    let mut random = Random(3);
    let text: String = (0..2000).map(|_| random.pick(&CHARACTERS)).collect();
    let buffers = [text.as_bytes(), b"more text than twelve bytes"];
    for round in 0..2000 {
        let views: Vec<[u8; 16]> = (0..random.pick(&[1, 2, 3, 40]))
            .map(|_| {
                let (mut start, mut end) = (random.below(text.len() - 80), 13 + random.below(60));
                end += start;
                if random.below(20) > 0 {
                    (start, end) =
                        (floor_boundary(text.as_bytes(), start), ceil_boundary(text.as_bytes(), end));
                }
                let fields =
                    [end - start, 0, 0, start].map(|field| u32::try_from(field).unwrap().to_le_bytes());
                let mut view: [u8; 16] = *fields.as_flattened().first_chunk().unwrap();
                view[4..8].copy_from_slice(&text.as_bytes()[start..start + 4]);
                view
            })
            .collect();
        let column = batch::Column::views(&views, &buffers);
        for trusted in 0..=2 {
            assert_eq!(column.with_trusted_buffers(trusted).validate(), column.validate(), "{round}");
        }
    }
}

/// The layout of a null row counts, except of one given by a view.
#[test]
fn null_rows_out_of_bounds() {
    let null = [0];
    let outside = Err(RowError::OutOfBounds { row: 0 });
    assert_eq!(batch::Column::offsets(&[0, 4], b"abc").with_validity(&null).validate(), outside);
    assert_eq!(batch::Column::lengths(&[4], b"abc").with_validity(&null).validate().map(drop), outside);
    assert_eq!(batch::Column::prefixed(b"\x01\0\0\0", 1).with_validity(&null).validate().map(drop), outside);
    assert_eq!(batch::Column::views(&[u128::MAX], &[""]).with_validity(&null).validate(), Ok(()));
    assert_eq!(batch::Column::views(&[u128::MAX], &[""]).with_validity(&[]).validate(), outside, "no bit");
    assert_eq!(batch::Column::prefixed(b"", usize::MAX).invalid().count(), 1);
}
