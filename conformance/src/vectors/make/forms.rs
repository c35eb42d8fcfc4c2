//! Octets on which the older forms and UTF-8 differ.

use std::collections::{BTreeMap, BTreeSet};

use super::{answers, builder};
use crate::{
    forms,
    profiles::Profile,
    vectors::{Case, Expected, hex},
};

/// Sequences of every sort that is one in some form.
const PIECES: [&[u8]; 20] = [
    b"a",
    b"\x00",
    b"\x80",
    b"\xC0\x80",
    b"\xC0",
    b"\xC0\xAF",
    b"\xC3\xA9",
    b"\xE2\x82\xAC",
    b"\xE2\x82",
    b"\xED\x9F\xBF",
    b"\xED\xA0\x80",
    b"\xED\xAF\xBF",
    b"\xED\xB0\x80",
    b"\xED\xBF\xBF",
    b"\xED\xA0",
    b"\xED",
    b"\xF0\x9F\x8D\xBD",
    b"\xF4\x90\x80\x80",
    b"\xF8\x88\x80\x80\x80",
    b"\xFD\xBF\xBF\xBF\xBF\xBF",
];

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
    for a in PIECES {
        inputs.extend(PIECES.iter().map(|b| [a, b].concat()));
    }
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
