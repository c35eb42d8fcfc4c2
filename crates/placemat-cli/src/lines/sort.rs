//! Sorts the lines of an input.
//!
//! The stream validates what has been read at once, so valid lines are never looked at one by one. A line feed is never
//! a part of a sequence, so an invalid sequence makes exactly one line invalid.
//!
//! Whether a line is valid is known at its end or at its first error. Until then its bytes are [`Held`].

use std::io::Write;

use memchr::{memchr, memchr_iter, memrchr};

use super::{held::Held, out::Out, stop::Stop};
use crate::text::count;

/// What is known about the current line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    /// It has no bytes yet.
    Empty,
    ValidSoFar,
    Invalid,
}

/// Sorts lines, and counts them.
pub(super) struct Sort<W: Write> {
    pub(super) valid: Option<Out<W>>,
    pub(super) invalid: Option<Out<W>>,
    /// The byte that ends a line.
    end: u8,
    /// The maximum number of invalid lines in all inputs.
    most: u64,
    /// The number of invalid lines in all inputs.
    pub(super) rejects: u64,
    /// The number of lines of the current input that have ended.
    pub(super) lines: u64,
    line: Line,
    /// The bytes of a line that is valid so far.
    held: Held,
}

impl<W: Write> Sort<W> {
    pub(super) fn new(valid: Option<Out<W>>, invalid: Option<Out<W>>, end: u8, most: u64) -> Self {
        let held = Held::default();
        Self { valid, invalid, end, most, rejects: 0, lines: 0, line: Line::Empty, held }
    }

    /// Adds valid text.
    pub(super) fn text(&mut self, mut text: &[u8]) -> Result<(), Stop> {
        if self.line == Line::Invalid {
            let end = memchr(self.end, text);
            let (rest, others) = text.split_at(end.map_or(text.len(), |at| at + 1));
            self.write_invalid(rest)?;
            if end.is_none() {
                return Ok(());
            }
            self.lines += 1;
            self.line = Line::Empty;
            text = others;
        }
        let (lines, begun) = text.split_at(memrchr(self.end, text).map_or(0, |at| at + 1));
        if !lines.is_empty() {
            self.write_valid(lines)?;
            self.lines += count(memchr_iter(self.end, lines).count());
            self.line = Line::Empty;
        }
        if !begun.is_empty() {
            self.line = Line::ValidSoFar;
            if self.valid.is_some() || self.invalid.is_some() {
                self.held.push(begun)?;
            }
        }
        Ok(())
    }

    /// Adds an invalid sequence.
    pub(super) fn error(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        if self.line != Line::Invalid {
            self.line = Line::Invalid;
            self.rejects += 1;
            if self.rejects > self.most {
                self.flush()?;
                return Err(Stop::TooMany);
            }
            if let Some(out) = &mut self.invalid {
                out.start(self.lines + 1).map_err(Stop::Invalid)?;
                self.held.release(|bytes| out.write(bytes).map_err(Stop::Invalid))?;
            }
            self.held.clear();
        }
        self.write_invalid(bytes)
    }

    /// Writes what is known. Call after each read.
    pub(super) fn flush(&mut self) -> Result<(), Stop> {
        self.valid.as_mut().map_or(Ok(()), Out::flush).map_err(Stop::Valid)?;
        self.invalid.as_mut().map_or(Ok(()), Out::flush).map_err(Stop::Invalid)
    }

    /// Ends an input, or abandons its last line because the input could not be read to its end.
    pub(super) fn end(&mut self, is_whole: bool) -> Result<(), Stop> {
        if is_whole && self.line == Line::ValidSoFar {
            self.write_valid(b"")?;
        }
        self.lines += u64::from(is_whole && self.line != Line::Empty);
        self.line = Line::Empty;
        self.held.clear();
        self.invalid.as_mut().map_or(Ok(()), Out::end_input).map_err(Stop::Invalid)?;
        self.flush()
    }

    fn write_invalid(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        self.invalid.as_mut().map_or(Ok(()), |out| out.write(bytes)).map_err(Stop::Invalid)
    }

    /// Writes the held bytes and these.
    fn write_valid(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        if let Some(out) = &mut self.valid {
            out.start(self.lines + 1).map_err(Stop::Valid)?;
            self.held.release(|bytes| out.write(bytes).map_err(Stop::Valid))?;
            out.write(bytes).map_err(Stop::Valid)?;
        }
        self.held.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use placemat_conformance::cases::{EDGES, SEQUENCES};
    use placemat_conformance::random::Random;

    use super::*;
    use crate::{lines::out::Prefix, output::Palette, text::Name};

    /// The valid lines, and the invalid ones with their numbers: every line by itself.
    fn reference(bytes: &[u8], end: u8) -> (Vec<u8>, Vec<u8>) {
        let (mut valid, mut invalid) = (Vec::new(), Vec::new());
        for (at, line) in bytes.split_inclusive(|byte| *byte == end).enumerate() {
            if str::from_utf8(line).is_ok() {
                valid.extend_from_slice(line);
            } else {
                invalid.extend_from_slice(format!("a:{}:", at + 1).as_bytes());
                invalid.extend_from_slice(line);
            }
        }
        // A report ends its last line.
        if !invalid.is_empty() && invalid.last() != Some(&end) {
            invalid.push(end);
        }
        (valid, invalid)
    }

    #[test]
    fn text_in_pieces_of_any_size() {
        let mut random = Random(6516);
        let mut rejects = 0;
        for round in 0..2000 {
            let end = if round % 2 == 0 { b'\n' } else { 0 };
            let mut bytes = Vec::new();
            for _ in 0..random.below(40) {
                match random.below(6) {
                    0 => bytes.extend_from_slice(SEQUENCES[random.below(SEQUENCES.len())].bytes),
                    1 => bytes.push(random.pick(&EDGES)),
                    2 => bytes.extend_from_slice("\u{1F37D}\u{E9}\r".as_bytes()),
                    3 => bytes.resize(bytes.len() + random.below(9), b'x'),
                    _ => bytes.push(end),
                }
            }
            let mut prefix = Prefix::new(true, Palette::default());
            prefix.set_name(Name::new(Path::new("a")), false);
            let out = |prefix| Some(Out::new(Vec::new(), end, prefix));
            let mut sort = Sort::new(out(None), out(Some(prefix)), end, u64::MAX);
            for chunk in bytes.utf8_chunks() {
                let mut text = chunk.valid();
                while !text.is_empty() {
                    let (now, later) = text.split_at(text.ceil_char_boundary(1 + random.below(12)));
                    sort.text(now.as_bytes()).unwrap();
                    text = later;
                }
                if !chunk.invalid().is_empty() {
                    sort.error(chunk.invalid()).unwrap();
                }
            }
            sort.end(true).unwrap();
            let lines = bytes.split_inclusive(|byte| *byte == end).count();
            assert_eq!(sort.lines, count(lines), "{bytes:x?}");
            rejects += sort.rejects;
            let found = (sort.valid.unwrap().into_inner(), sort.invalid.unwrap().into_inner());
            assert_eq!((found.0.unwrap(), found.1.unwrap()), reference(&bytes, end), "{bytes:x?}");
        }
        assert!(rejects > 5000, "{rejects} are too few");
    }
}
