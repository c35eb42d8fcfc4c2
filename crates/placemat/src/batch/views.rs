//! Rows given by views.
//!
//! The view of a short row, including its length and padding, is valid iff the row is: the bytes of a length of at
//! most 12 are ASCII, and so are the zeros. The views of short rows are therefore validated as one text.
//!
//! Whether a row is short is unpredictable, so this path is branch-free: the views of a chunk are copied, those of long
//! rows to the front and those of short rows to the back. Long rows that are adjacent in one buffer are validated
//! together. A view contains the row's first bytes, so checking for a character boundary needs no access to the buffer.

use placemat_core::Scan;

use super::rows::{begins, validate_row};
use super::{Column, Layout, RowError, invalid::Rows};
use crate::backend_choice::BackendChoice;

/// Maximum number of rows that are validated together.
const ROWS: usize = 512;
/// Bytes of a view.
const VIEW: usize = size_of::<u128>();
/// Maximum length of an inline row, in bytes.
const SHORT: usize = 12;
/// Bit offset of an inline row in its view, after the length.
const ROW: u32 = u32::BITS;

/// A view: 16 bytes, or the same as a number whose lowest byte is the first one. The trait is sealed.
pub trait View: Copy + sealed::Sealed {
    #[doc(hidden)]
    fn to_bytes(self) -> [u8; VIEW];

    #[doc(hidden)]
    fn of(bytes: [u8; VIEW]) -> Self;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u128 {}
    impl Sealed for [u8; super::VIEW] {}
}

impl View for u128 {
    #[inline]
    fn to_bytes(self) -> [u8; VIEW] {
        self.to_le_bytes()
    }

    fn of(bytes: [u8; VIEW]) -> Self {
        Self::from_le_bytes(bytes)
    }
}

impl View for [u8; VIEW] {
    #[inline]
    fn to_bytes(self) -> [u8; VIEW] {
        self
    }

    fn of(bytes: [u8; VIEW]) -> Self {
        bytes
    }
}

/// Rows given by views; see [`Column::views`].
#[derive(Debug)]
pub struct Views<'a, V, B> {
    pub(super) views: &'a [V],
    pub(super) buffers: &'a [B],
    /// The number of buffers, from the first on, that are known to be valid.
    trusted: usize,
}

// Not derived, because `B` need not be `Copy`.
impl<V, B> Copy for Views<'_, V, B> {}
impl<V, B> Clone for Views<'_, V, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, V: View, B: AsRef<[u8]>> Column<'a, Views<'a, V, B>> {
    /// Rows given by views, as `u128` or `[u8; 16]`. Its first four bytes are a row's length in bytes, little-endian like
    /// all fields. Up to 12 bytes of text follow inline, padded with zeros; for a longer row its first four bytes, its
    /// buffer's index and its offset in the buffer follow, four bytes each.
    ///
    /// ```
    /// use placemat::batch::{Column, RowError};
    ///
    /// let views = [*b"\x05\0\0\0hello\0\0\0\0\0\0\0", *b"\x0D\0\0\0more\0\0\0\0\x02\0\0\0"];
    /// assert_eq!(Column::views(&views, &[b"..more than 12."]).validate(), Ok(()));
    /// assert_eq!(Column::views(&views, &[b"..more than"]).validate(), Err(RowError::OutOfBounds { row: 1 }));
    /// assert_eq!(Column::views(&views, &[b"..less than 12."]).validate(), Err(RowError::Prefix { row: 1 }));
    /// assert_eq!(Column::views(&[u128::MAX], &[""]).validate(), Err(RowError::OutOfBounds { row: 0 }));
    /// ```
    pub const fn views(views: &'a [V], buffers: &'a [B]) -> Self {
        Self::of(Views { views, buffers, trusted: 0 })
    }

    /// Trusts the first `count` buffers to be valid UTF-8, each as a whole, for instance because they are those of a column
    /// that is valid. For rows in them, only the borders and the prefix are checked. (If such a buffer is not valid,
    /// the result is unspecified; it is no undefined behaviour.)
    ///
    /// ```
    /// use placemat::batch::Column;
    ///
    /// let (view, buffers) = ([*b"\x0D\0\0\0\xC3\xA9t\xC3\0\0\0\0\0\0\0\0"], ["\u{E9}t\u{E9} et hiver"]);
    /// assert_eq!(Column::views(&view, &buffers).with_trusted_buffers(1).validate(), Ok(()));
    /// ```
    pub const fn with_trusted_buffers(mut self, count: usize) -> Self {
        self.layout.trusted = count;
        self
    }
}

impl<V: View, B: AsRef<[u8]>> Layout for Views<'_, V, B> {
    type Extent = ();

    fn extent(&self) {}
}

impl<V: View, B: AsRef<[u8]>> Rows for Views<'_, V, B> {
    const MOST: usize = ROWS;
    const ARE_APART: bool = true;

    #[inline]
    fn group(&mut self, choice: BackendChoice, row: usize, most: usize) -> Option<(usize, bool)> {
        let rest = self.views.get(row..).filter(|rest| !rest.is_empty())?;
        let some = &rest[..most.min(rest.len())];
        let mut dst = [[0; VIEW]; ROWS];
        let (long, short) = sort_by_length(some, &mut dst);
        let are_valid = are_padded(short)
            && choice.scan(short.as_flattened()) == Scan::Clean
            && self.are_long_valid(choice, long);
        Some((some.len(), are_valid))
    }

    fn validate_row(&mut self, choice: BackendChoice, row: usize) -> Result<(), RowError> {
        validate_one(choice, row, Fields::of(self.views[row]), self.buffers)
    }
}

impl<V: View, B: AsRef<[u8]>> Views<'_, V, B> {
    /// Whether all of these long rows are valid.
    fn are_long_valid(&self, choice: BackendChoice, views: &[[u8; VIEW]]) -> bool {
        let mut views = views.iter().copied().map(Fields::of).peekable();
        let Some(first) = views.peek() else { return true };
        let Some(mut run) = Run::of(*first, self.buffers) else { return false };
        let (mut differs, mut all) = (0, 0);
        for view in views {
            if view.buffer() != run.buffer || view.start() != run.end {
                if !run.is_valid(choice, self.trusted) {
                    return false;
                }
                let Some(next) = Run::of(view, self.buffers) else { return false };
                run = next;
            }
            let Some(bytes) = run.bytes.get(run.end..).and_then(|rest| rest.first_chunk()) else {
                return false;
            };
            differs |= u32::from_le_bytes(*bytes) ^ view.first();
            all |= begins(bytes[0]);
            run.end = run.end.saturating_add(view.len());
        }
        differs == 0 && all >= 0 && run.is_valid(choice, self.trusted)
    }
}

/// Copies at most `ROWS` views: those of long rows to the front, those of short rows to the back.
fn sort_by_length<'a, V: View>(
    views: &[V], dst: &'a mut [[u8; VIEW]; ROWS],
) -> (&'a [[u8; VIEW]], &'a [[u8; VIEW]]) {
    let mut shorts = 0;
    for (row, view) in views.iter().enumerate() {
        let view = view.to_bytes();
        let is_short = Fields::of(view).is_short();
        let place = if is_short { ROWS - 1 - shorts } else { row - shorts };
        if let Some(bytes) = dst.get_mut(place) {
            *bytes = view;
        }
        shorts += usize::from(is_short);
    }
    (&dst[..views.len() - shorts], &dst[ROWS - shorts..])
}

/// Whether each of these short rows is padded with zeros.
fn are_padded(views: &[[u8; VIEW]]) -> bool {
    let after = views.iter().copied().map(Fields::of);
    after.fold(0, |any, view| any | view.0 & PADDING[view.len().min(SHORT)]) == 0
}

/// For each length, the bits of a view that must be zero: the padding of a short row.
static PADDING: [u128; SHORT + 1] = {
    let mut masks = [0; SHORT + 1];
    let mut len = 0;
    while len < SHORT {
        masks[len] = u128::MAX << (ROW as usize + 8 * len);
        len += 1;
    }
    masks
};

/// Validates the row of one view.
fn validate_one<B: AsRef<[u8]>>(
    choice: BackendChoice, row: usize, view: Fields, buffers: &[B],
) -> Result<(), RowError> {
    if view.is_short() {
        if view.after() != 0 {
            return Err(RowError::Padding { row });
        }
        let bytes = (view.0 >> ROW).to_le_bytes();
        return validate_row(choice, row, 0, view.len(), &bytes);
    }
    let buffer = buffers.get(view.buffer()).ok_or(RowError::OutOfBounds { row })?.as_ref();
    let end = view.start().saturating_add(view.len());
    if let Some(bytes) = buffer.get(view.start()..end)
        && !bytes.starts_with(&view.first().to_le_bytes())
    {
        return Err(RowError::Prefix { row });
    }
    validate_row(choice, row, view.start(), end, buffer)
}

/// The row of a valid view, of which `inline` are the bytes.
#[cfg(feature = "alloc")]
pub(super) fn row_of<'a, B: AsRef<[u8]>>(inline: &'a [u8; VIEW], buffers: &'a [B]) -> &'a [u8] {
    let view = Fields::of(*inline);
    if view.is_short() {
        return inline.get(VIEW - SHORT..).and_then(|row| row.get(..view.len())).unwrap_or_default();
    }
    let end = view.start().saturating_add(view.len());
    buffers.get(view.buffer()).and_then(|buffer| buffer.as_ref().get(view.start()..end)).unwrap_or_default()
}

/// The view of a new row. A long one is appended to `bytes`, the buffer with this index. `None` if it does not fit.
#[cfg(feature = "alloc")]
pub(super) fn view_of<V: View>(row: &[u8], buffer: usize, bytes: &mut alloc::vec::Vec<u8>) -> Option<V> {
    let mut view = [0; VIEW];
    let (len, rest) = view.split_at_mut(VIEW - SHORT);
    len.copy_from_slice(&u32::try_from(row.len()).ok()?.to_le_bytes());
    if let Some(inline) = rest.get_mut(..row.len()) {
        inline.copy_from_slice(row);
    } else {
        let (buffer, start) = (u32::try_from(buffer).ok()?, u32::try_from(bytes.len()).ok()?);
        let fields = [row.first_chunk::<4>()?, &buffer.to_le_bytes(), &start.to_le_bytes()];
        rest.copy_from_slice(fields.map(|field| *field).as_flattened());
        bytes.extend_from_slice(row);
    }
    Some(V::of(view))
}

/// A view in Arrow's format.
#[derive(Clone, Copy)]
struct Fields(u128);

impl Fields {
    #[inline]
    fn of(view: impl View) -> Self {
        Self(u128::from_le_bytes(view.to_bytes()))
    }

    /// Length of the row in bytes.
    #[inline]
    fn len(self) -> usize {
        index(self.field(0))
    }

    #[inline]
    fn is_short(self) -> bool {
        self.len() <= SHORT
    }

    /// The padding after a short row.
    #[inline]
    fn after(self) -> u128 {
        // A row of twelve bytes has no padding.
        let end = ROW + u8::BITS * u32::try_from(self.len()).unwrap_or(0);
        self.0.checked_shr(end).unwrap_or(0)
    }

    /// The index of a long row's buffer.
    #[inline]
    fn buffer(self) -> usize {
        index(self.field(2))
    }

    /// The offset of a long row in its buffer.
    #[inline]
    fn start(self) -> usize {
        index(self.field(3))
    }

    /// The first four bytes of a long row, as a little-endian number.
    #[inline]
    fn first(self) -> u32 {
        self.field(1)
    }

    /// One of the four 32-bit fields.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the field")]
    fn field(self, which: u32) -> u32 {
        (self.0 >> (which * u32::BITS)) as u32
    }
}

/// Converts to an index; out of bounds for every slice if it does not fit.
#[inline]
fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Long rows that are adjacent in one buffer.
struct Run<'a> {
    buffer: usize,
    /// The whole buffer.
    bytes: &'a [u8],
    start: usize,
    end: usize,
}

impl<'a> Run<'a> {
    /// An empty run at the start of the row of `view`.
    #[inline]
    fn of<B: AsRef<[u8]>>(view: Fields, buffers: &'a [B]) -> Option<Self> {
        let buffer = view.buffer();
        let bytes = buffers.get(buffer)?.as_ref();
        Some(Self { buffer, bytes, start: view.start(), end: view.start() })
    }

    /// Whether the bytes of all rows are valid as a whole: in a valid buffer, iff the run ends at a boundary.
    #[inline]
    fn is_valid(&self, choice: BackendChoice, trusted: usize) -> bool {
        let Some(bytes) = self.bytes.get(self.start..self.end) else { return false };
        if self.buffer < trusted {
            return self.bytes.get(self.end).is_none_or(|byte| begins(*byte) >= 0);
        }
        choice.scan(bytes) == Scan::Clean
    }
}
