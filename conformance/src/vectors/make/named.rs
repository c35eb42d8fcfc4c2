//! Named sequences: by themselves, in the middle of text, next to each other and far from the start.

use super::prelude::*;

/// Errors of different lengths, to place next to each other.
const NEIGHBOURS: [Named; 9] = cases::select([
    "lone-continuation",
    "overlong-slash",
    "cut-c3",
    "cut-e2-82",
    "cut-f0-90-80",
    "surrogate-d800",
    "beyond-110000",
    "five-bytes",
    "never-ff",
]);

/// Positions that differ from their 8- or 16-bit truncation, or from the offset in a block or page.
const FAR: [usize; 8] = [17, 65, 255, 257, 4096, 5000, 65_535, 70_000];

/// The sequences at these positions.
const LATE: [Named; 4] = cases::select(["never-ff", "surrogate-d800", "cut-f0-90-80", "u-10ffff"]);

pub(super) fn in_text() -> Vec<Case> {
    let mut cases = Vec::new();
    for named in cases::SEQUENCES {
        let bytes = [b"a", named.bytes, "\u{E9}b".as_bytes()].concat();
        let note = format!("in the middle of a text: {}", named.origin);
        cases.push(builder::case(format!("middle-{}", named.id), note, &bytes, &[]));
    }
    for (first, second) in iproduct!(NEIGHBOURS, NEIGHBOURS) {
        let bytes = [first.bytes, second.bytes, b"!"].concat();
        let id = format!("next-{}-and-{}", first.id, second.id);
        cases.push(builder::case(id, "two errors, one after the other", &bytes, &[]));
    }
    for (at, named) in iproduct!(FAR, LATE) {
        let bytes = [&vec![b'a'; at], named.bytes, b"bc\xFF"].concat();
        let good = Oracle::get().accepts(named.bytes);
        let id = format!("{}-{}-at-{at}", if good { "good" } else { "error" }, named.id);
        cases.push(builder::long(id, "far from the start, with an error after it", &bytes, &[at, at + 1]));
    }
    cases
}

/// The hostile sequences of `cases`, under the same names.
pub(super) fn alone() -> Vec<Case> {
    let mut all = vec![builder::case("empty", "nothing at all", b"", &[])];
    all.extend(cases::all().map(|case| builder::case(case.id, case.origin, case.bytes, &[])));
    // The same bytes may occur already, so these cases have a prefix of their own.
    for byte in cases::EDGES {
        let input = Input::Bytes(Recipe::of(&[byte]));
        if all.iter().all(|case| case.input != input) {
            let note = "a byte at which the grammar, or the sort of error, changes";
            all.push(builder::case(format!("byte-{byte:02x}"), note, &[byte], &[]));
        }
    }
    let profiles = [answers::PRACTICES, answers::CONVERSIONS].concat();
    all.into_iter().map(|case| builder::with(case, &profiles)).collect()
}
