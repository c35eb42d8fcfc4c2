//! UTF-16 and UTF-32, whose units have 2 or 4 bytes.

use super::{Decode, Event, Out, Piece, Reason};
use crate::{charset::Order, convert::stop::Stop, text::count};

/// UTF-16 for `SIZE` 2, UTF-32 for 4.
pub(super) struct Units<const SIZE: usize>(pub(super) Order);

impl Decode for Units<2> {
    fn decode(&mut self, piece: Piece<'_>, out: &mut Out<'_>) -> Result<usize, Stop> {
        self.each(piece, out, |unit, next| match (unit, next) {
            (0xD800..=0xDBFF, Next::Unit(low @ 0xDC00..=0xDFFF)) => {
                let value = 0x1_0000 + ((unit & 0x3FF) << 10 | low & 0x3FF);
                Item::of(value, 2)
            }
            (0xD800..=0xDBFF, Next::Unknown) => Item::Incomplete,
            (0xD800..=0xDFFF, _) => Item::Bad(Reason::LoneSurrogate),
            _ => Item::of(unit, 1),
        })
    }
}

impl Decode for Units<4> {
    fn decode(&mut self, piece: Piece<'_>, out: &mut Out<'_>) -> Result<usize, Stop> {
        self.each(piece, out, |unit, _| Item::of(unit, 1))
    }
}

/// The unit after a unit.
enum Next {
    Unit(u32),
    /// It will come with the next piece.
    Unknown,
    /// The input ends.
    None,
}

/// What begins at a unit.
enum Item {
    Char {
        char: char,
        /// How many units it has.
        units: usize,
    },
    /// The unit is ill formed.
    Bad(Reason),
    /// The next piece tells.
    Incomplete,
}

impl Item {
    fn of(value: u32, units: usize) -> Self {
        match char::from_u32(value) {
            Some(char) => Self::Char { char, units },
            None if value > 0x10_FFFF => Self::Bad(Reason::OutOfRange),
            None => Self::Bad(Reason::Surrogate),
        }
    }
}

impl<const SIZE: usize> Units<SIZE> {
    fn each(
        &self,
        piece: Piece<'_>,
        out: &mut Out<'_>,
        item: impl Fn(u32, Next) -> Item,
    ) -> Result<usize, Stop> {
        let (units, rest) = piece.bytes.as_chunks::<SIZE>();
        let mut text = String::with_capacity(piece.bytes.len() * 3 / SIZE);
        // The units before `from` have been reported; those up to `at` are in `text`.
        let (mut from, mut at) = (0, 0);
        let offset = |unit: usize| piece.offset + count(unit * SIZE);
        while let Some(unit) = units.get(at) {
            let next = match units.get(at + 1) {
                Some(next) => Next::Unit(self.value(next)),
                None if piece.last => Next::None,
                None => Next::Unknown,
            };
            match item(self.value(unit), next) {
                Item::Char { char, units } => {
                    text.push(char);
                    at += units;
                }
                Item::Bad(reason) => {
                    flush(&mut text, offset(from), out)?;
                    out(Event::Bad { bytes: unit, offset: offset(at), reason })?;
                    at += 1;
                    from = at;
                }
                Item::Incomplete => break,
            }
        }
        flush(&mut text, offset(from), out)?;
        if piece.last && !rest.is_empty() {
            out(Event::Bad { bytes: rest, offset: offset(at), reason: Reason::CutUnit(SIZE) })?;
            return Ok(piece.bytes.len());
        }
        Ok(at * SIZE)
    }

    fn value(&self, unit: &[u8; SIZE]) -> u32 {
        let join = |value: u32, &byte: &u8| value << 8 | u32::from(byte);
        match self.0 {
            Order::Little => unit.iter().rev().fold(0, join),
            Order::Big => unit.iter().fold(0, join),
        }
    }
}

fn flush(text: &mut String, offset: u64, out: &mut Out<'_>) -> Result<(), Stop> {
    if !text.is_empty() {
        out(Event::Text { text, offset })?;
        text.clear();
    }
    Ok(())
}
