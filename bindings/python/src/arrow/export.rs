//! Exports columns to other libraries.

use core::ffi::{CStr, c_void};
use core::ptr;

use super::ffi::{Array, Schema, Structure as _};
use super::import::Problem;

/// The memory of an exported array, freed when its consumer releases it.
struct Owned {
    buffers: Vec<Vec<u8>>,
    pointers: Vec<*const c_void>,
}

/// A column of booleans: one bit per row, and a validity bitmap.
pub(crate) fn booleans(rows: &[Option<bool>]) -> (Schema, Array) {
    let values = rows.iter().map(|row| *row == Some(true));
    (schema(c"b"), array(rows.len(), nulls(rows.iter().map(Option::is_some)), vec![bits(values)]))
}

/// A column of text with 64-bit offsets.
pub(crate) struct Texts {
    offsets: Vec<i64>,
    values: Vec<u8>,
    are_there: Vec<bool>,
}

impl Texts {
    /// No rows yet, but capacity for this many.
    pub(crate) fn new(rows: usize) -> Result<Self, Problem> {
        let (mut offsets, mut are_there) = (Vec::new(), Vec::new());
        offsets.try_reserve_exact(rows.saturating_add(1)).map_err(|_| Problem::Memory)?;
        are_there.try_reserve_exact(rows).map_err(|_| Problem::Memory)?;
        offsets.push(0);
        Ok(Self { offsets, values: Vec::new(), are_there })
    }

    /// Appends a row, which must be valid UTF-8, or null.
    pub(crate) fn push(&mut self, row: Option<&[u8]>) -> Result<(), Problem> {
        let text = row.unwrap_or_default();
        // Views can repeat a buffer any number of times.
        self.values.try_reserve(text.len()).map_err(|_| Problem::Memory)?;
        self.values.extend_from_slice(text);
        self.offsets.push(self.values.len() as i64);
        self.are_there.push(row.is_some());
        Ok(())
    }

    pub(crate) fn len(&self) -> usize {
        self.are_there.len()
    }

    /// The row, which may be null; `None` if there is no such row.
    pub(crate) fn get(&self, row: usize) -> Option<Option<&str>> {
        let text = &self.values[self.offsets[row] as usize..*self.offsets.get(row + 1)? as usize];
        Some(self.are_there.get(row)?.then(|| placemat::from_utf8(text).unwrap_or_default()))
    }

    pub(crate) fn export(&self) -> (Schema, Array) {
        let offsets = self.offsets.iter().flat_map(|offset| offset.to_ne_bytes()).collect();
        let validity = nulls(self.are_there.iter().copied());
        (schema(c"U"), array(self.len(), validity, vec![offsets, self.values.clone()]))
    }
}

/// The validity bitmap, and the number of null rows.
fn nulls(there: impl Iterator<Item = bool> + Clone) -> (Vec<u8>, usize) {
    let count = there.clone().filter(|there| !there).count();
    (bits(there), count)
}

fn bits(values: impl Iterator<Item = bool>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (at, value) in values.enumerate() {
        if at % 8 == 0 {
            bytes.push(0);
        }
        if let Some(last) = bytes.last_mut() {
            *last |= u8::from(value) << (at % 8);
        }
    }
    bytes
}

fn schema(format: &'static CStr) -> Schema {
    const NULLABLE: i64 = 2;
    let mut schema = Schema::empty();
    (schema.format, schema.name) = (format.as_ptr(), c"".as_ptr());
    schema.flags = NULLABLE;
    schema.release = Some(release_schema);
    schema
}

fn array(len: usize, (validity, null_count): (Vec<u8>, usize), rest: Vec<Vec<u8>>) -> Array {
    let mut buffers = vec![validity];
    buffers.extend(rest);
    let mut owned = Box::new(Owned { buffers, pointers: Vec::new() });
    // Consumers do not dereference the pointers of empty buffers.
    owned.pointers = owned.buffers.iter().map(|buffer| buffer.as_ptr().cast()).collect();
    let mut array = Array::empty();
    (array.length, array.null_count) = (len as i64, null_count as i64);
    (array.n_buffers, array.buffers) = (owned.pointers.len() as i64, owned.pointers.as_mut_ptr());
    array.private_data = Box::into_raw(owned).cast();
    array.release = Some(release_array);
    array
}

unsafe extern "C" fn release_schema(schema: *mut Schema) {
    // SAFETY: its consumer passes a schema that has not been released. All its pointers are static.
    unsafe { (*schema).release = None };
}

unsafe extern "C" fn release_array(array: *mut Array) {
    // SAFETY: its consumer passes an array that has not been released.
    let array = unsafe { &mut *array };
    // SAFETY: `array` created it with `Box::into_raw`.
    drop(unsafe { Box::from_raw(array.private_data.cast::<Owned>()) });
    array.private_data = ptr::null_mut();
    array.release = None;
}
