//! Rows of named cases: the RFC's own, and the bugs of other decoders.

use super::prelude::*;
use crate::lists::rows;

rows! {
    "rfc-examples", [4; 2], Verdict(|context| context.inputs(|_, ask| alone(&EXAMPLES, ask))),
        "RFC 3629, section 7";
    "rfc-attacks", [8; 2], Verdict(|context| context.inputs(|_, ask| alone(&ATTACKS, ask))),
        "RFC 3629, sections 3 and 10";
    "historic-bugs", [28 * 64; 2], Verdict(|context| context.inputs(historic)),
        "what other decoders got wrong";
}

const EXAMPLES: [&str; 4] =
    ["rfc-a-not-identical-to-alpha", "rfc-hangugeo", "rfc-nihongo", "rfc-233b4-after-mark"];

const ATTACKS: [&str; 8] = [
    "overlong-nul", "nul", "rfc-overlong-parent", "rfc-parent", "surrogate-pair", "overlong-slash-of-three",
    "overlong-slash-of-four", "overlong-slash-of-six",
];

fn alone(ids: &[&str], ask: &mut Ask<'_>) {
    for id in ids {
        ask(id, 0, &[], cases::case(id).bytes, Kind::Ascii.of(0));
    }
}

/// Tries the cases of `historic.txt` at every address, since most of the bugs depend on blocks.
fn historic(_: Depth, ask: &mut Ask<'_>) {
    for (row, address) in iproduct!(rows(include_str!("historic.txt")), 0..64) {
        let [id, before, after] = row.split(' ').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let text = |len: &str| Kind::Ascii.of(len.parse().expect("a number"));
        ask(id, address, &[text(before)], cases::case(id).bytes, text(after));
    }
}
