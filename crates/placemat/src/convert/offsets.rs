//! From an offset in the result of a conversion back to the source.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::ops::AddAssign;

#[cfg(feature = "alloc")]
use placemat_core::convert::Progress;
use placemat_core::convert::{Converted, Encoding, Stop};

use super::{Converter, Route};

/// Units of the result that are converted at once to find an offset.
const BUFFER: usize = 512;

/// Units of the source that a [`SourceMap`] converts at once; an entry is recorded after half as many or more. With 1024,
/// some conversions took twice as long.
#[cfg(feature = "alloc")]
const STEP: usize = 4096;

/// A place between two characters, in the source and in the result of a conversion. A replacement is a character.
///
/// After each call of a converter, add what it returns: the sum is the place up to which all calls have converted.
///
/// ```
/// use placemat::convert::{Converter, Latin1, Offsets, Utf8};
///
/// let (converter, mut dst) = (Converter::<Latin1, Utf8>::strict(), [0; 8]);
/// let mut at = Offsets::default();
/// for chunk in [b"caf\xE9", b"th\xE9!"] {
///     at += converter.convert_chunk(chunk, &mut dst);
/// }
/// assert_eq!(at, Offsets { source: 8, output: 10 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Offsets {
    /// Units of the source before it.
    pub source: usize,
    /// Units of the result before it.
    pub output: usize,
}

impl<E> AddAssign<Converted<E>> for Offsets {
    #[inline]
    fn add_assign(&mut self, done: Converted<E>) {
        self.source += done.read;
        self.output += done.written;
    }
}

impl<S: Route<D>, D: Encoding> Converter<S, D> {
    /// Returns the last place at or before unit `output` of the result of `source`: its offset in the source is that of
    /// the character to which the unit belongs. Beyond the end, or where a strict converter stops, that is the place.
    ///
    /// Linear in `output`; nothing is allocated. For many questions about one source, use a [`SourceMap`]. The other way,
    /// from the source to the result, [`output_len`](Self::output_len) of the part before has the answer.
    ///
    /// ```
    /// use placemat::convert::{Converter, Offsets, Utf8, Utf16Le};
    ///
    /// let converter = Converter::<Utf16Le, Utf8>::lossy();
    /// let source = b"\xE9\0\x3C\xD8!\0"; // e acute, a lone surrogate, an exclamation mark
    /// let mut dst = [0; 6];
    /// converter.convert(source, &mut dst);
    /// assert_eq!(dst, "\u{E9}\u{FFFD}!".as_bytes());
    /// assert_eq!(converter.floor_offsets(source, 5), Offsets { source: 4, output: 5 });
    /// assert_eq!(converter.floor_offsets(source, 4), Offsets { source: 2, output: 2 }, "inside U+FFFD");
    /// ```
    #[must_use]
    pub fn floor_offsets(&self, source: &[S::Unit], output: usize) -> Offsets {
        let mut at = Offsets::default();
        let mut buffer = [D::Unit::default(); BUFFER];
        while at.output < output {
            // A converter never splits a character, so it stops at the last place that is not beyond the buffer.
            let dst = &mut buffer[..BUFFER.min(output - at.output)];
            let done = self.convert(&source[at.source..], dst);
            at += done;
            if done.read == 0 || done.stop != Stop::OutputFull {
                break;
            }
        }
        at
    }
}

/// Converts, and records a pair of offsets for about 4096 units of the source each: so a search in the result can name
/// the place in the original. It has 16 bytes for each pair.
///
/// ```
/// use placemat::convert::{Converter, Offsets, SourceMap, Utf8, Utf16Be};
///
/// let source: Vec<u8> = "na\u{EF}ve \u{1F37D}\n".repeat(999).encode_utf16().flat_map(u16::to_be_bytes).collect();
/// let mut map = SourceMap::new(Converter::<Utf16Be, Utf8>::strict());
/// let (mut text, mut dst) = (Vec::new(), [0; 4096]);
/// while map.end().source < source.len() {
///     let done = map.convert(&source[map.end().source..], &mut dst);
///     text.extend_from_slice(&dst[..done.written]);
/// }
/// let last = text.iter().rposition(|byte| *byte == b'v').unwrap();
/// assert_eq!(map.floor_offsets(&source, last), Offsets { source: source.len() - 12, output: last });
/// ```
#[cfg(feature = "alloc")]
#[derive(Clone, Debug)]
pub struct SourceMap<S: Encoding, D: Encoding> {
    converter: Converter<S, D>,
    entries: Vec<Offsets>,
    end: Offsets,
}

#[cfg(feature = "alloc")]
impl<S: Route<D>, D: Encoding> SourceMap<S, D> {
    /// Creates a map of nothing; `converter` converts.
    #[must_use]
    pub const fn new(converter: Converter<S, D>) -> Self {
        Self { converter, entries: Vec::new(), end: Offsets { source: 0, output: 0 } }
    }

    /// Converts like [`Converter::convert`], and records where it comes. Each call continues where the one before
    /// stopped. Panics only if allocation fails.
    pub fn convert(&mut self, source: &[S::Unit], dst: &mut [D::Unit]) -> Converted<S::Error> {
        self.run(source, dst, true)
    }

    /// Converts like [`Converter::convert_chunk`]; otherwise like [`convert`](Self::convert).
    pub fn convert_chunk(&mut self, source: &[S::Unit], dst: &mut [D::Unit]) -> Converted<S::Error> {
        self.run(source, dst, false)
    }

    fn run(&mut self, source: &[S::Unit], dst: &mut [D::Unit], last: bool) -> Converted<S::Error> {
        let (start, mut at) = (self.end, Progress::default());
        loop {
            let end = source.len().min(at.read + STEP);
            let is_rest = end == source.len();
            let done = self.converter.run(&source[..end], dst, at, last && is_rest);
            at = Progress { read: done.read, written: done.written };
            self.end = start;
            self.end += done;
            if self.end.source >= self.entry(self.entries.len()).source + STEP / 2 {
                self.entries.push(self.end);
            }
            if is_rest || !matches!(done.stop, Stop::End | Stop::Incomplete) {
                return done;
            }
        }
    }

    /// The place up to which all calls have converted.
    #[must_use]
    pub const fn end(&self) -> Offsets {
        self.end
    }

    /// Returns the last recorded place at or before unit `output` of the result, in logarithmic time.
    ///
    /// If the source cannot be kept, read it again from there on: the place of the unit is at most 8192 units of the source
    /// later, and [`Converter::floor_offsets`] of these 8192, or of all to the end, finds it.
    #[must_use]
    pub fn floor_entry(&self, output: usize) -> Offsets {
        self.entry(self.entries.partition_point(|entry| entry.output <= output))
    }

    /// Returns the last place at or before unit `output` of the result, like [`Converter::floor_offsets`]. `source` is all
    /// of the source, of which at most 8192 units are converted.
    #[must_use]
    pub fn floor_offsets(&self, source: &[S::Unit], output: usize) -> Offsets {
        let from = self.floor_entry(output);
        let rest = source.get(from.source..).unwrap_or_default();
        let further = self.converter.floor_offsets(rest, output - from.output);
        Offsets { source: from.source + further.source, output: from.output + further.output }
    }

    /// The place before which there are so many entries.
    fn entry(&self, number: usize) -> Offsets {
        number.checked_sub(1).map(|nth| self.entries[nth]).unwrap_or_default()
    }
}
