//! Every named sequence by itself.

use super::{answers, builder};
use crate::{
    cases,
    vectors::{Case, Input, Recipe},
};

/// The hostile sequences of `cases`, under the same names.
pub(super) fn cases() -> Vec<Case> {
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
