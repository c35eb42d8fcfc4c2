//! Columns of octets from anything that has them.

use core::{ffi::CStr, mem, slice};

use placemat::batch;
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyCapsule,
};

use super::ffi::{Array, Schema, Stream};

/// A part of a column that lies together in memory.
pub(crate) struct Chunk {
    array: Array,
    layout: Layout,
}

/// How rows are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// Offsets of 32 bits.
    Small,
    /// Offsets of 64 bits.
    Large,
    /// Views of sixteen octets.
    Views,
}

/// The chunks of a column.
pub(crate) fn import(object: &Bound<'_, PyAny>) -> PyResult<Vec<Chunk>> {
    if object.hasattr("__arrow_c_array__")? {
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) =
            object.call_method0("__arrow_c_array__")?.extract()?;
        let layout = layout(&take::<Schema>(&schema, c"arrow_schema")?)?;
        return Ok(vec![Chunk::new(take(&array, c"arrow_array")?, layout)?]);
    }
    if object.hasattr("__arrow_c_stream__")? {
        let capsule = object.call_method0("__arrow_c_stream__")?;
        return chunks(take(capsule.cast::<PyCapsule>()?, c"arrow_array_stream")?);
    }
    let name = object.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "{name} is no Arrow array: it has neither __arrow_c_array__ nor __arrow_c_stream__"
    )))
}

/// Takes the structure out of a capsule.
fn take<T: Structure>(capsule: &Bound<'_, PyCapsule>, name: &CStr) -> PyResult<T> {
    let structure = capsule.pointer_checked(Some(name))?.cast::<T>().as_ptr();
    // SAFETY: a capsule of this name has a pointer to this structure, which is ours to change.
    let taken = unsafe { mem::replace(&mut *structure, T::released()) };
    if taken.is_released() {
        return Err(PyValueError::new_err("the Arrow array has been taken already"));
    }
    Ok(taken)
}

/// What can be taken out of a capsule.
trait Structure: Sized {
    fn released() -> Self;
    fn is_released(&self) -> bool;
}

impl Structure for Schema {
    fn released() -> Self {
        Self::empty()
    }

    fn is_released(&self) -> bool {
        self.release.is_none()
    }
}

impl Structure for Array {
    fn released() -> Self {
        Self::empty()
    }

    fn is_released(&self) -> bool {
        self.release.is_none()
    }
}

impl Structure for Stream {
    fn released() -> Self {
        Self {
            get_schema: None,
            get_next: None,
            get_last_error: None,
            release: None,
            private_data: core::ptr::null_mut(),
        }
    }

    fn is_released(&self) -> bool {
        self.release.is_none()
    }
}

fn chunks(mut stream: Stream) -> PyResult<Vec<Chunk>> {
    let (Some(get_schema), Some(get_next)) = (stream.get_schema, stream.get_next) else {
        return Err(PyValueError::new_err("the Arrow stream has no functions"));
    };
    let mut schema = Schema::empty();
    // SAFETY: the stream has not been released, and the schema is empty, as the function wants it.
    let status = unsafe { get_schema(&mut stream, &mut schema) };
    checked(&mut stream, status)?;
    let layout = layout(&schema)?;
    let mut chunks = Vec::new();
    loop {
        let mut array = Array::empty();
        // SAFETY: as above.
        let status = unsafe { get_next(&mut stream, &mut array) };
        checked(&mut stream, status)?;
        if array.release.is_none() {
            return Ok(chunks);
        }
        chunks.push(Chunk::new(array, layout)?);
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
        // SAFETY: the producer promises a text that ends with a NUL, until the next call.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    });
    Err(PyValueError::new_err(
        text.unwrap_or_else(|| format!("the Arrow stream failed with status {status}")),
    ))
}

fn layout(schema: &Schema) -> PyResult<Layout> {
    if schema.format.is_null() {
        return Err(PyValueError::new_err("the Arrow schema has no format"));
    }
    // SAFETY: the specification promises a text that ends with a NUL.
    let format = unsafe { CStr::from_ptr(schema.format) }.to_bytes();
    if !schema.dictionary.is_null() {
        return Err(PyTypeError::new_err(
            "the column is dictionary-encoded; pass its dictionary, or decode it",
        ));
    }
    match format {
        b"u" | b"z" => Ok(Layout::Small),
        b"U" | b"Z" => Ok(Layout::Large),
        b"vu" | b"vz" => Ok(Layout::Views),
        _ => Err(PyTypeError::new_err(format!(
            "a column of Arrow's format '{}' has no text or octets in its rows",
            String::from_utf8_lossy(format)
        ))),
    }
}

/// Octets of a view.
type View = [u8; 16];

/// The rows of a chunk.
#[derive(Clone, Copy)]
pub(crate) enum Rows<'a> {
    Small(&'a [i32], &'a [u8]),
    Large(&'a [i64], &'a [u8]),
    Views(&'a [View], &'a [&'a [u8]]),
}

impl Chunk {
    fn new(array: Array, layout: Layout) -> PyResult<Self> {
        let buffers = match layout {
            Layout::Small | Layout::Large => 3..=3,
            Layout::Views => 3..=i64::MAX,
        };
        // Of views there may be none, and then no buffers but the lengths of no buffers.
        if array.length < 0
            || array.offset < 0
            || !buffers.contains(&array.n_buffers)
            || array.buffers.is_null()
        {
            return Err(PyValueError::new_err("the Arrow array is not laid out as its format says"));
        }
        Ok(Self { array, layout })
    }

    pub(crate) fn len(&self) -> usize {
        self.array.length.unsigned_abs() as usize
    }

    fn offset(&self) -> usize {
        self.array.offset.unsigned_abs() as usize
    }

    /// `len` values of a buffer, from `from` on; none if the producer has left it out.
    ///
    /// # Safety
    ///
    /// The buffer has them.
    unsafe fn buffer<T>(&self, nth: usize, from: usize, len: usize) -> &[T] {
        // SAFETY: there are at least three buffers, as `new` has looked, and `nth` is one of them.
        let start = unsafe { *self.array.buffers.add(nth) }.cast::<T>();
        if start.is_null() || len == 0 {
            return &[];
        }
        // SAFETY: the caller's promise.
        unsafe { slice::from_raw_parts(start.add(from), len) }
    }

    /// Whether the row is there, and not null.
    pub(crate) fn is_valid(&self, row: usize) -> bool {
        let at = self.offset() + row;
        // SAFETY: the first buffer has a bit for each row, or is null.
        let bits = unsafe { self.buffer::<u8>(0, 0, at / 8 + 1) };
        bits.get(at / 8).is_none_or(|bits| bits >> (at % 8) & 1 == 1)
    }

    /// Calls `with` with the rows.
    pub(crate) fn with_rows<T>(&self, with: impl FnOnce(Rows<'_>) -> T) -> T {
        let (offset, len) = (self.offset(), self.len());
        if len == 0 {
            // The producer may have left out all buffers.
            return with(Rows::Small(&[], &[]));
        }
        match self.layout {
            Layout::Small => {
                // SAFETY: the second buffer has an offset more than rows.
                let offsets = unsafe { self.buffer::<i32>(1, offset, len + 1) };
                let end = offsets.last().copied().unwrap_or(0).max(0).unsigned_abs() as usize;
                // SAFETY: the third has the values up to the last offset.
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
                // SAFETY: the second buffer has a view for each row.
                let views = unsafe { self.buffer::<View>(1, offset, len) };
                let count = self.array.n_buffers.unsigned_abs() as usize - 3;
                // SAFETY: the last buffer has the lengths of those between.
                let lengths = unsafe { self.buffer::<i64>(count + 2, 0, count) };
                let sizes = lengths.iter().map(|len| len.unsigned_abs() as usize);
                // SAFETY: these are the lengths of the buffers.
                let buffers: Vec<_> =
                    sizes.enumerate().map(|(nth, len)| unsafe { self.buffer(nth + 2, 0, len) }).collect();
                with(Rows::Views(views, &buffers))
            }
        }
    }
}

impl<'a> Rows<'a> {
    /// The octets of a row; an error if it is not inside the buffers.
    pub(crate) fn row(self, row: usize) -> Result<&'a [u8], Outside> {
        match self {
            Self::Small(offsets, values) => {
                values.get(index(offsets[row].into())?..index(offsets[row + 1].into())?).ok_or(Outside)
            }
            Self::Large(offsets, values) => {
                values.get(index(offsets[row])?..index(offsets[row + 1])?).ok_or(Outside)
            }
            Self::Views(views, buffers) => {
                let field =
                    |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|octet| views[row][at + octet])) as usize;
                let len = field(0);
                match len {
                    0..=12 => Ok(&views[row][4..4 + len]),
                    _ => buffers
                        .get(field(8))
                        .and_then(|values| values.get(field(12)..)?.get(..len))
                        .ok_or(Outside),
                }
            }
        }
    }

    /// Whether rows `from..to` are well formed, quickly; `false` says nothing.
    pub(crate) fn are_sound(self, from: usize, to: usize) -> bool {
        match self {
            Self::Small(offsets, values) => batch::validate_offsets(&offsets[from..=to], values).is_ok(),
            Self::Large(offsets, values) => batch::validate_offsets(&offsets[from..=to], values).is_ok(),
            Self::Views(..) => false,
        }
    }
}

fn index(offset: i64) -> Result<usize, Outside> {
    usize::try_from(offset).map_err(|_| Outside)
}

/// A row that is not inside the buffers.
#[derive(Debug)]
pub(crate) struct Outside;
