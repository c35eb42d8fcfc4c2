//! Whether a case says what is right.

use super::{answers, converted};
use crate::vectors::{Case, Converted, Expected, Input, Marked, Older, Opened, Recipe, Signature, Split};

/// What is wrong with the expected results of `case`, by the grammars.
#[must_use]
pub fn contradiction(case: &Case) -> Option<String> {
    let Expected { rfc3629, position, maximal_subpart, stream, encode, bom, .. } = &case.expected;
    let right = match &case.input {
        Input::Octets(recipe) => {
            let octets = recipe.octets();
            let all = |splits: &[Split]| {
                splits.iter().all(|split| split.chunks.iter().sum::<usize>() == octets.len())
            };
            if !all(stream) || !bom.as_ref().is_none_or(|bom| all(&bom.splits)) {
                return Some("the chunks are not the input".to_owned());
            }
            let splits =
                |splits: &[Split]| splits.iter().map(|split| split.chunks.clone()).collect::<Vec<_>>();
            let cut = splits(stream).into_iter().map(|chunks| answers::split(&octets, chunks));
            Expected {
                stream: cut.collect(),
                bom: bom.as_ref().map(|bom| answers::signature(&octets, &splits(&bom.splits))),
                ..answers::of_octets(&octets)
            }
        }
        Input::Values(values) => answers::encoded(values),
        Input::Utf16Be(_) | Input::Utf32Be(_) | Input::Latin1(_) => Expected::default(),
    };
    let wrong = |name: &str, right: String, wrong: String| Some(format!("{name} is {right}, not {wrong}"));
    if rfc3629.is_some() && *rfc3629 != right.rfc3629 {
        let word = |ok: Option<bool>| if ok == Some(true) { "ok" } else { "bad" }.to_owned();
        return wrong("the verdict", word(right.rfc3629), word(*rfc3629));
    }
    if position.is_some() && *position != right.position {
        return wrong("the position", format!("{:?}", right.position), format!("{position:?}"));
    }
    let same = [
        (
            "maximal-subpart",
            agree(maximal_subpart.as_ref(), right.maximal_subpart.as_ref(), |a, b| {
                a.error_len == b.error_len && a.replacements == b.replacements && same(&a.text, &b.text)
            }),
        ),
        ("stream", same_splits(stream, &right.stream)),
        (
            "encode",
            agree(encode.as_ref(), right.encode.as_ref(), |a, b| {
                a.refused == b.refused && same(&a.output, &b.output)
            }),
        ),
        ("bom", agree(bom.as_ref(), right.bom.as_ref(), same_signature)),
    ];
    if let Some((name, _)) = same.iter().find(|(_, same)| !same) {
        return Some(format!("the result of `{name}` is another"));
    }
    if !conversions_agree(case) {
        return Some("the result of a conversion is another".to_owned());
    }
    let own = [&case.expected.rfc2279, &case.expected.cesu8, &case.expected.mutf8, &case.expected.wtf8];
    let oracle = [&right.rfc2279, &right.cesu8, &right.mutf8, &right.wtf8];
    let differs =
        own.into_iter().zip(oracle).any(|(own, right)| !agree(own.as_ref(), right.as_ref(), same_older));
    differs.then(|| "the result of an older form is another".to_owned())
}

/// Whether conversions have the right results, as far as the case has any.
fn conversions_agree(case: &Case) -> bool {
    let own = &case.expected;
    let (strict, lossy) = ([&own.utf16, &own.utf32, &own.latin1], [&own.utf16_lossy, &own.utf32_lossy]);
    if strict.iter().all(|one| one.is_none())
        && lossy.iter().all(|one| one.is_none())
        && own.latin1_lossy.is_none()
    {
        return true;
    }
    let right = converted::of_input(&case.input);
    let marked = match (&case.input, &own.latin1_lossy) {
        (Input::Octets(recipe), Some(own)) => Some(converted::marked(&recipe.octets(), own.replacement)),
        _ => None,
    };
    let right_strict = [&right.utf16, &right.utf32, &right.latin1];
    let right_lossy = [&right.utf16_lossy, &right.utf32_lossy];
    strict.into_iter().zip(right_strict).all(|(a, b)| agree(a.as_ref(), b.as_ref(), same_converted))
        && lossy.into_iter().zip(right_lossy).all(|(a, b)| agree(a.as_ref(), b.as_ref(), same))
        && agree(own.latin1_lossy.as_ref(), marked.as_ref(), |a: &Marked, b| same(&a.output, &b.output))
}

/// The kind need not be said.
fn same_converted(a: &Converted, b: &Converted) -> bool {
    a.position == b.position
        && a.error_len == b.error_len
        && (a.kind.is_none() || a.kind == b.kind)
        && same(&a.output, &b.output)
}

/// Whether the case says nothing, or what is right.
fn agree<T>(own: Option<&T>, right: Option<&T>, same: impl Fn(&T, &T) -> bool) -> bool {
    own.is_none_or(|own| right.is_some_and(|right| same(own, right)))
}

/// Two recipes may be different and make the same.
fn same(a: &Recipe, b: &Recipe) -> bool {
    a == b || a.octets() == b.octets()
}

fn same_splits(a: &[Split], b: &[Split]) -> bool {
    let same_outputs = |a: &Split, b: &Split| {
        a.outputs.len() == b.outputs.len() && a.outputs.iter().zip(&b.outputs).all(|(a, b)| same(a, b))
    };
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_outputs(a, b))
}

fn same_signature(a: &Signature, b: &Signature) -> bool {
    let same_opened = |a: &Opened, b: &Opened| a.position == b.position && same(&a.text, &b.text);
    a.present == b.present
        && same_opened(&a.character, &b.character)
        && same_opened(&a.kept, &b.kept)
        && same_opened(&a.ignored, &b.ignored)
        && same_opened(&a.stripped, &b.stripped)
        && same_splits(&a.splits, &b.splits)
}

fn same_older(a: &Older, b: &Older) -> bool {
    let same_text = match (&a.utf8, &b.utf8) {
        (Some(a), Some(b)) => same(a, b),
        (a, b) => a.is_none() && b.is_none(),
    };
    a.position == b.position && a.error_len == b.error_len && same_text
}
