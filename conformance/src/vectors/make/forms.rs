//! Bytes on which the older forms and UTF-8 differ.

use std::collections::{BTreeMap, BTreeSet};

use super::prelude::*;
use crate::forms;
use answers::{OLDER, VERDICT};

/// The longest sequence of any form, and the length of a surrogate pair.
const LONGEST: usize = 6;

/// All pairs of pieces; and sequences in which one byte is at the end of a range. Of sequences with the same lead and
/// the same results in all forms, the first and the last.
pub(super) fn cases() -> Vec<Case> {
    let edges: BTreeSet<Vec<u8>> = OLDER
        .iter()
        .flat_map(|&profile| forms::edge_strings(answers::form(profile)))
        .filter(|bytes| (1..=LONGEST).contains(&bytes.len()))
        .collect();
    let mut groups: BTreeMap<(u8, Vec<String>), Vec<&Vec<u8>>> = BTreeMap::new();
    for bytes in &edges {
        groups.entry((bytes[0], places(bytes))).or_default().push(bytes);
    }
    let ends = groups.values().flat_map(|group| [group.first(), group.last()].into_iter().flatten());
    let mut inputs: BTreeSet<Vec<u8>> = ends.map(|bytes| bytes.to_vec()).collect();
    let pieces = forms::PIECES.iter().filter(|piece| ![&b"\xED\xB0"[..], b"\xFF"].contains(*piece));
    inputs.extend(pieces.clone().flat_map(|a| pieces.clone().map(|b| [*a, *b].concat())));
    inputs.iter().map(|bytes| case(bytes)).collect()
}

/// The results of the forms: the position and length of the first error.
fn places(bytes: &[u8]) -> Vec<String> {
    let profiles = [&[Profile::Position, Profile::MaximalSubpart], OLDER].concat();
    let expected = answers::expected(&Input::Bytes(Recipe::of(bytes)), &profiles);
    let place = |outcome: &Outcome| match outcome {
        Outcome::Position(position) => Some(format!("{} {position}", bytes.len())),
        Outcome::Replaced(replaced) => Some(format!("{:?}", replaced.error_len)),
        Outcome::Older(older) => Some(format!("{} {:?}", older.position, older.error_len)),
        _ => None,
    };
    expected.values().filter_map(place).collect()
}

fn case(bytes: &[u8]) -> Case {
    let mut case = builder::bare(
        format!("form-{}", hex::write(bytes)),
        "read in different ways by different forms",
        bytes,
        &[VERDICT, OLDER].concat(),
        Vec::new(),
    );
    case.flags.push("forms".to_owned());
    case
}
