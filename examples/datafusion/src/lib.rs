//! UTF-8 validation as SQL functions of DataFusion, for columns of bytes or text:
//!
//! | function | result |
//! | --- | --- |
//! | `is_valid_utf8(bytes)`, `is_utf8(bytes)` | whether the row is valid UTF-8 (RFC 3629) |
//! | `make_valid_utf8(bytes)` | the text, with U+FFFD for each maximal subpart that is invalid |
//! | `validate_utf8(bytes)` | the text; an error that names the first invalid row of the batch |
//! | `try_validate_utf8(bytes)` | the text, or NULL if the row is invalid |
//! | `utf8_error(bytes)` | NULL, or the position and kind of the first error: `3: overlong encoding` |
//!
//! The four names with `valid` are Spark's, with the results of Spark 4. NULL stays NULL. Text is validated too, since
//! a reader may have produced it from bytes that it did not check. With a `SessionContext` of the crate `datafusion`:
//!
//! ```text
//! for function in placemat_datafusion::functions() {
//!     context.register_udf(function);
//! }
//! context.sql("SELECT id, utf8_error(payload) FROM messages WHERE NOT is_valid_utf8(payload)").await?
//! ```
//!
//! This package depends only on `datafusion-expr`, which suffices for functions.

#![forbid(unsafe_code)]

use std::sync::Arc;

use datafusion_common::arrow::array::{
    Array, ArrayBuilder, ArrayRef, AsArray, BinaryViewArray, BooleanArray, GenericBinaryArray,
    OffsetSizeTrait, StringBuilder,
};
use datafusion_common::arrow::{buffer::Buffer, datatypes::DataType, error::ArrowError};
use datafusion_common::{DataFusionError, Result, ScalarValue, exec_err};
use datafusion_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility};
use placemat::Replacement;
use placemat::batch::{Column, Layout, Offset, RowError};
use placemat_arrow::{Invalid, string_array, string_view_array, valid_rows};

/// The functions to register.
#[must_use]
pub fn functions() -> [ScalarUDF; 5] {
    let all = [Answer::IsValid, Answer::MakeValid, Answer::Validate, Answer::TryValidate, Answer::Error];
    all.map(|answer| ScalarUDF::from(Function::new(answer)))
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Function {
    answer: Answer,
    aliases: Vec<String>,
    signature: Signature,
}

/// What a function returns for each row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Answer {
    IsValid,
    MakeValid,
    Validate,
    TryValidate,
    Error,
}

impl Function {
    fn new(answer: Answer) -> Self {
        use DataType::{Binary, BinaryView, LargeBinary, LargeUtf8, Utf8, Utf8View};

        // Other types become text if they can, as in Spark.
        let types = vec![Utf8, LargeUtf8, Utf8View, Binary, LargeBinary, BinaryView];
        let aliases = if answer == Answer::IsValid { vec!["is_utf8".to_owned()] } else { Vec::new() };
        Self { answer, aliases, signature: Signature::uniform(1, types, Volatility::Immutable) }
    }
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        match self.answer {
            Answer::IsValid => "is_valid_utf8",
            Answer::MakeValid => "make_valid_utf8",
            Answer::Validate => "validate_utf8",
            Answer::TryValidate => "try_validate_utf8",
            Answer::Error => "utf8_error",
        }
    }

    fn aliases(&self) -> &[String] {
        &self.aliases
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        Ok(match (self.answer, types) {
            (Answer::IsValid, _) => DataType::Boolean,
            (Answer::Error, _) => DataType::Utf8,
            (_, [DataType::LargeBinary | DataType::LargeUtf8]) => DataType::LargeUtf8,
            (_, [DataType::BinaryView | DataType::Utf8View]) => DataType::Utf8View,
            _ => DataType::Utf8,
        })
    }

    fn is_strict(&self) -> bool {
        true
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let [bytes] = &args.args[..] else {
            return exec_err!("{} takes one column, not {}", self.name(), args.args.len());
        };
        let call =
            |column: &dyn Array| self.answer.column(column).map_err(|error| error.context(self.name()));
        match bytes {
            ColumnarValue::Array(column) => Ok(ColumnarValue::Array(call(column)?)),
            ColumnarValue::Scalar(value) => {
                let answer = call(&value.to_array()?)?;
                Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&answer, 0)?))
            }
        }
    }
}

impl Answer {
    fn column(self, column: &dyn Array) -> Result<ArrayRef> {
        match column.data_type() {
            DataType::Binary => self.offsets(column.as_binary::<i32>()),
            DataType::Utf8 => self.offsets::<i32>(&column.as_string().clone().into()),
            DataType::LargeBinary => self.offsets(column.as_binary::<i64>()),
            DataType::LargeUtf8 => self.offsets::<i64>(&column.as_string().clone().into()),
            DataType::BinaryView => self.views(column.as_binary_view()),
            DataType::Utf8View => self.views(&column.as_string_view().clone().to_binary_view()),
            other => exec_err!("a column of {other} has no bytes in its rows"),
        }
    }

    fn offsets<O: OffsetSizeTrait + Offset>(self, column: &GenericBinaryArray<O>) -> Result<ArrayRef> {
        let rows = Column::offsets(column.value_offsets(), column.value_data());
        self.answers(column, rows, |invalid| Ok(Arc::new(string_array(column, invalid)?)))
    }

    fn views(self, column: &BinaryViewArray) -> Result<ArrayRef> {
        let buffers: Vec<_> = column.data_buffers().iter().map(Buffer::as_slice).collect();
        let rows = Column::views(column.views(), &buffers);
        self.answers(column, rows, |invalid| Ok(Arc::new(string_view_array(column, invalid)?)))
    }

    /// The answers for a column with these rows, which `text` converts to text.
    fn answers<L: Layout>(
        self, column: &dyn Array, rows: Column<'_, L>,
        text: impl FnOnce(Invalid) -> Result<ArrayRef, ArrowError>,
    ) -> Result<ArrayRef> {
        let invalid = match self {
            Self::IsValid => {
                let valid = valid_rows(rows, column.len())?;
                return Ok(Arc::new(BooleanArray::new(valid, column.nulls().cloned())));
            }
            Self::Error => return Ok(error_texts(column, rows)),
            Self::MakeValid => Invalid::Replace(Replacement::MaximalSubpart),
            Self::Validate => Invalid::Error,
            Self::TryValidate => Invalid::Null,
        };
        text(invalid).map_err(DataFusionError::from)
    }
}

/// The text of each row's error.
fn error_texts<L: Layout>(column: &dyn Array, rows: Column<'_, L>) -> ArrayRef {
    let mut texts = StringBuilder::new();
    for found in rows.invalid() {
        if let RowError::Invalid { row, error } = found
            && column.is_valid(row)
        {
            texts.append_nulls(row - texts.len());
            texts.append_value(format!("{}: {}", error.valid_up_to(), error.kind()));
        }
    }
    texts.append_nulls(column.len() - texts.len());
    Arc::new(texts.finish())
}
