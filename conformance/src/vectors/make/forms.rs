//! Bytes on which the older forms and UTF-8 differ.

use std::collections::{BTreeMap, BTreeSet};

use super::{answers, builder};
use crate::{
    forms,
    profiles::Profile,
    vectors::{Case, Expected, hex},
};

/// The longest sequence of any form, and the length of a surrogate pair.
const LONGEST: usize = 6;

/// All pairs of pieces; and sequences in which one byte is at the end of a range. Of sequences with the same lead and
/// the same results in all forms, the first and the last.
pub(super) fn cases() -> Vec<Case> {
    let edges: BTreeSet<Vec<u8>> = [Profile::Rfc2279, Profile::Cesu8, Profile::Mutf8, Profile::Wtf8]
        .into_iter()
        .flat_map(|profile| forms::edge_strings(answers::form(profile)))
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
    let Expected { position, maximal_subpart, rfc2279, cesu8, mutf8, wtf8, .. } = answers::of_bytes(bytes);
    let older = [rfc2279, cesu8, mutf8, wtf8].into_iter().flatten();
    let validated = older.map(|form| (Some(form.position), Some(form.error_len)));
    let own = (position, maximal_subpart.map(|replaced| replaced.error_len));
    [own].into_iter().chain(validated).map(|place| format!("{} {place:?}", bytes.len())).collect()
}

fn case(bytes: &[u8]) -> Case {
    let mut case = builder::bare(
        format!("form-{}", hex::write(bytes)),
        "read in different ways by different forms",
        bytes,
        answers::of_bytes(bytes),
    );
    case.expected.utf16 = None;
    case.expected.maximal_subpart = None;
    case.flags.push("forms".to_owned());
    case
}
