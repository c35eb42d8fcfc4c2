//! Calls the functions as DataFusion does.

use std::sync::Arc;

use datafusion_common::{
    Result, ScalarValue,
    arrow::{
        array::{Array, ArrayRef, AsArray, BinaryArray, BinaryViewArray, Int32Array, LargeBinaryArray},
        datatypes::{DataType, Field},
    },
};
use datafusion_expr::{ColumnarValue, ScalarFunctionArgs};
use placemat_datafusion::functions;

/// Calls a function by its name.
fn call(name: &str, args: Vec<ColumnarValue>, number_rows: usize) -> Result<ColumnarValue> {
    let functions = functions();
    let function = functions.iter().find(|function| function.name() == name).unwrap();
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

fn columns(rows: &[Option<&[u8]>]) -> [ArrayRef; 3] {
    [
        Arc::new(rows.iter().copied().collect::<BinaryArray>()),
        Arc::new(rows.iter().copied().collect::<LargeBinaryArray>()),
        Arc::new(rows.iter().copied().collect::<BinaryViewArray>()),
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

#[test]
fn rows_are_validated_one_by_one() {
    for bytes in columns(&ROWS) {
        let verdicts = column("is_utf8", bytes.clone());
        let verdicts: Vec<_> = verdicts.as_boolean().iter().collect();
        assert_eq!(verdicts, [Some(true), None, Some(false), Some(true), Some(false), Some(false)]);
        let errors = column("utf8_error", bytes);
        let errors: Vec<_> = errors.as_string::<i32>().iter().collect();
        let cut = "0: input ends inside a character";
        let stray = "0: unexpected continuation byte";
        let overlong = "1: overlong encoding";
        assert_eq!(errors, [None, None, Some(overlong), None, Some(cut), Some(stray)]);
    }
}

#[test]
fn a_sound_column_is_answered_at_once() {
    let rows: [Option<&[u8]>; 3] = [Some("\u{20AC}".as_bytes()), None, Some(b"")];
    for bytes in columns(&rows) {
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
    for (bytes, is_utf8, error) in [
        (Some(&b"a"[..]), Some(true), None),
        (Some(b"\xFF"), Some(false), Some("0: byte that never occurs in UTF-8")),
        (None, None, None),
    ] {
        let ColumnarValue::Scalar(found) = call("is_utf8", vec![value(bytes)], 7).unwrap() else { panic!() };
        assert_eq!(found, ScalarValue::Boolean(is_utf8));
        let ColumnarValue::Scalar(found) = call("utf8_error", vec![value(bytes)], 7).unwrap() else {
            panic!()
        };
        assert_eq!(found, ScalarValue::Utf8(error.map(str::to_owned)));
    }
}

#[test]
fn other_arguments_are_refused() {
    let numbers: ArrayRef = Arc::new(Int32Array::from(vec![1]));
    let error = call("is_utf8", vec![ColumnarValue::Array(numbers)], 1).unwrap_err().to_string();
    assert!(error.contains("a column of Int32 has no bytes"), "{error}");
    let error = call("utf8_error", Vec::new(), 0).unwrap_err().to_string();
    assert!(error.contains("utf8_error takes one column, not 0"), "{error}");
    assert_eq!(functions()[0].return_type(&[DataType::Binary]).unwrap(), DataType::Boolean);
}
