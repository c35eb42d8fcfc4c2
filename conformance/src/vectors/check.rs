//! Checks the results of cases, or derives them anew. The line of a case is the source of everything else.

use super::answers::{Choice, outcome};
use crate::vectors::{Case, Catch, Input, Outcome, flags};

/// The first contradiction between the expected results of `case` and the grammars.
pub fn contradiction(case: &Case) -> Option<String> {
    case.expected.iter().find_map(|(&profile, own)| {
        let choice = chosen(own);
        if let Input::Bytes(recipe) = &case.input
            && choice.splits.iter().any(|chunks| Some(chunks.iter().sum()) != recipe.len())
        {
            return Some("the chunks are not the input".to_owned());
        }
        match (own, outcome(profile, &case.input, &choice)) {
            // The kind is optional.
            (Outcome::Converted(own), Some(Outcome::Converted(mut right))) => {
                right.kind = own.kind.and(right.kind);
                (*own != right).then(|| format!("the result of `{profile}` is another"))
            }
            (own, Some(right)) if *own == right => None,
            (Outcome::Verdict(ok), Some(_)) => {
                let word = |ok: bool| if ok { "ok" } else { "bad" };
                Some(format!("the verdict is {}, not {}", word(!ok), word(*ok)))
            }
            (Outcome::Position(position), Some(Outcome::Position(right))) => {
                Some(format!("the position is {right}, not {position}"))
            }
            _ => Some(format!("the result of `{profile}` is another")),
        }
    })
}

/// What the case chose.
fn chosen(own: &Outcome) -> Choice {
    let splits = match own {
        Outcome::Splits(splits) => splits,
        Outcome::Signature(signature) => &signature.splits,
        Outcome::Marked(marked) => return Choice { mark: marked.replacement, ..Choice::default() },
        _ => return Choice::default(),
    };
    Choice { splits: splits.iter().map(|split| split.chunks.clone()).collect(), ..Choice::default() }
}

/// The case with the results of the same profiles, and without what [`score`](crate::score) determines afterwards:
/// which mutants it catches, and whether it is in the smoke set. Panics if it names a profile that is not about its
/// input.
pub(crate) fn renewed(mut case: Case) -> Case {
    for (&profile, own) in &mut case.expected {
        let right = outcome(profile, &case.input, &chosen(own));
        *own = right.unwrap_or_else(|| panic!("{}: `{profile}` is about other inputs", case.id));
    }
    case.flags.retain(|flag| flag != flags::SMOKE);
    case.catches.retain(|catch| matches!(catch, Catch::Bug { .. }));
    case
}
