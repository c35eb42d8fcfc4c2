//! Compares whole columns, and every slice of them, with the standard library, row by row.

use arrow_array::{
    BinaryArray, BinaryViewArray, LargeBinaryArray, LargeStringArray, StringArray, StringViewArray,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::ArrowError;
use placemat::Replacement;
use placemat_arrow::{Invalid, string_array, string_view_array};

/// Rows of each kind: short and long, and two that are valid only together.
const ROWS: [Option<&[u8]>; 9] = [
    Some(b"caf\xC3\xA9, and more than twelve bytes"),
    None,
    Some(b"\xC3"),
    Some(b"\xA9"),
    Some(b""),
    Some(b"caf\xE9, and more than twelve bytes"),
    Some(b"\xF0\x9F\x8D\xBD"),
    None,
    Some(b"\xED\xA0\x80"),
];

/// The text of these rows; or the first row that has none.
fn expected(rows: &[Option<&[u8]>], invalid: Invalid) -> Result<Vec<Option<String>>, usize> {
    let text = |(number, row): (usize, &Option<&[u8]>)| {
        let Some(row) = *row else { return Ok(None) };
        match std::str::from_utf8(row) {
            Ok(text) => Ok(Some(text.to_owned())),
            Err(_) if invalid == Invalid::Error => Err(number),
            Err(_) if invalid == Invalid::Null => Ok(None),
            Err(_) => Ok(Some(String::from_utf8_lossy(row).into_owned())),
        }
    };
    rows.iter().enumerate().map(text).collect()
}

const POLICIES: [Invalid; 3] = [Invalid::Error, Invalid::Null, Invalid::Replace(Replacement::MaximalSubpart)];

/// Compares one result.
fn check<T>(
    found: Result<T, ArrowError>, rows: &[Option<&[u8]>], invalid: Invalid,
    texts: fn(&T) -> Vec<Option<&str>>,
) {
    match (found, expected(rows, invalid)) {
        (Ok(found), Ok(expected)) => {
            assert_eq!(texts(&found), expected.iter().map(Option::as_deref).collect::<Vec<_>>());
        }
        (Err(error), Err(row)) => {
            let error = error.to_string();
            assert!(error.starts_with(&format!("External error: row {row}: ")), "{error}");
        }
        (found, expected) => panic!("{:?} instead of {expected:?}", found.map(|_| "text")),
    }
}

#[test]
fn every_slice_is_converted_row_by_row() {
    let offsets = BinaryArray::from_iter(ROWS);
    let large = LargeBinaryArray::from_iter(ROWS);
    let views = BinaryViewArray::from_iter(ROWS);
    for start in 0..=ROWS.len() {
        for len in 0..=ROWS.len() - start {
            let rows = &ROWS[start..start + len];
            for invalid in POLICIES {
                let found = string_array(&offsets.slice(start, len), invalid);
                check(found, rows, invalid, |text: &StringArray| text.iter().collect());
                let found = string_array(&large.slice(start, len), invalid);
                check(found, rows, invalid, |text: &LargeStringArray| text.iter().collect());
                let found = string_view_array(&views.slice(start, len), invalid);
                check(found, rows, invalid, |text: &StringViewArray| text.iter().collect());
            }
        }
    }
}

#[test]
fn null_rows_may_have_any_bytes() {
    let values = Buffer::from(b"a\xFF\xFFb");
    let nulls = NullBuffer::from(vec![true, false, true]);
    let column = BinaryArray::new(OffsetBuffer::from_lengths([1, 2, 1]), values, Some(nulls.clone()));
    let mut views = BinaryViewArray::from_iter_values([&b"a"[..], b"\xFF\xFF", b"b"]).into_parts();
    views.2 = Some(nulls);
    let views = BinaryViewArray::new(views.0, views.1, views.2);
    for invalid in POLICIES {
        let expected = [Some("a"), None, Some("b")];
        assert_eq!(string_array(&column, invalid).unwrap(), StringArray::from_iter(expected));
        assert_eq!(string_view_array(&views, invalid).unwrap(), StringViewArray::from_iter(expected));
    }
}

#[test]
fn valid_text_is_not_copied() {
    let column = BinaryArray::from_iter_values(["text", "caf\u{E9}", "and more than twelve bytes"]);
    for start in 0..3 {
        let slice = column.slice(start, 3 - start);
        let text = string_array(&slice, Invalid::Error).unwrap();
        assert_eq!(text.value(0).as_ptr(), slice.value(0).as_ptr());
    }
    let views = BinaryViewArray::from_iter_values(["caf\u{E9}, and more than twelve bytes"]);
    let text = string_view_array(&views, Invalid::Error).unwrap();
    assert_eq!(text.value(0).as_ptr(), views.value(0).as_ptr());
}

#[test]
fn another_decoder_may_be_followed() {
    let column = BinaryArray::from_iter_values([b"\xED\xA0\x80"]);
    let text = string_array(&column, Invalid::Replace(Replacement::Java)).unwrap();
    assert_eq!(text.value(0), "\u{FFFD}");
}
