//! The part of an input around a place. The input is read once, from its start, in constant memory.

use std::io::Read;

use placemat::position::{LineColumn, LineEnds, Unit, floor_byte, floor_byte_at};
use placemat::{Utf8ErrorKind, chars};

use crate::text::{count, number};
use crate::{args::Place, stream::Position};

/// The maximum number of bytes per read.
const READ: usize = 64 << 10;

/// The number of bytes kept on either side of the place: more than a diagnosis inspects.
const AROUND: usize = 256;

/// Some bytes of an input, and the place in them.
#[derive(Debug)]
pub(super) struct Window {
    pub(super) bytes: Vec<u8>,
    /// The offset of the first byte in the input.
    pub(super) offset: u64,
    /// The start of the character or invalid sequence at the place.
    pub(super) at: usize,
    pub(super) position: Position,
    /// The requested offset in the input, if it is not that of the item's first byte.
    pub(super) inside: Option<u64>,
    /// Whether the first error was requested and there is none.
    pub(super) faultless: bool,
}

impl Window {
    /// Reads up to the place; by default, to the first error, or if there is none, shows the start.
    ///
    /// # Errors
    ///
    /// Why the input cannot be read, or the place does not exist.
    pub(super) fn find(input: &mut impl Read, place: Option<Place>, unit: Unit) -> Result<Self, String> {
        let mut scan = Scan { bytes: Vec::new(), offset: 0, at: 0, position: None, unit, head: Vec::new() };
        loop {
            let more = scan.read(input)?;
            if scan.search(place, !more)? {
                // Reads the bytes after it.
                while scan.bytes.len() < scan.at + AROUND && scan.read(input)? {}
                return Ok(scan.window(place));
            }
            if !more {
                return scan.end(place);
            }
        }
    }

    /// Whether there is no invalid sequence at the place.
    pub(super) fn is_valid(&self) -> bool {
        !matches!(chars::first(&self.bytes[self.at..]), Some(Err(_)))
    }
}

struct Scan {
    bytes: Vec<u8>,
    /// The offset of the first byte in the input.
    offset: u64,
    /// The first byte that has not been searched, and its position.
    at: usize,
    position: Option<Position>,
    /// What columns count.
    unit: Unit,
    /// The first bytes of the input.
    head: Vec<u8>,
}

impl Scan {
    /// Reads more; `false` at the end. Drops bytes far before the place.
    fn read(&mut self, input: &mut impl Read) -> Result<bool, String> {
        let forget = self.at.saturating_sub(AROUND);
        self.bytes.drain(..forget);
        self.at -= forget;
        self.offset += count(forget);
        let read = input.by_ref().take(count(READ)).read_to_end(&mut self.bytes);
        let read = read.map_err(|error| error.to_string())?;
        if self.head.is_empty() {
            self.head = self.bytes[..self.bytes.len().min(AROUND)].to_vec();
        }
        Ok(read > 0)
    }

    /// Searches for the place in the buffer. If it is found, `at` is its start.
    fn search(&mut self, place: Option<Place>, last: bool) -> Result<bool, String> {
        let bytes = std::mem::take(&mut self.bytes);
        let found = self.search_in(&bytes, place, last);
        self.bytes = bytes;
        found
    }

    fn search_in(&mut self, bytes: &[u8], place: Option<Place>, last: bool) -> Result<bool, String> {
        let mut position = self.position.unwrap_or(Position::START);
        for chunk in placemat::chunks(&bytes[self.at..]) {
            let mut after = position;
            after.pass_units(chunk.valid(), self.unit);
            if self.is_before(place, self.at + chunk.valid().len(), after)
                && let Some(at) = self.byte_in(chunk.valid(), place, position)
            {
                position.pass_units(&chunk.valid()[..at], self.unit);
                self.at += at;
                self.position = Some(position);
                return reached(place, position, &chunk.valid()[at..]);
            }
            position = after;
            self.at += chunk.valid().len();
            let Some(error) = chunk.error() else { break };
            if error.kind == Utf8ErrorKind::Truncated && !last {
                break;
            }
            let mut next = position;
            next.pass_invalid();
            if place.is_none() || self.is_before(place, self.at + error.len, next) {
                self.position = Some(position);
                return reached(place, position, "");
            }
            position = next;
            self.at += error.len;
        }
        self.position = Some(position);
        Ok(false)
    }

    /// Where the character begins that has the place, in text that begins at `start`.
    fn byte_in(&self, text: &str, place: Option<Place>, start: Position) -> Option<usize> {
        let index = |number: u64| usize::try_from(number).ok();
        match place? {
            Place::Offset(offset) => {
                Some(floor_byte(text, index(offset - self.offset - count(self.at))?, Unit::Bytes))
            }
            Place::Position { line, column } => {
                let first = if line == start.line { start.column } else { 1 };
                let place = LineColumn { line: index(line - start.line)?, column: index(column - first)? };
                floor_byte_at(text, place, self.unit, LineEnds::Lf)
            }
        }
    }

    /// Whether the place is before this index, at this position.
    fn is_before(&self, place: Option<Place>, index: usize, position: Position) -> bool {
        match place {
            None => false,
            Some(Place::Offset(offset)) => offset < self.offset + count(index),
            Some(Place::Position { line, column }) => (line, column) < (position.line, position.column),
        }
    }

    fn window(self, place: Option<Place>) -> Window {
        let start = self.offset + count(self.at);
        let inside = match place {
            Some(Place::Offset(offset)) if offset != start => Some(offset),
            _ => None,
        };
        let position = self.position.unwrap_or(Position::START);
        Window { bytes: self.bytes, offset: self.offset, at: self.at, position, inside, faultless: false }
    }

    /// Handles the end of the input if the place has not been found.
    fn end(self, place: Option<Place>) -> Result<Window, String> {
        let len = self.offset + count(self.bytes.len());
        let end = self.position.unwrap_or(Position::START);
        match place {
            _ if len == 0 => Err("it is empty".into()),
            None => {
                let head = self.head;
                Ok(Window {
                    bytes: head,
                    offset: 0,
                    at: 0,
                    position: Position::START,
                    inside: None,
                    faultless: true,
                })
            }
            Some(Place::Offset(_)) => {
                Err(format!("it has {}, the last at offset {}", number(len, "byte", "bytes"), len - 1))
            }
            Some(Place::Position { line, .. }) if line == end.line => Err(too_short(line, end.column - 1)),
            Some(Place::Position { .. }) => Err(format!("it has {}", number(end.line, "line", "lines"))),
        }
    }
}

/// The place is in what begins at `position`: in `text`, or in an invalid sequence. Fails if its line is too short.
fn reached(place: Option<Place>, position: Position, text: &str) -> Result<bool, String> {
    match place {
        Some(Place::Position { line, column })
            if column != position.column && (text.is_empty() || text.starts_with('\n')) =>
        {
            Err(too_short(line, position.column))
        }
        _ => Ok(true),
    }
}

/// The line has only this many characters, including the one that ends it.
fn too_short(line: u64, columns: u64) -> String {
    format!("line {line} has {}", number(columns, "column", "columns"))
}
