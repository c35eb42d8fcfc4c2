//! Arrow's binary columns as string columns, without `unsafe`.
//!
//! | binary column | string column | function |
//! | --- | --- | --- |
//! | `BinaryArray`, `LargeBinaryArray`: offsets | `StringArray`, `LargeStringArray` | [`string_array`] |
//! | `BinaryViewArray`: views | `StringViewArray` | [`string_view_array`] |
//!
//! [`Invalid`] says what becomes of rows that are not UTF-8. The bytes of a column in which every row is valid are
//! shared, not copied. Null rows stay null, whatever their bytes are: arrow validates these too, so U+FFFD replaces
//! what is invalid there.

#![forbid(unsafe_code)]

use std::borrow::Cow;

use arrow_array::{
    Array, BinaryViewArray, GenericBinaryArray, GenericStringArray, OffsetSizeTrait, StringViewArray,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::ArrowError;
use placemat::Replacement;
use placemat::batch::{Column, Layout, Offset, Repaired};

/// What becomes of a row that is not valid UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// The conversion fails, and its error names the first such row.
    Error,
    /// The row becomes null.
    Null,
    /// U+FFFD replaces its invalid sequences.
    Replace(Replacement),
}

/// Converts a column to text.
///
/// ```
/// use arrow_array::{BinaryArray, StringArray};
/// use placemat::Replacement;
/// use placemat_arrow::{Invalid, string_array};
///
/// let column = BinaryArray::from_iter([Some(&b"caf\xC3\xA9"[..]), None, Some(b"caf\xE9")]);
/// let text = string_array(&column, Invalid::Null)?;
/// assert_eq!(text, StringArray::from_iter([Some("caf\u{E9}"), None, None]));
/// let text = string_array(&column, Invalid::Replace(Replacement::default()))?;
/// assert_eq!(text.value(2), "caf\u{FFFD}");
/// let error = string_array(&column, Invalid::Error).unwrap_err();
/// assert_eq!(error.to_string(), "External error: row 2: incomplete utf-8 byte sequence from index 3");
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
///
/// # Errors
///
/// With [`Invalid::Error`] the first row that is neither valid nor null. The first row whose end, in bytes, does not
/// fit an `O` after replacement.
pub fn string_array<O: OffsetSizeTrait + Offset>(
    column: &GenericBinaryArray<O>, invalid: Invalid,
) -> Result<GenericStringArray<O>, ArrowError> {
    let (offsets, values) = (column.value_offsets(), column.value_data());
    let rows = Column::offsets(offsets, values).with_replacement(invalid.replacement());
    let repaired = rows.repair().map_err(external)?;
    let nulls = invalid.nulls(column, repaired.replaced, rows)?;
    let (offsets, values) = match repaired {
        Repaired { rows: Cow::Owned(offsets), values, .. } => {
            (OffsetBuffer::new(offsets.into()), Buffer::from_vec(values.into_owned()))
        }
        _ => without_surroundings(column),
    };
    GenericStringArray::try_new(offsets, values, nulls)
}

/// Converts a column to text, like [`string_array`]. Replaced rows of more than 12 bytes are in a new buffer.
///
/// # Errors
///
/// As for [`string_array`].
pub fn string_view_array(column: &BinaryViewArray, invalid: Invalid) -> Result<StringViewArray, ArrowError> {
    let buffers: Vec<_> = column.data_buffers().iter().map(Buffer::as_slice).collect();
    let rows = Column::views(column.views(), &buffers).with_replacement(invalid.replacement());
    let repaired = rows.repair().map_err(external)?;
    let nulls = invalid.nulls(column, repaired.replaced, rows)?;
    let views = match repaired.rows {
        Cow::Owned(views) => views.into(),
        Cow::Borrowed(_) => column.views().clone(),
    };
    let mut buffers = column.data_buffers().to_vec();
    if !repaired.values.is_empty() {
        buffers.push(Buffer::from_vec(repaired.values.into_owned()));
    }
    StringViewArray::try_new(views, buffers, nulls)
}

/// The valid rows of a column of `len` rows, among them all that are null with valid bytes.
///
/// # Errors
///
/// None, if arrow has validated the column's offsets or views.
pub fn valid_rows<L: Layout>(column: Column<'_, L>, len: usize) -> Result<BooleanBuffer, ArrowError> {
    let mut bitmap = vec![u8::MAX; len.div_ceil(8)];
    column.nullify(&mut bitmap).map_err(external)?;
    Ok(BooleanBuffer::new(bitmap.into(), 0, len))
}

impl Invalid {
    fn replacement(self) -> Replacement {
        match self {
            Self::Error | Self::Null => Replacement::default(),
            Self::Replace(replacement) => replacement,
        }
    }

    /// The null rows of the text, if `replaced` of these rows are invalid.
    fn nulls<L: Layout>(
        self, column: &dyn Array, replaced: usize, rows: Column<'_, L>,
    ) -> Result<Option<NullBuffer>, ArrowError> {
        let nulls = column.nulls();
        match self {
            Self::Error if replaced > 0 => {
                let error = rows.invalid().find(|error| column.is_valid(error.row()));
                error.map_or_else(|| Ok(nulls.cloned()), |error| Err(external(error)))
            }
            Self::Null if replaced > 0 => {
                let valid = NullBuffer::new(valid_rows(rows, column.len())?);
                Ok(NullBuffer::union(nulls, Some(&valid)))
            }
            _ => Ok(nulls.cloned()),
        }
    }
}

/// The rows of a column without other bytes of its buffer, which arrow would validate as well.
fn without_surroundings<O: OffsetSizeTrait>(column: &GenericBinaryArray<O>) -> (OffsetBuffer<O>, Buffer) {
    let offsets = column.offsets();
    let (start, end) = (offsets[0], offsets[column.len()]);
    let values = column.values().slice_with_length(start.as_usize(), (end - start).as_usize());
    if start.as_usize() == 0 {
        return (offsets.clone(), values);
    }
    (OffsetBuffer::new(offsets.iter().map(|offset| *offset - start).collect()), values)
}

/// The error with its row.
fn external(error: placemat::batch::RowError) -> ArrowError {
    ArrowError::from_external_error(Box::new(error))
}
