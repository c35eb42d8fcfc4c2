//! The row about the practices of other decoders.

use super::{
    check::{Context, Tester},
    cuts::{self, cut},
    report::{Depth, Tally},
    spec::rows,
};
use crate::contract::{Practice, Question};

rows! {
    "replacement-practices", [MINIMUM[0], MINIMUM[1]], Practices(practices),
        "as many U+FFFD as Java, Go or Perl: short strings, every lead, named sequences, divided everywhere";
}

/// The streams, each by every practice.
const MINIMUM: [u64; 2] = [4 * (cuts::ALL[0] + LEADS[0]), 4 * (cuts::ALL[1] + LEADS[1])];

/// The number of streams that [`leads`] makes.
const LEADS: [u64; 2] =
    [STRINGS * (1 + 2 + 4 + 8 + 16 + 6 + 7 + 8), STRINGS * (1 + 2 + 4 + 8 + 16 + 32 + 64 + 128)];

/// The number of strings of each length of [`leads`].
const STRINGS: u64 = 2 * 64 * AFTER.len() as u64;

/// What follows the continuation bytes.
const AFTER: [&[u8]; 4] = [b"", b"a", b"\xC3\xA9", b"\xED\xA0"];

fn practices(context: &Context<'_>) -> Result<Tally, String> {
    let check = |what: &str, chunks: &[&[u8]], tester: &mut Tester<'_>| {
        for practice in Practice::ALL {
            tester.ask(what, &Question::Practices(practice, chunks));
        }
    };
    let mut tally = cuts::all(context, check);
    tally.add(leads(context, check));
    Ok(tally)
}

/// Every byte C0..FF before up to seven continuation bytes, divided between any of these; in quick mode, after the
/// fourth once at most.
fn leads(context: &Context<'_>, check: impl Fn(&str, &[&[u8]], &mut Tester<'_>) + Sync) -> Tally {
    let leads: Vec<u8> = (0xC0..=0xFF).collect();
    context.each(leads.len(), |item, tester| {
        for (len, after) in (0..8).flat_map(|len| AFTER.map(|after| (len, after))) {
            for tail in [0x80, 0xA0] {
                let bytes = [&leads[item..=item], &[tail; 7][..len], after].concat();
                for cuts in 0..1usize << len {
                    if context.depth == Depth::Full || len <= 4 || cuts.count_ones() <= 1 {
                        check("lead", &cut(&bytes, cuts), tester);
                    }
                }
            }
        }
    })
}
