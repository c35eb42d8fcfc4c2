//! Reads the string columns of Parquet files, and validates each row separately.
//!
//! The crate `parquet` validates strings with `simdutf8`. Here placemat's drop-in replaces it, which only takes the
//! last table of `Cargo.toml`.
//!
//! The second validation is placemat's own, which also checks the boundaries between strings (`tests/borders.rs`).

#![forbid(unsafe_code)]

use anyhow::{Context, Result, bail};
use arrow_array::{Array, cast::AsArray};
use arrow_schema::DataType;
use bytes::Bytes;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use placemat::batch::{Column, RowError};

/// The totals of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// The number of rows.
    pub rows: usize,
    /// The number of string columns.
    pub columns: usize,
}

/// Reads the string columns of a file, and validates every row with placemat.
///
/// # Errors
///
/// If a string is not valid UTF-8; the error names the column and the row, from 0, of the first one. Also if the file
/// is not Parquet, has no string column, or is rejected by parquet itself.
pub fn check(file: Bytes) -> Result<Read> {
    let mut read = Read::default();
    for batch in open(file)? {
        let batch = batch.context("parquet refuses the file")?;
        for (field, column) in batch.schema_ref().fields().iter().zip(batch.columns()) {
            if let Err(error) = validate(column) {
                let row = read.rows + error.row();
                return Err(error)
                    .with_context(|| format!("column \"{}\", row {row} of the file", field.name()));
            }
        }
        read.rows += batch.num_rows();
        read.columns = batch.num_columns();
    }
    Ok(read)
}

/// A reader of the string columns.
fn open(file: Bytes) -> Result<ParquetRecordBatchReader> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).context("this is not a Parquet file")?;
    let is_text = |kind: &DataType| matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View);
    let fields = builder.schema().fields().iter().enumerate();
    let texts: Vec<_> = fields.filter(|(_, field)| is_text(field.data_type())).map(|(at, _)| at).collect();
    if texts.is_empty() {
        bail!("the file has no column of strings");
    }
    let texts = ProjectionMask::roots(builder.parquet_schema(), texts);
    Ok(builder.with_projection(texts).build()?)
}

/// Validates every row of a column separately. (A null row has no bytes, or those of another row.)
///
/// # Errors
///
/// The first row that is not valid UTF-8.
pub fn validate(column: &dyn Array) -> Result<(), RowError> {
    match column.data_type() {
        DataType::LargeUtf8 => {
            let column = column.as_string::<i64>();
            Column::offsets(column.value_offsets(), column.value_data()).validate()
        }
        DataType::Utf8View => {
            let column = column.as_string_view();
            let buffers: Vec<_> = column.data_buffers().iter().map(|buffer| buffer.as_slice()).collect();
            Column::views(column.views(), &buffers).validate()
        }
        _ => {
            let column = column.as_string::<i32>();
            Column::offsets(column.value_offsets(), column.value_data()).validate()
        }
    }
}
