//! Every named sequence by itself.

use super::{answers, builder, converted};
use crate::{
    cases,
    vectors::{Case, Expected, Input, Recipe},
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
    for case in &mut all {
        let Expected { utf32, latin1, utf16_lossy, utf32_lossy, latin1_lossy, .. } =
            converted::of_input(&case.input);
        let mut own = std::mem::take(&mut case.expected);
        if let Input::Bytes(recipe) = &case.input {
            own = answers::with_practices(own, &recipe.bytes());
        }
        case.expected = Expected { utf32, latin1, utf16_lossy, utf32_lossy, latin1_lossy, ..own };
    }
    all
}
