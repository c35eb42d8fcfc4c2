//! Pairs of bytes, and a few longer strings, that expose a wrong bit in a table of nibbles.

use std::collections::BTreeSet;

use super::{answers, builder};
use crate::{
    mutants,
    vectors::{Case, hex},
};

/// For each relevant bit of the tables, a shortest input on which the kernel fails without it.
pub(super) fn cases() -> Vec<Case> {
    let bytes: BTreeSet<Vec<u8>> = mutants::tables().filter_map(|edit| edit.shortest).collect();
    let case = |bytes: &Vec<u8>| {
        let note = "a kernel that looks nibbles up, with one wrong bit";
        builder::bare(format!("nibbles-{}", hex::write(bytes)), note, bytes, answers::VERDICT, Vec::new())
    };
    bytes.iter().map(case).collect()
}
