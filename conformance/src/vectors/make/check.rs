//! Checks the expected results of a case.

use super::{answers, converted};
use crate::vectors::{Case, Converted, Expected, Input, Split};

/// The first contradiction between the expected results of `case` and the grammars.
#[must_use]
pub fn contradiction(case: &Case) -> Option<String> {
    let Expected { rfc3629, position, maximal_subpart, per_byte, whole_sequence, java, .. } = &case.expected;
    let Expected { stream, encode, bom, .. } = &case.expected;
    let right = match &case.input {
        Input::Bytes(recipe) => {
            let bytes = recipe.bytes();
            let all = |splits: &[Split]| {
                splits.iter().all(|split| split.chunks.iter().sum::<usize>() == bytes.len())
            };
            if !all(stream) || !bom.as_ref().is_none_or(|bom| all(&bom.splits)) {
                return Some("the chunks are not the input".to_owned());
            }
            let splits =
                |splits: &[Split]| splits.iter().map(|split| split.chunks.clone()).collect::<Vec<_>>();
            let cut = splits(stream).into_iter().map(|chunks| answers::split(&bytes, chunks));
            Expected {
                stream: cut.collect(),
                bom: bom.as_ref().map(|bom| answers::signature(&bytes, &splits(&bom.splits))),
                ..answers::with_practices(answers::of_bytes(&bytes), &bytes)
            }
        }
        Input::Values(values) => answers::encoded(values),
        Input::Utf16Be(_) | Input::Utf32Be(_) | Input::Latin1(_) => Expected::default(),
    };
    let wrong = |name: &str, right: String, wrong: String| Some(format!("{name} is {right}, not {wrong}"));
    if !agree(rfc3629.as_ref(), right.rfc3629.as_ref()) {
        let word = |ok: Option<bool>| if ok == Some(true) { "ok" } else { "bad" }.to_owned();
        return wrong("the verdict", word(right.rfc3629), word(*rfc3629));
    }
    if !agree(position.as_ref(), right.position.as_ref()) {
        return wrong("the position", format!("{:?}", right.position), format!("{position:?}"));
    }
    let same = [
        ("maximal-subpart", agree(maximal_subpart.as_ref(), right.maximal_subpart.as_ref())),
        ("per-byte", agree(per_byte.as_ref(), right.per_byte.as_ref())),
        ("whole-sequence", agree(whole_sequence.as_ref(), right.whole_sequence.as_ref())),
        ("java", agree(java.as_ref(), right.java.as_ref())),
        ("stream", *stream == right.stream),
        ("encode", agree(encode.as_ref(), right.encode.as_ref())),
        ("bom", agree(bom.as_ref(), right.bom.as_ref())),
    ];
    if let Some((name, _)) = same.iter().find(|(_, same)| !same) {
        return Some(format!("the result of `{name}` is another"));
    }
    if !conversions_agree(case) {
        return Some("the result of a conversion is another".to_owned());
    }
    let own = [&case.expected.rfc2279, &case.expected.cesu8, &case.expected.mutf8, &case.expected.wtf8];
    let oracle = [&right.rfc2279, &right.cesu8, &right.mutf8, &right.wtf8];
    let differs = own.into_iter().zip(oracle).any(|(own, right)| !agree(own.as_ref(), right.as_ref()));
    differs.then(|| "the result of an older form is another".to_owned())
}

/// Whether the results of conversions are correct, where the case has any.
fn conversions_agree(case: &Case) -> bool {
    let own = &case.expected;
    let (strict, lossy) = ([&own.utf16, &own.utf32, &own.latin1], [&own.utf16_lossy, &own.utf32_lossy]);
    if strict.iter().all(|one| one.is_none())
        && lossy.iter().all(|one| one.is_none())
        && own.latin1_lossy.is_none()
    {
        return true;
    }
    let mut right = converted::of_input(&case.input);
    if let (Input::Bytes(recipe), Some(own)) = (&case.input, &own.latin1_lossy) {
        right.latin1_lossy = Some(converted::marked(&recipe.bytes(), own.replacement));
    }
    // The kind is optional.
    let as_said = |own: &Option<Converted>, right: Option<Converted>| {
        let said = own.as_ref().and_then(|own| own.kind);
        right.map(|right| Converted { kind: said.and(right.kind), ..right })
    };
    let right_strict = [right.utf16, right.utf32, right.latin1];
    let right_lossy = [&right.utf16_lossy, &right.utf32_lossy];
    strict.into_iter().zip(right_strict).all(|(own, right)| agree(own.as_ref(), as_said(own, right).as_ref()))
        && lossy.into_iter().zip(right_lossy).all(|(own, right)| agree(own.as_ref(), right.as_ref()))
        && agree(own.latin1_lossy.as_ref(), right.latin1_lossy.as_ref())
}

/// Whether the case has no result, or the correct one.
fn agree<T: PartialEq>(own: Option<&T>, right: Option<&T>) -> bool {
    own.is_none() || own == right
}
