//! Octets on which the older forms and UTF-8 differ.

use std::collections::{BTreeMap, BTreeSet};

use super::{answers, builder};
use crate::{
    forms,
    profiles::Profile,
    vectors::{Case, Expected, hex},
};

/// No sequence of any form is longer; nor is a pair of surrogates.
const LONGEST: usize = 6;

/// The pieces in pairs; and sequences in which one octet is at the end of a range. Of those on which the forms
/// agree in the same way the first and the last.
pub(super) fn cases() -> Vec<Case> {
    let edges: BTreeSet<Vec<u8>> = [Profile::Rfc2279, Profile::Cesu8, Profile::Mutf8, Profile::Wtf8]
        .into_iter()
        .flat_map(|profile| forms::edge_strings(answers::form(profile)))
        .filter(|octets| (1..=LONGEST).contains(&octets.len()))
        .collect();
    let mut groups: BTreeMap<(u8, Vec<String>), Vec<&Vec<u8>>> = BTreeMap::new();
    for octets in &edges {
        groups.entry((octets[0], places(octets))).or_default().push(octets);
    }
    let ends = groups.values().flat_map(|group| [group.first(), group.last()].into_iter().flatten());
    let mut inputs: BTreeSet<Vec<u8>> = ends.map(|octets| octets.to_vec()).collect();
    let pieces = forms::PIECES.iter().filter(|piece| ![&b"\xED\xB0"[..], b"\xFF"].contains(*piece));
    inputs.extend(pieces.clone().flat_map(|a| pieces.clone().map(|b| [*a, *b].concat())));
    inputs.iter().map(|octets| case(octets)).collect()
}

/// How the forms judge it: where and how long the first error is.
fn places(octets: &[u8]) -> Vec<String> {
    let Expected { position, maximal_subpart, rfc2279, cesu8, mutf8, wtf8, .. } = answers::of_octets(octets);
    let older = [rfc2279, cesu8, mutf8, wtf8].into_iter().flatten();
    let judged = older.map(|form| (Some(form.position), Some(form.error_len)));
    let own = (position, maximal_subpart.map(|replaced| replaced.error_len));
    [own].into_iter().chain(judged).map(|place| format!("{} {place:?}", octets.len())).collect()
}

fn case(octets: &[u8]) -> Case {
    let mut case = builder::bare(
        format!("form-{}", hex::write(octets)),
        "read in different ways by different forms",
        octets,
        answers::of_octets(octets),
    );
    case.expected.utf16 = None;
    case.expected.maximal_subpart = None;
    case.flags.push("forms".to_owned());
    case
}
