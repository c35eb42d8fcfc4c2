//! A sequence between two well-formed texts, at a chosen address.

use super::{check::Checker, material::Filler, stage::Stage};
use crate::reading;

/// Builds inputs of one shape, one at a time.
pub(super) struct Scene<'a> {
    stage: Stage,
    fillers: &'a [Filler; 4],
}

/// What to build: `before` octets of one filler, a sequence, `after` octets of another.
#[derive(Clone, Copy)]
pub(super) struct Shot<'a> {
    /// What reports call it.
    pub(super) what: &'a str,
    /// The address of the first octet, modulo 4096.
    pub(super) address: usize,
    /// How many octets lie in front of the sequence.
    pub(super) before: usize,
    /// The sequence.
    pub(super) sequence: &'a [u8],
    /// How many octets lie behind it.
    pub(super) after: usize,
    /// Which fillers: indices, in front and behind.
    pub(super) fillers: (usize, usize),
}

impl<'a> Scene<'a> {
    /// For inputs of at most `capacity` octets, which the fillers must be able to fill.
    pub(super) fn new(capacity: usize, fillers: &'a [Filler; 4]) -> Self {
        Self { stage: Stage::new(capacity), fillers }
    }

    /// One case.
    pub(super) fn check(&mut self, shot: Shot<'_>, checker: &mut Checker<'_>) {
        self.check_behind(0, 0, shot, checker);
    }

    /// One case with two fillers in front: the first `head` octets are of the filler `first`.
    pub(super) fn check_behind(
        &mut self,
        first: usize,
        head: usize,
        shot: Shot<'_>,
        checker: &mut Checker<'_>,
    ) {
        if checker.done() {
            return;
        }
        let Shot { what, address, before, sequence, after, fillers } = shot;
        let until = before + sequence.len();
        let input = self.stage.place(address, until + after);
        self.fillers[first].before(&mut input[..head]);
        self.fillers[fillers.0].before(&mut input[head..before]);
        input[before..until].copy_from_slice(sequence);
        self.fillers[fillers.1].after(&mut input[until..]);
        let expected = reading::read_between(input, before, until);
        checker.check(what, input, &expected);
    }
}
