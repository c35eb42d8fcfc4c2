//! Strings that are valid only when concatenated: placemat rejects them and names the row.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, Int32Array, LargeStringArray, RecordBatch, StringArray, StringViewArray, cast::AsArray,
};
use arrow_schema::{DataType, Field, Schema};
use bytes::Bytes;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::file::{properties::WriterProperties, writer::SerializedFileWriter};
use parquet::{basic::Encoding, schema::parser::parse_message_type};
use placemat::batch::Column;
use placemat_parquet::{Read, check, validate};

/// A file with these strings, which may be invalid, in a column with this encoding.
fn file(strings: &[&[u8]], encoding: Encoding) -> Bytes {
    let schema = parse_message_type("message rows { required binary text (UTF8); }").unwrap();
    let properties = WriterProperties::builder().set_dictionary_enabled(false).set_encoding(encoding).build();
    let mut file = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut file, Arc::new(schema), Arc::new(properties)).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let mut column = group.next_column().unwrap().unwrap();
    let strings: Vec<_> = strings.iter().map(|bytes| ByteArray::from(bytes.to_vec())).collect();
    column.typed::<ByteArrayType>().write_batch(&strings, None, None).unwrap();
    column.close().unwrap();
    group.close().unwrap();
    writer.close().unwrap();
    file.into()
}

/// The column that is read from a file as this type, or an error if the file is rejected.
fn column(file: Bytes, kind: DataType) -> Result<ArrayRef, String> {
    let schema = Schema::new(vec![Field::new("text", kind, false)]);
    let options = ArrowReaderOptions::new().with_schema(Arc::new(schema));
    let reader = ParquetRecordBatchReaderBuilder::try_new_with_options(file, options).unwrap();
    let batch = reader.build().unwrap().next().unwrap();
    batch.map(|batch| batch.column(0).clone()).map_err(|error| error.to_string())
}

/// "a" and the two bytes of "\u{E9}", in separate strings.
const TORN: [&[u8]; 3] = [b"a", b"\xC3", b"\xA9"];

const ENCODINGS: [Encoding; 3] =
    [Encoding::PLAIN, Encoding::DELTA_LENGTH_BYTE_ARRAY, Encoding::DELTA_BYTE_ARRAY];

#[test]
fn what_a_reader_lets_through_is_rejected() {
    for encoding in ENCODINGS {
        for kind in [DataType::Utf8, DataType::Utf8View] {
            // A reader may reject the file itself.
            if let Ok(column) = column(file(&TORN, encoding), kind.clone()) {
                assert_eq!(validate(&column).unwrap_err().row(), 1, "{encoding} {kind}");
            }
        }
    }
}

#[test]
fn placemat_refuses_it_and_names_the_row() {
    let column = column(file(&TORN, Encoding::DELTA_LENGTH_BYTE_ARRAY), DataType::Utf8).unwrap();
    let (offsets, values) =
        (column.as_string::<i32>().value_offsets(), column.as_string::<i32>().value_data());
    assert_eq!((offsets, values), (&[0, 1, 2, 3][..], &b"a\xC3\xA9"[..]));
    assert_eq!(Column::offsets(offsets, values).validate().unwrap_err().row(), 1);
    // The same with lengths, as in the encoding itself.
    assert_eq!(Column::lengths(&[1, 1, 1], values).validate().unwrap_err().row(), 1);
    let error = format!("{:#}", check(file(&TORN, Encoding::DELTA_LENGTH_BYTE_ARRAY)).unwrap_err());
    assert!(error.contains("column \"text\", row 1 of the file"), "{error}");
}

#[test]
fn rows_are_counted_from_the_start_of_the_file() {
    // More than a batch can hold.
    let mut strings = vec![&b"caf\xC3\xA9"[..]; 5000];
    strings.extend(TORN);
    let error = format!("{:#}", check(file(&strings, Encoding::DELTA_LENGTH_BYTE_ARRAY)).unwrap_err());
    assert!(error.contains("row 5001 of the file"), "{error}");
    strings.truncate(5000);
    let read = check(file(&strings, Encoding::DELTA_LENGTH_BYTE_ARRAY)).unwrap();
    assert_eq!(read, Read { rows: 5000, columns: 1 });
}

#[test]
fn what_cannot_be_read_says_why() {
    let error = |file: Bytes| format!("{:#}", check(file).unwrap_err());
    assert!(error(Bytes::from_static(b"no Parquet")).contains("this is not a Parquet file"));
    let error = error(file(&[b"caf\xE9"], Encoding::PLAIN));
    assert!(error.contains("parquet refuses the file") && error.to_lowercase().contains("utf"), "{error}");
}

/// A file whose columns have the types of this batch.
fn written(columns: Vec<(&str, ArrayRef)>) -> Bytes {
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let mut file = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut file, batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    file.into()
}

#[test]
fn every_type_of_string_is_read_and_other_columns_are_not() {
    let long = "more than twelve bytes: caf\u{E9}";
    let numbers: ArrayRef = Arc::new(Int32Array::from(vec![1, 2, 3]));
    let rows = || [Some(long), None, Some("\u{20AC}")];
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("numbers", numbers.clone()),
        ("small", Arc::new(StringArray::from_iter(rows()))),
        ("large", Arc::new(LargeStringArray::from_iter(rows()))),
        ("views", Arc::new(StringViewArray::from_iter(rows()))),
    ];
    let read = check(written(columns)).unwrap();
    assert_eq!(read, Read { rows: 3, columns: 3 });
    let error = check(written(vec![("numbers", numbers)])).unwrap_err().to_string();
    assert_eq!(error, "the file has no column of strings");
}
