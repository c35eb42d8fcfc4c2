//! Rows about iteration over characters from both ends, and about their boundaries.

use super::{
    check::{Context, Tester},
    report::{Depth, Tally},
    spec::rows,
};
use crate::{cases::EDGES, class_strings, contract::Question, random::Random};

rows! {
    "characters", [18_000, 746_201], Characters(characters),
        "forward, backward and from both ends in turn, the items are those of forward iteration";
    "boundaries", [2_885, 23_621], Boundaries(boundaries),
        "a boundary is where forward iteration begins an item, or the end";
}

/// Short strings, consumed from both ends in every order; and random ones.
fn characters(context: &Context<'_>) -> Result<Tally, String> {
    let longest = if context.depth == Depth::Full { 4 } else { 3 };
    let mut tally = context.once(|tester| {
        class_strings(longest, |bytes| {
            for turns in 0..1 << bytes.len() {
                tester.ask("short string", &Question::Characters(bytes, turns));
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
                tester.ask("random", &Question::Characters(&bytes, turns));
            }
        }
    }));
    Ok(tally)
}

/// Every position in short strings and in random ones, and positions past the end.
fn boundaries(context: &Context<'_>) -> Result<Tally, String> {
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

fn check_boundaries(what: &str, bytes: &[u8], tester: &mut Tester<'_>) {
    let places: Vec<usize> = (0..=bytes.len() + 2).chain([usize::MAX]).collect();
    tester.ask(what, &Question::Boundaries(bytes, &places));
}
