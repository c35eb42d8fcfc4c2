//! Inputs of one shape: a sequence between valid texts, at a chosen address; and grids, which are inputs as data.

use std::collections::BTreeSet;

use super::prelude::*;
use crate::text::{LONGEST, Text};

/// The number of inputs that a thread takes at a time.
const SHARE: usize = 64;

/// Asks for the verdict on `sequence` between these texts, in order. The first byte has this address, modulo 4096.
pub(super) type Ask<'a> = dyn FnMut(&str, usize, &[Text], &[u8], Text) + 'a;

impl Context<'_> {
    /// Asks about all inputs that `source` makes. Every thread makes all of them, and asks about its share.
    pub(super) fn inputs(&self, source: impl Fn(Depth, &mut Ask<'_>) + Sync) {
        let shares = self.threads;
        self.each(shares, |share, tester| {
            let (mut buffer, mut nth) = (Buffer::new(LONGEST), 0);
            source(self.depth, &mut |what, address, before, sequence, after| {
                nth += 1;
                if nth / SHARE % shares != share || tester.done() {
                    return;
                }
                tester.begin(nth);
                let from: usize = before.iter().map(|text| text.len).sum();
                let until = from + sequence.len();
                let bytes = buffer.at(address, until + after.len);
                let mut at = 0;
                for text in before {
                    text.kind.before(&mut bytes[at..at + text.len]);
                    at += text.len;
                }
                bytes[from..until].copy_from_slice(sequence);
                after.kind.after(&mut bytes[until..]);
                let expected = reference::read_between(bytes, from, until);
                tester.check(what, bytes, &expected);
            });
        });
    }
}

/// The numbers up to this distance away from an edge, and others, in order.
pub(super) fn near(edges: &[usize], away: usize, others: impl IntoIterator<Item = usize>) -> Vec<usize> {
    let around = edges.iter().flat_map(|&edge| edge - away..=edge + away);
    around.chain(others).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Sequences over edges, between texts.
pub(super) struct Grid {
    /// The sequences, each with its place at the edge.
    pub(super) sequences: fn() -> Vec<(Case, usize)>,
    /// The texts that inputs start with.
    pub(super) starts: &'static [Text],
    /// The kinds of text before and after a sequence.
    pub(super) kinds: &'static [(Kind, Kind)],
    /// The edges in an input at this address.
    pub(super) edges: fn(Depth, usize) -> Vec<Edge>,
    /// Whether to ask about a point.
    pub(super) keeps: fn(Depth, &Point) -> bool,
}

/// No other text at the start.
pub(super) const NO_START: &[Text] = &[Kind::Ascii.of(0)];

/// A place where a decoder may divide its input.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The bytes before it.
    pub(super) at: usize,
    pub(super) nth: usize,
    /// The bytes after a sequence that lies over it.
    pub(super) after: usize,
}

/// A sequence over an edge between two kinds of text, by their numbers.
pub(super) struct Point {
    pub(super) edge: Edge,
    pub(super) sequence: usize,
    pub(super) kinds: usize,
}

impl Grid {
    pub(super) fn inputs(&self, depth: Depth, ask: &mut Ask<'_>) {
        let sequences = (self.sequences)();
        for (address, edge) in (0..64)
            .flat_map(|address| (self.edges)(depth, address).into_iter().map(move |edge| (address, edge)))
        {
            for (sequence, (case, at)) in sequences.iter().enumerate() {
                let Some(from) = edge.at.checked_sub(*at) else { continue };
                for (kinds, (before, after)) in self.kinds.iter().enumerate() {
                    if !(self.keeps)(depth, &Point { edge, sequence, kinds }) {
                        continue;
                    }
                    for start in self.starts {
                        let before = [*start, before.of(from - start.len)];
                        ask(case.id, address, &before, case.bytes, after.of(edge.after));
                    }
                }
            }
        }
    }
}
