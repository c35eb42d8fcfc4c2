//! Rows about iteration over characters from both ends, and about their boundaries.

use super::{
    check::{Context, Tester},
    report::Tally,
    report::{Depth, hex},
    spec::rows,
};
use crate::{
    cases::EDGES,
    class_strings,
    random::Random,
    reference,
    subject::{FindsBoundaries, Item, Iterates},
};

rows! {
    "characters", [18_000, 746_201], Characters(characters),
        "forward, backward and from both ends in turn, the items are those of forward iteration";
    "boundaries", [2_885, 23_621], Boundaries(boundaries),
        "a boundary is where forward iteration begins an item, or the end";
}

/// Short strings, consumed from both ends in every order; and random ones.
fn characters(context: &Context<'_, &dyn Iterates>) -> Result<Tally, String> {
    let longest = if context.depth == Depth::Full { 4 } else { 3 };
    let mut tally = context.once(|tester| {
        class_strings(longest, |bytes| {
            for turns in 0..1 << bytes.len() {
                check("short string", bytes, turns, tester);
            }
        });
    });
    let each = if context.depth == Depth::Full { 2_000 } else { 20 };
    tally.add(context.each(50, |item, tester| {
        let mut random = Random(1993 + item as u64);
        for _ in 0..each {
            let len = random.below(40);
            let bytes: Vec<u8> = (0..len).map(|_| random.pick(&EDGES)).collect();
            let [low, high, ..] = random.number().to_le_bytes().map(u32::from);
            for turns in [0, u32::MAX, low * 0x0101_0101, low << 8 | high << 16] {
                check("random", &bytes, turns, tester);
            }
        }
    }));
    Ok(tally)
}

fn check(what: &str, bytes: &[u8], turns: u32, tester: &mut Tester<&dyn Iterates>) {
    let fields = tester.claimed().fields();
    let mut left = &reference::items(bytes)[..];
    let mut expected = Vec::with_capacity(left.len());
    for turn in 0.. {
        let taken = if turns >> (turn % 32) & 1 == 0 { left.split_first() } else { left.split_last() };
        let Some((&item, rest)) = taken else { break };
        expected.push(Item { character: item.character.map_err(|fault| fields.of(fault)), ..item });
        left = rest;
    }
    let input = || format!("{}, from the back where there is a bit of {turns:b}", hex(bytes, 0));
    tester.expect(what, input, &expected, |subject| subject.items(bytes, turns));
}

/// Every position in short strings and in random ones, and positions past the end.
fn boundaries(context: &Context<'_, &dyn FindsBoundaries>) -> Result<Tally, String> {
    let longest = if context.depth == Depth::Full { 4 } else { 3 };
    let mut tally = context.once(|tester| {
        class_strings(longest, |bytes| check_boundaries("short string", bytes, tester));
    });
    tally.add(context.each(10, |item, tester| {
        let mut random = Random(1996 + item as u64);
        for _ in 0..100 {
            let bytes: Vec<u8> = (0..random.below(40)).map(|_| random.pick(&EDGES)).collect();
            check_boundaries("random", &bytes, tester);
        }
    }));
    Ok(tally)
}

fn check_boundaries(what: &str, bytes: &[u8], tester: &mut Tester<&dyn FindsBoundaries>) {
    let mut boundaries: Vec<usize> = reference::items(bytes).iter().map(|item| item.offset).collect();
    boundaries.push(bytes.len());
    let places: Vec<usize> = (0..=bytes.len() + 2).chain([usize::MAX]).collect();
    let expected: Vec<(bool, usize, usize)> = places
        .iter()
        .map(|&at| {
            let next = boundaries.partition_point(|&boundary| boundary < at);
            let ceil = boundaries.get(next).copied().unwrap_or(bytes.len());
            let floor = boundaries[..boundaries.partition_point(|&boundary| boundary <= at)].last().copied();
            (boundaries.contains(&at), floor.unwrap_or(0), ceil)
        })
        .collect();
    tester.expect(
        what,
        || hex(bytes, 0),
        &expected,
        |subject| {
            let answer = |&at: &usize| {
                (subject.is_boundary(bytes, at), subject.floor(bytes, at), subject.ceil(bytes, at))
            };
            places.iter().map(answer).collect()
        },
    );
}
