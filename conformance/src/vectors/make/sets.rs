//! Sets of strings: Chow's, [`w_method`](crate::w_method), which is complete against automata; and those that expose a
//! wrong bit in a table of nibbles.

use std::collections::BTreeSet;

use super::prelude::*;
use crate::{mutants, w_method};

/// For each relevant bit of the tables, a shortest input on which the kernel fails without it.
pub(super) fn tables() -> Vec<Case> {
    let bytes: BTreeSet<Vec<u8>> = mutants::tables().filter_map(|edit| edit.shortest).collect();
    let case = |bytes: &Vec<u8>| {
        let note = "a kernel that looks nibbles up, with one wrong bit";
        builder::bare(format!("nibbles-{}", hex::write(bytes)), note, bytes, answers::VERDICT, Vec::new())
    };
    bytes.iter().map(case).collect()
}

/// Each string once. The verdict alone kills every wrong automaton, so only the position is added.
pub(super) fn chow() -> Vec<Case> {
    let strings: BTreeSet<Vec<u8>> = w_method::strings(Oracle::get()).into_iter().collect();
    strings.iter().map(|string| chows(string)).collect()
}

fn chows(bytes: &[u8]) -> Case {
    let id = if bytes.is_empty() { "w-empty".to_owned() } else { format!("w-{}", hex::write(bytes)) };
    let mut case = builder::bare(id, "W-method", bytes, answers::VERDICT, Vec::new());
    case.flags = vec![flags::W_METHOD.to_owned()];
    case.clause = "RFC 3629, section 4".to_owned();
    case
}
