//! UTF-8 validation as SQL functions of DataFusion, for binary columns:
//!
//! | function | result |
//! | --- | --- |
//! | `is_utf8(bytes)` | whether the row is valid UTF-8 (RFC 3629) |
//! | `utf8_error(bytes)` | NULL, or the position and kind of the first error: `3: overlong encoding` |
//!
//! NULL stays NULL. With a `SessionContext` of the crate `datafusion`:
//!
//! ```text
//! for function in placemat_datafusion::functions() {
//!     context.register_udf(function);
//! }
//! context.sql("SELECT id, utf8_error(payload) FROM messages WHERE NOT is_utf8(payload)").await?
//! ```
//!
//! This package depends only on `datafusion-expr`, which suffices for functions.

#![forbid(unsafe_code)]

use std::sync::Arc;

use datafusion_common::{
    Result, ScalarValue,
    arrow::{
        array::{Array, ArrayRef, AsArray, BooleanArray, StringArray},
        buffer::BooleanBuffer,
        datatypes::DataType,
    },
    exec_err,
};
use datafusion_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility};
use placemat::batch::{validate_offsets, validate_views};

/// The functions to register.
#[must_use]
pub fn functions() -> [ScalarUDF; 2] {
    [Question::IsUtf8, Question::Error].map(|question| {
        let bytes = vec![DataType::Binary, DataType::LargeBinary, DataType::BinaryView];
        ScalarUDF::from(Function { question, signature: Signature::uniform(1, bytes, Volatility::Immutable) })
    })
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Function {
    question: Question,
    signature: Signature,
}

/// The question that a function answers for each row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Question {
    IsUtf8,
    Error,
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        match self.question {
            Question::IsUtf8 => "is_utf8",
            Question::Error => "utf8_error",
        }
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(match self.question {
            Question::IsUtf8 => DataType::Boolean,
            Question::Error => DataType::Utf8,
        })
    }

    fn is_strict(&self) -> bool {
        true
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let [bytes] = &args.args[..] else {
            return exec_err!("{} takes one column, not {}", self.name(), args.args.len());
        };
        match bytes {
            ColumnarValue::Array(column) => Ok(ColumnarValue::Array(self.question.answer(column)?)),
            ColumnarValue::Scalar(value) => {
                let answer = self.question.answer(&value.to_array()?)?;
                Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&answer, 0)?))
            }
        }
    }
}

impl Question {
    fn answer(self, column: &dyn Array) -> Result<ArrayRef> {
        Ok(match column.data_type() {
            DataType::Binary => {
                let column = column.as_binary::<i32>();
                let is_valid = validate_offsets(column.value_offsets(), column.value_data()).is_ok();
                self.answers(column, is_valid, column.iter())
            }
            DataType::LargeBinary => {
                let column = column.as_binary::<i64>();
                let is_valid = validate_offsets(column.value_offsets(), column.value_data()).is_ok();
                self.answers(column, is_valid, column.iter())
            }
            DataType::BinaryView => {
                let column = column.as_binary_view();
                let buffers: Vec<_> = column.data_buffers().iter().map(|buffer| buffer.as_slice()).collect();
                let is_valid = validate_views(column.views(), &buffers).is_ok();
                self.answers(column, is_valid, column.iter())
            }
            other => return exec_err!("a column of {other} has no bytes in its rows"),
        })
    }

    /// The answers for all rows. If the whole column is valid, which is a fast check, no row is examined.
    fn answers<'a>(
        self,
        column: &dyn Array,
        is_valid: bool,
        rows: impl Iterator<Item = Option<&'a [u8]>>,
    ) -> ArrayRef {
        let error = |bytes| placemat::validate(bytes).err();
        match self {
            Self::IsUtf8 if is_valid => {
                let yes = BooleanBuffer::new_set(column.len());
                Arc::new(BooleanArray::new(yes, column.nulls().cloned()))
            }
            Self::IsUtf8 => Arc::new(rows.map(|row| row.map(placemat::is_utf8)).collect::<BooleanArray>()),
            Self::Error if is_valid => Arc::new(StringArray::new_null(column.len())),
            Self::Error => {
                let errors = rows.map(|row| row.and_then(error));
                let texts = errors
                    .map(|error| error.map(|error| format!("{}: {}", error.valid_up_to(), error.kind())));
                Arc::new(texts.collect::<StringArray>())
            }
        }
    }
}
