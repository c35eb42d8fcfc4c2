//! Chow's set: [`w_method`](crate::w_method).

use std::collections::BTreeSet;

use super::{answers, builder};
use crate::{
    oracle::Oracle,
    vectors::{Case, flags, hex},
    w_method,
};

/// Each string once. The verdict alone kills every wrong automaton, so only the position is added.
pub(super) fn cases() -> Vec<Case> {
    let strings: BTreeSet<Vec<u8>> = w_method::strings(Oracle::get()).into_iter().collect();
    strings.iter().map(|string| case(string)).collect()
}

fn case(bytes: &[u8]) -> Case {
    let id = if bytes.is_empty() { "w-empty".to_owned() } else { format!("w-{}", hex::write(bytes)) };
    let mut case = builder::bare(id, "W-method", bytes, answers::VERDICT, Vec::new());
    case.flags = vec![flags::W_METHOD.to_owned()];
    case.clause = "RFC 3629, section 4".to_owned();
    case
}
