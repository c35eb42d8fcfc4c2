//! Imports columns of bytes from other libraries.

use core::{ffi::CStr, mem, slice};

use placemat::batch;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::{prelude::*, types::PyCapsule};

use super::ffi::{Array, Schema, Stream, Structure};
use super::layout::{Layout, Shape};

/// A contiguous part of a column.
pub(crate) struct Chunk {
    array: Array,
    layout: Layout,
}

/// Imports the chunks of a column, or of the only column of a table.
pub(crate) fn import(object: &Bound<'_, PyAny>) -> PyResult<Vec<Chunk>> {
    if object.hasattr("__arrow_c_array__")? {
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) =
            object.call_method0("__arrow_c_array__")?.extract()?;
        let shape = Shape::of(&take::<Schema>(&schema, c"arrow_schema")?)?;
        return Ok(vec![Chunk::new(take(&array, c"arrow_array")?, shape)?]);
    }
    if object.hasattr("__arrow_c_stream__")? {
        let capsule = object.call_method0("__arrow_c_stream__")?;
        return chunks(take(capsule.cast::<PyCapsule>()?, c"arrow_array_stream")?);
    }
    let name = object.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "{name} has neither __arrow_c_array__ nor __arrow_c_stream__; pass pyarrow.array(rows), which takes lists and \
         NumPy arrays"
    )))
}

/// Moves the structure out of a capsule.
fn take<T: Structure>(capsule: &Bound<'_, PyCapsule>, name: &CStr) -> PyResult<T> {
    let structure = capsule.pointer_checked(Some(name))?.cast::<T>().as_ptr();
    // SAFETY: a capsule of this name contains a pointer to this structure, which the consumer may modify.
    let taken = unsafe { mem::replace(&mut *structure, T::empty()) };
    if taken.is_released() {
        return Err(PyValueError::new_err("the Arrow array has been taken already"));
    }
    Ok(taken)
}

fn chunks(mut stream: Stream) -> PyResult<Vec<Chunk>> {
    let (Some(get_schema), Some(get_next)) = (stream.get_schema, stream.get_next) else {
        return Err(PyValueError::new_err("the Arrow stream has no functions"));
    };
    let mut schema = Schema::empty();
    // SAFETY: the stream has not been released, and the schema is empty, as the function requires.
    let status = unsafe { get_schema(&mut stream, &mut schema) };
    checked(&mut stream, status)?;
    let shape = Shape::of(&schema)?;
    let mut chunks = Vec::new();
    loop {
        let mut array = Array::empty();
        // SAFETY: as above.
        let status = unsafe { get_next(&mut stream, &mut array) };
        checked(&mut stream, status)?;
        if array.release.is_none() {
            return Ok(chunks);
        }
        chunks.push(Chunk::new(array, shape)?);
    }
}

fn checked(stream: &mut Stream, status: i32) -> PyResult<()> {
    if status == 0 {
        return Ok(());
    }
    let text = stream.get_last_error.map(|last| {
        // SAFETY: the stream has not been released, and a call has failed.
        unsafe { last(stream) }
    });
    let text = text.filter(|text| !text.is_null()).map(|text| {
        // SAFETY: the producer guarantees a NUL-terminated string, valid until the next call.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    });
    Err(PyValueError::new_err(
        text.unwrap_or_else(|| format!("the Arrow stream failed with status {status}")),
    ))
}

/// The bytes of a view.
type View = [u8; 16];

/// No buffer has more rows, in any layout.
const MOST_ROWS: i64 = isize::MAX as i64 / size_of::<View>() as i64;

/// The rows of a chunk.
#[derive(Clone, Copy)]
pub(crate) enum Rows<'a> {
    Small(&'a [i32], &'a [u8]),
    Large(&'a [i64], &'a [u8]),
    Views(&'a [View], &'a [&'a [u8]]),
}

impl Chunk {
    fn new(array: Array, shape: Shape) -> PyResult<Self> {
        let (array, layout) = (shape.rows(array)?, shape.layout);
        let wrong = || PyValueError::new_err("the Arrow array is not laid out as its format says");
        let buffers = match layout {
            Layout::Small | Layout::Large => 3..=3,
            Layout::Views => 3..=i64::MAX,
        };
        // View arrays have any number of data buffers, even none, and then the buffer with their lengths.
        // Also the offset after the last row is within the address space.
        let end = array.offset.checked_add(array.length).and_then(|end| end.checked_add(1));
        if array.length < 0
            || array.offset < 0
            || end.is_none_or(|end| end > MOST_ROWS)
            || !buffers.contains(&array.n_buffers)
            || array.buffers.is_null()
        {
            return Err(wrong());
        }
        // A column without rows needs no further checks: the producer may have omitted all buffers.
        if array.length > 0 {
            // SAFETY: there are at least three buffers.
            let rows = unsafe { *array.buffers.add(1) };
            let views = usize::try_from(array.n_buffers).map_err(|_| wrong())?;
            // SAFETY: it is the last buffer; for views, it contains the lengths of the data buffers.
            let last = unsafe { *array.buffers.add(views - 1) };
            let (is_aligned, has_lengths) = match layout {
                Layout::Small => (rows.cast::<i32>().is_aligned(), true),
                Layout::Large => (rows.cast::<i64>().is_aligned(), true),
                Layout::Views => (last.cast::<i64>().is_aligned(), views == 3 || !last.is_null()),
            };
            if rows.is_null() || !has_lengths {
                return Err(wrong());
            }
            if !is_aligned {
                return Err(PyValueError::new_err("the offsets of the Arrow array are not aligned; copy it"));
            }
        }
        Ok(Self { array, layout })
    }

    pub(crate) fn len(&self) -> usize {
        self.array.length.unsigned_abs() as usize
    }

    fn offset(&self) -> usize {
        self.array.offset.unsigned_abs() as usize
    }

    /// `len` values of a buffer, starting at `from`; none if the producer omitted the buffer.
    ///
    /// # Safety
    ///
    /// The buffer must contain them.
    unsafe fn buffer<T>(&self, nth: usize, from: usize, len: usize) -> &[T] {
        // SAFETY: `new` has checked that there are at least three buffers, and `nth` is one of them.
        let start = unsafe { *self.array.buffers.add(nth) }.cast::<T>();
        if start.is_null() || len == 0 {
            return &[];
        }
        // SAFETY: the caller guarantees that the buffer contains these values.
        unsafe { slice::from_raw_parts(start.add(from), len) }
    }

    /// Whether the row is not null.
    pub(crate) fn is_valid(&self, row: usize) -> bool {
        let at = self.offset() + row;
        // SAFETY: the first buffer has one bit per row, or is null.
        let bits = unsafe { self.buffer::<u8>(0, 0, at / 8 + 1) };
        bits.get(at / 8).is_none_or(|bits| bits >> (at % 8) & 1 == 1)
    }

    /// Calls `with` with the rows.
    pub(crate) fn with_rows<T>(&self, with: impl FnOnce(Rows<'_>) -> T) -> T {
        let (offset, len) = (self.offset(), self.len());
        if len == 0 {
            // The producer may have omitted all buffers.
            return with(Rows::Small(&[], &[]));
        }
        match self.layout {
            Layout::Small => {
                // SAFETY: the second buffer has one more offset than rows.
                let offsets = unsafe { self.buffer::<i32>(1, offset, len + 1) };
                let end = offsets.last().copied().unwrap_or(0).max(0).unsigned_abs() as usize;
                // SAFETY: the third buffer has the values up to the last offset.
                with(Rows::Small(offsets, unsafe { self.buffer(2, 0, end) }))
            }
            Layout::Large => {
                // SAFETY: as above.
                let offsets = unsafe { self.buffer::<i64>(1, offset, len + 1) };
                let end = offsets.last().copied().unwrap_or(0).max(0).unsigned_abs() as usize;
                // SAFETY: as above.
                with(Rows::Large(offsets, unsafe { self.buffer(2, 0, end) }))
            }
            Layout::Views => {
                // SAFETY: the second buffer has one view per row.
                let views = unsafe { self.buffer::<View>(1, offset, len) };
                let count = self.array.n_buffers.unsigned_abs() as usize - 3;
                // SAFETY: the last buffer has the lengths of the data buffers.
                let lengths = unsafe { self.buffer::<i64>(count + 2, 0, count) };
                let sizes = lengths.iter().map(|len| usize::try_from(*len).unwrap_or(0));
                // SAFETY: these are the lengths of the buffers.
                let buffers: Vec<_> =
                    sizes.enumerate().map(|(nth, len)| unsafe { self.buffer(nth + 2, 0, len) }).collect();
                with(Rows::Views(views, &buffers))
            }
        }
    }
}

impl<'a> Rows<'a> {
    /// The bytes of a row; an error if it is out of bounds.
    pub(crate) fn row(self, row: usize) -> Result<&'a [u8], Problem> {
        let index = |offset: i64| usize::try_from(offset).map_err(|_| Problem::Outside(row));
        let bytes = match self {
            Self::Small(offsets, values) => {
                values.get(index(offsets[row].into())?..index(offsets[row + 1].into())?)
            }
            Self::Large(offsets, values) => values.get(index(offsets[row])?..index(offsets[row + 1])?),
            Self::Views(views, buffers) => {
                let field =
                    |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| views[row][at + byte])) as usize;
                let len = field(0);
                match len {
                    0..=12 => Some(&views[row][4..4 + len]),
                    _ => buffers.get(field(8)).and_then(|values| values.get(field(12)..)?.get(..len)),
                }
            }
        };
        bytes.ok_or(Problem::Outside(row))
    }

    /// Calls `with` with each row that is invalid, in order, until it returns `false`; possibly with others.
    pub(crate) fn each_suspect(self, with: impl FnMut(usize) -> bool) {
        fn all<L: batch::Layout>(column: batch::Column<'_, L>, mut with: impl FnMut(usize) -> bool) {
            _ = column.invalid().all(|error| with(error.row()));
        }
        match self {
            Self::Small(offsets, values) => all(batch::Column::offsets(offsets, values), with),
            Self::Large(offsets, values) => all(batch::Column::offsets(offsets, values), with),
            Self::Views(views, buffers) => all(batch::Column::views(views, buffers), with),
        }
    }
}

/// Why a column cannot be processed.
#[derive(Debug)]
pub(crate) enum Problem {
    /// This row is out of bounds of the buffers.
    Outside(usize),
    /// There is not enough memory for the result.
    Memory,
}

impl Problem {
    /// The problem in a column in which `before` more rows come first.
    pub(crate) fn after(self, before: usize) -> Self {
        match self {
            Self::Outside(row) => Self::Outside(before + row),
            Self::Memory => Self::Memory,
        }
    }
}
