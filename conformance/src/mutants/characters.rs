//! Mutants that are wrong about characters from the back, or about where characters begin.

use super::mutant::{Family, Mutant};
use crate::{
    reading,
    subject::{FindsBoundaries, Item, Iterates, Subject},
};

pub(super) fn models() -> Vec<Mutant> {
    vec![mutant("the reading's items", Characters::RIGHT)]
}

pub(super) fn mutants() -> Vec<Mutant> {
    FAULTS.iter().map(|&(name, flawed)| mutant(name, flawed)).collect()
}

fn mutant(name: &str, characters: Characters) -> Mutant {
    Mutant { family: Family::Characters, name: name.to_owned(), seen_by: None, subject: Box::new(characters) }
}

/// The octets, and which of them are left.
type Take = fn(&[u8], usize, usize) -> Item;

/// The octets and a place.
type Find<T> = fn(&[u8], usize) -> T;

#[derive(Clone, Copy)]
struct Characters {
    first: Take,
    last: Take,
    is_boundary: Find<bool>,
    floor: Find<usize>,
    ceil: Find<usize>,
}

impl Characters {
    const RIGHT: Self = Self {
        first: |bytes, front, _| {
            *items(bytes).iter().find(|item| item.offset >= front).expect("not at the end")
        },
        last: |bytes, _, back| {
            *items(bytes).iter().rfind(|item| item.offset < back).expect("not at the start")
        },
        is_boundary: |bytes, at| boundaries(bytes).contains(&at),
        floor: |bytes, at| boundaries(bytes).into_iter().rfind(|&boundary| boundary <= at).unwrap_or(0),
        ceil: |bytes, at| {
            boundaries(bytes).into_iter().find(|&boundary| boundary >= at).unwrap_or(bytes.len())
        },
    };
}

fn items(bytes: &[u8]) -> Vec<Item> {
    reading::items(bytes)
}

fn boundaries(bytes: &[u8]) -> Vec<usize> {
    items(bytes).iter().map(|item| item.offset).chain([bytes.len()]).collect()
}

/// How many octets an item has.
fn len(bytes: &[u8], item: Item) -> usize {
    match item.character {
        Ok(character) => character.len_utf8(),
        Err(fault) => fault.error_len.unwrap_or(bytes.len() - item.offset),
    }
}

impl Subject for Characters {
    fn name(&self) -> &str {
        "characters"
    }

    crate::claims!(characters: Iterates, boundaries: FindsBoundaries);
}

impl Iterates for Characters {
    fn items(&self, bytes: &[u8], turns: u32) -> Vec<Item> {
        let (mut front, mut back) = (0, bytes.len());
        let mut taken = Vec::new();
        for turn in 0.. {
            if front >= back {
                break;
            }
            if turns >> (turn % 32) & 1 == 0 {
                let item = (self.first)(bytes, front, back);
                front = front.max(item.offset) + len(bytes, item);
                taken.push(item);
            } else {
                let item = (self.last)(bytes, front, back);
                // A flawed one must come to an end, too.
                back = item.offset.min(back - 1);
                taken.push(item);
            }
        }
        taken
    }
}

impl FindsBoundaries for Characters {
    fn is_boundary(&self, bytes: &[u8], at: usize) -> bool {
        (self.is_boundary)(bytes, at)
    }

    fn floor(&self, bytes: &[u8], at: usize) -> usize {
        (self.floor)(bytes, at)
    }

    fn ceil(&self, bytes: &[u8], at: usize) -> usize {
        (self.ceil)(bytes, at)
    }
}

fn is_continuation(octet: u8) -> bool {
    (0x80..0xC0).contains(&octet)
}

/// Back over at most `most` continuations.
fn back_over(bytes: &[u8], at: usize, most: usize) -> usize {
    (at.saturating_sub(most)..=at)
        .rev()
        .find(|&at| bytes.get(at).is_none_or(|&octet| !is_continuation(octet)))
        .unwrap_or(at)
}

fn last_of(bytes: &[u8], from: usize, back: usize) -> Item {
    let item = items(&bytes[from..back]).pop().expect("not empty");
    Item {
        offset: from + item.offset,
        character: item.character.map_err(|mut fault| {
            fault.valid_up_to += from;
            fault
        }),
    }
}

const RIGHT: Characters = Characters::RIGHT;

#[rustfmt::skip]
const FAULTS: &[(&str, Characters)] = &[
    ("the octets after the back end are not looked at", Characters { last: |bytes, _, back| last_of(bytes, 0, back), ..RIGHT }),
    ("the front is judged without what was taken from the back", Characters { first: |bytes, front, back| {
        *items(&bytes[..back]).iter().find(|item| item.offset >= front).expect("not at the end")
    }, ..RIGHT }),
    ("from the back, an octet at a time where it is ill formed", Characters { last: |bytes, front, back| match (RIGHT.last)(bytes, front, back) {
        Item { character: Err(mut fault), .. } => {
            fault.valid_up_to = back - 1;
            Item { offset: back - 1, character: Err(fault) }
        }
        item => item,
    }, ..RIGHT }),
    ("from the back, all continuations go with the lead", Characters { last: |bytes, _, back| last_of(bytes, back_over(bytes, back - 1, back), back), ..RIGHT }),
    ("from the back, two continuations at most", Characters { last: |bytes, _, back| last_of(bytes, back_over(bytes, back - 1, 2), back), ..RIGHT }),
    ("from the back, offsets are those of the end", Characters { last: |bytes, front, back| Item { offset: back - 1, ..(RIGHT.last)(bytes, front, back) }, ..RIGHT }),
    ("offsets of errors count from the front", Characters { first: |bytes, front, back| {
        let item = (RIGHT.first)(bytes, front, back);
        Item { character: item.character.map_err(|mut fault| { fault.valid_up_to -= front; fault }), ..item }
    }, ..RIGHT }),
    ("offsets count from the front", Characters { first: |bytes, front, back| Item { offset: 0, ..(RIGHT.first)(bytes, front, back) }, ..RIGHT }),
    ("NUL from the front is passed over", Characters { first: |bytes, front, back| {
        let item = (RIGHT.first)(bytes, front, back);
        if item.character == Ok('\0') { *items(bytes).iter().find(|item| item.offset > front).unwrap_or(&item) } else { item }
    }, ..RIGHT }),
    ("NUL from the back is a carriage return", Characters { last: |bytes, front, back| {
        let item = (RIGHT.last)(bytes, front, back);
        if item.character == Ok('\0') { Item { character: Ok('\r'), ..item } } else { item }
    }, ..RIGHT }),
    ("a boundary is where no continuation is", Characters { is_boundary: |bytes, at| at == bytes.len() || bytes.get(at).is_some_and(|&octet| !is_continuation(octet)), ..RIGHT }),
    ("a boundary is everywhere", Characters { is_boundary: |bytes, at| at <= bytes.len(), ..RIGHT }),
    ("the end is no boundary", Characters { is_boundary: |bytes, at| at < bytes.len() && (RIGHT.is_boundary)(bytes, at), ..RIGHT }),
    ("the start of nothing is no boundary", Characters { is_boundary: |bytes, at| !bytes.is_empty() && (RIGHT.is_boundary)(bytes, at), ..RIGHT }),
    ("boundaries beyond the end", Characters { is_boundary: |bytes, at| at > bytes.len() || (RIGHT.is_boundary)(bytes, at), ..RIGHT }),
    ("the floor is before a run of continuations", Characters { floor: |bytes, at| back_over(bytes, at.min(bytes.len()), at), ..RIGHT }),
    ("the floor is before three continuations at most", Characters { floor: |bytes, at| back_over(bytes, at.min(bytes.len()), 3), ..RIGHT }),
    ("the floor of a place beyond the end is that place", Characters { floor: |bytes, at| if at > bytes.len() { at } else { (RIGHT.floor)(bytes, at) }, ..RIGHT }),
    ("the floor is before the place", Characters { floor: |bytes, at| (RIGHT.floor)(bytes, at.saturating_sub(1)), ..RIGHT }),
    ("the ceiling is after a run of continuations", Characters { ceil: |bytes, at| {
        (at..bytes.len()).find(|&at| !is_continuation(bytes[at])).unwrap_or(bytes.len())
    }, ..RIGHT }),
    ("the ceiling of a place beyond the end is that place", Characters { ceil: |bytes, at| if at > bytes.len() { at } else { (RIGHT.ceil)(bytes, at) }, ..RIGHT }),
    ("the ceiling is after the place", Characters { ceil: |bytes, at| (RIGHT.ceil)(bytes, at.saturating_add(1)), ..RIGHT }),
];
