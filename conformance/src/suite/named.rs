//! Rows of named cases: the RFC's own, and the bugs of other decoders.

use super::prelude::*;
use crate::lists::rows;

rows! {
    "rfc-examples", [4; 2], Verdict(|context| context.inputs(|_, ask| named("rfc-examples", 1, ask))),
        "RFC 3629, section 7";
    "rfc-attacks", [8; 2], Verdict(|context| context.inputs(|_, ask| named("rfc-attacks", 1, ask))),
        "RFC 3629, sections 3 and 10";
    "historic-bugs", [28 * 64; 2], Verdict(|context| context.inputs(|_, ask| named("historic-bugs", 64, ask))),
        "what other decoders got wrong";
}

/// Tries the cases of a row at this many addresses.
fn named(name: &str, addresses: usize, ask: &mut Ask<'_>) {
    for (row, address) in iproduct!(rows(include_str!("named.txt")), 0..addresses) {
        let [row, id, before, after] = row.split(' ').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let text = |len: &str| Kind::Ascii.of(len.parse().expect("a number"));
        if row == name {
            ask(id, address, &[text(before)], cases::case(id).bytes, text(after));
        }
    }
}
