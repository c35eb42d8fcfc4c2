//! Calls the functions as DataFusion does.

use std::sync::Arc;

use datafusion_common::arrow::array::{
    Array, ArrayRef, AsArray, BinaryArray, BinaryViewArray, BooleanArray, Int32Array, LargeBinaryArray,
    LargeStringArray, StringArray, StringViewArray,
};
use datafusion_common::arrow::buffer::{Buffer, NullBuffer, OffsetBuffer};
use datafusion_common::arrow::compute::cast;
use datafusion_common::arrow::datatypes::{DataType, Field};
use datafusion_common::{Result, ScalarValue};
use datafusion_expr::{ColumnarValue, ScalarFunctionArgs, type_coercion::functions::fields_with_udf};
use placemat_datafusion::functions;

/// Calls a function by its name.
fn call(name: &str, args: Vec<ColumnarValue>, number_rows: usize) -> Result<ColumnarValue> {
    let functions = functions();
    let function = functions
        .iter()
        .find(|function| function.name() == name || function.aliases().iter().any(|alias| alias == name))
        .unwrap();
    let types: Vec<_> = args.iter().map(ColumnarValue::data_type).collect();
    let return_type = function.return_type(&types)?;
    function.invoke_with_args(ScalarFunctionArgs {
        arg_fields: types.into_iter().map(|kind| Arc::new(Field::new("x", kind, true))).collect(),
        args,
        number_rows,
        return_field: Arc::new(Field::new("y", return_type, true)),
        config_options: Arc::default(),
    })
}

fn column(name: &str, column: ArrayRef) -> ArrayRef {
    let rows = column.len();
    call(name, vec![ColumnarValue::Array(column)], rows).unwrap().into_array(rows).unwrap()
}

/// Columns of bytes, with the types of the text that becomes of them.
fn columns(rows: &[Option<&[u8]>]) -> [(ArrayRef, DataType); 3] {
    [
        (Arc::new(BinaryArray::from_iter(rows)), DataType::Utf8),
        (Arc::new(LargeBinaryArray::from_iter(rows)), DataType::LargeUtf8),
        (Arc::new(BinaryViewArray::from_iter(rows)), DataType::Utf8View),
    ]
}

/// Columns of text.
fn texts(rows: &[Option<&str>]) -> [ArrayRef; 3] {
    [
        Arc::new(StringArray::from_iter(rows)),
        Arc::new(LargeStringArray::from_iter(rows)),
        Arc::new(StringViewArray::from_iter(rows)),
    ]
}

/// The last two are valid only when concatenated.
const ROWS: [Option<&[u8]>; 6] = [
    Some(b"caf\xC3\xA9, and more than twelve"),
    None,
    Some(b"/\xC0\xAE"),
    Some(b""),
    Some(b"\xC3"),
    Some(b"\xA9"),
];

/// The rows of a column of text of any type.
fn rows_of(text: &ArrayRef) -> Vec<Option<String>> {
    let text = cast(text, &DataType::Utf8).unwrap();
    text.as_string::<i32>().iter().map(|row| row.map(str::to_owned)).collect()
}

#[test]
fn rows_are_validated_one_by_one() {
    for (bytes, _) in columns(&ROWS) {
        for name in ["is_utf8", "is_valid_utf8"] {
            let verdicts = column(name, bytes.clone());
            let verdicts: Vec<_> = verdicts.as_boolean().iter().collect();
            assert_eq!(verdicts, [Some(true), None, Some(false), Some(true), Some(false), Some(false)]);
        }
        let errors = column("utf8_error", bytes);
        let errors: Vec<_> = errors.as_string::<i32>().iter().collect();
        let cut = "0: input ends inside a character";
        let stray = "0: unexpected continuation byte";
        let overlong = "1: overlong encoding";
        assert_eq!(errors, [None, None, Some(overlong), None, Some(cut), Some(stray)]);
    }
}

#[test]
fn results_are_those_of_spark() {
    // Made by `examples/spark/test_functions.py`, which compares it with Spark.
    let table = include_str!("spark.tsv");
    let bytes = |hex: &str| -> Vec<u8> {
        hex.as_bytes()
            .chunks(2)
            .map(|digits| u8::from_str_radix(str::from_utf8(digits).unwrap(), 16).unwrap())
            .collect()
    };
    let lines: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    assert!(lines.len() > 60, "{table}");
    let rows: Vec<_> = lines.iter().map(|line| bytes(line[0])).collect();
    let valid: Vec<_> = lines.iter().map(|line| line[1] == "true").collect();
    let made: Vec<_> = lines.iter().map(|line| Some(String::from_utf8(bytes(line[2])).unwrap())).collect();
    let tried: Vec<_> = made.iter().zip(&valid).map(|(row, valid)| row.clone().filter(|_| *valid)).collect();
    let rows: Vec<_> = rows.iter().map(|row| Some(&row[..])).collect();
    for (bytes, kind) in columns(&rows) {
        assert_eq!(*column("is_valid_utf8", bytes.clone()), BooleanArray::from(valid.clone()));
        let text = column("make_valid_utf8", bytes.clone());
        assert_eq!((rows_of(&text), text.data_type()), (made.clone(), &kind));
        let text = column("try_validate_utf8", bytes.clone());
        assert_eq!((rows_of(&text), text.data_type()), (tried.clone(), &kind));
        let first = valid.iter().position(|valid| !valid).unwrap();
        let text = column("validate_utf8", bytes.slice(0, first));
        assert_eq!((rows_of(&text), text.data_type()), (made[..first].to_vec(), &kind));
        for row in (first..bytes.len()).filter(|row| !valid[*row]) {
            let args = vec![ColumnarValue::Array(bytes.slice(row, 1))];
            let error = call("validate_utf8", args, 1).unwrap_err().to_string();
            assert!(error.starts_with("validate_utf8") && error.contains("row 0: "), "{error}");
        }
        let args = vec![ColumnarValue::Array(bytes)];
        let error = call("validate_utf8", args, rows.len()).unwrap_err().to_string();
        assert!(error.contains(&format!("row {first}: ")), "{error}");
    }
}

#[test]
fn text_stays_as_it_is() {
    let rows = [Some("\u{20AC}, and more than twelve"), None, Some("")];
    let expected: Vec<_> = rows.iter().map(|row| row.map(str::to_owned)).collect();
    for (text, (_, kind)) in texts(&rows).into_iter().zip(columns(&[])) {
        for name in ["make_valid_utf8", "validate_utf8", "try_validate_utf8"] {
            let found = column(name, text.clone());
            assert_eq!((rows_of(&found), found.data_type()), (expected.clone(), &kind));
        }
        let verdicts = column("is_valid_utf8", text);
        assert_eq!(verdicts.as_boolean().iter().collect::<Vec<_>>(), [Some(true), None, Some(true)]);
    }
}

#[test]
fn other_types_become_text() {
    let function = &functions()[0];
    for (kind, text) in [(DataType::Int32, DataType::Utf8), (DataType::Null, DataType::Utf8)] {
        let field = Arc::new(Field::new("x", kind, true));
        let fields = fields_with_udf(&[field], function).unwrap();
        assert_eq!(*fields[0].data_type(), text);
    }
}

#[test]
fn a_valid_column_has_no_errors() {
    let rows: [Option<&[u8]>; 3] = [Some("\u{20AC}".as_bytes()), None, Some(b"")];
    for (bytes, _) in columns(&rows) {
        // A slice as well, whose offsets do not begin at 0.
        for (from, expected) in [(0, vec![Some(true), None, Some(true)]), (1, vec![None, Some(true)])] {
            let part = bytes.slice(from, bytes.len() - from);
            let verdicts = column("is_utf8", part.clone());
            assert_eq!(verdicts.as_boolean().iter().collect::<Vec<_>>(), expected);
            assert_eq!(column("utf8_error", part.clone()).null_count(), part.len());
        }
    }
}

#[test]
fn a_single_value_has_a_single_answer() {
    let value = |bytes: Option<&[u8]>| ColumnarValue::Scalar(ScalarValue::Binary(bytes.map(<[u8]>::to_vec)));
    let text = |text: Option<&str>| ScalarValue::Utf8(text.map(str::to_owned));
    for (bytes, is_utf8, error, made) in [
        (Some(&b"a"[..]), Some(true), None, Some("a")),
        (Some(b"\xFF"), Some(false), Some("0: byte that never occurs in UTF-8"), Some("\u{FFFD}")),
        (None, None, None, None),
    ] {
        for (name, expected) in [
            ("is_utf8", ScalarValue::Boolean(is_utf8)),
            ("utf8_error", text(error)),
            ("make_valid_utf8", text(made)),
        ] {
            let ColumnarValue::Scalar(found) = call(name, vec![value(bytes)], 7).unwrap() else { panic!() };
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn null_rows_may_have_any_bytes() {
    let nulls = NullBuffer::from(vec![false, true]);
    let column_of =
        |row| BinaryArray::new(OffsetBuffer::from_lengths([1, 1]), Buffer::from(row), Some(nulls.clone()));
    let bytes: ArrayRef = Arc::new(column_of(b"\xFFa"));
    assert_eq!(rows_of(&column("validate_utf8", bytes.clone())), [None, Some("a".to_owned())]);
    assert_eq!(column("is_utf8", bytes.clone()).as_boolean().iter().collect::<Vec<_>>(), [None, Some(true)]);
    assert_eq!(column("utf8_error", bytes).null_count(), 2);
}

#[test]
fn other_arguments_are_refused() {
    let numbers: ArrayRef = Arc::new(Int32Array::from(vec![1]));
    let error = call("is_utf8", vec![ColumnarValue::Array(numbers)], 1).unwrap_err().to_string();
    assert!(error.contains("a column of Int32 has no bytes"), "{error}");
    let error = call("utf8_error", Vec::new(), 0).unwrap_err().to_string();
    assert!(error.contains("utf8_error takes one column, not 0"), "{error}");
}
