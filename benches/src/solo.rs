//! One contender by itself, for harnesses that take many turns in a row.

use std::{io, time::Duration};

use crate::{
    arena::Arena,
    contenders::{Contender, Places},
    interleave::Cell,
    loads::Load,
};

/// A load in a memory of its own.
pub struct Solo<'a> {
    cell: Cell<'a>,
    arena: Arena,
    places: (Places, Places),
}

impl<'a> Solo<'a> {
    /// Places a first sample, and checks the answers of all contenders.
    ///
    /// # Errors
    ///
    /// If an answer is wrong, or a process cannot be reached.
    pub fn new(load: Load<'a>, contenders: &[&'a Contender]) -> io::Result<Self> {
        let cell = Cell::simple(load, contenders.iter().copied());
        let mut arena = Arena::new(cell.room())?;
        let places = cell.check(&mut arena, 1)?;
        Ok(Self { cell, arena, places })
    }

    /// Places a fresh sample.
    pub fn refresh(&mut self, seed: u64) {
        self.places = self.cell.place(&mut self.arena, 0, false, seed);
    }

    /// The octets of an input, on average.
    #[must_use]
    pub fn octets(&self) -> u64 {
        let timed = &self.places.1;
        timed.iter().map(|&(_, len)| len as u64).sum::<u64>() / timed.len().max(1) as u64
    }

    /// The time of this many calls, which go through the sample's inputs again and again.
    ///
    /// # Errors
    ///
    /// If the contender's process cannot be reached.
    pub fn time(&self, contender: &Contender, calls: u64) -> io::Result<Duration> {
        let (warm_up, timed) = &self.places;
        let (mut left, mut time) = (calls, 0);
        while left > 0 {
            let inputs = timed.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            time += contender.turn(&self.arena, warm_up, &timed[..inputs])?.0;
            left -= inputs as u64;
        }
        Ok(Duration::from_nanos(time))
    }
}
