//! The expected results, derived from the grammars; and whether those of a case are these. The line of a case is the
//! source of everything else.

use crate::convert::{Call, Done, Encoding, answer};
use crate::forms::Reference;
use crate::profiles::Profile::{self, *};
use crate::vectors::{
    Case, Catch, Converted, Encoded, ErrorLen, Input, Marked, Older, Opened, Outcome, Recipe, Replaced,
    Signature, Split, conversions, flags,
};
use crate::{contract::Older as Form, oracle::Oracle, reference};

const SIGNATURE: &[u8] = "\u{FEFF}".as_bytes();

/// The result of a profile; `None` if it is not about such an input. The case itself chooses the lengths of chunks, and
/// what replaces a character that Latin-1 does not have.
fn outcome(profile: Profile, input: &Input, own: &Outcome) -> Option<Outcome> {
    let mark = if let Outcome::Marked(marked) = own { marked.replacement } else { 0 };
    let (form, bytes) = match input {
        Input::Values(values) => return (profile == Encode).then(|| Outcome::Encoded(encoded(values))),
        other => other.bytes()?,
    };
    if let Some(other) = conversions::form_of(profile) {
        let (from, to) = match form {
            Encoding::Utf8 => (form, other),
            _ if form == other => (form, Encoding::Utf8),
            _ => return None,
        };
        let replacement = match profile {
            Utf16Lossy | Utf32Lossy => Some('\u{FFFD}'),
            Latin1Lossy if from == Encoding::Latin1 => return None,
            Latin1Lossy => Some(char::from(mark)),
            _ => None,
        };
        let (output, done) = converted(from, to, &bytes, replacement);
        return Some(match profile {
            Utf16Lossy | Utf32Lossy => Outcome::Text(output),
            Latin1Lossy => Outcome::Marked(Marked { replacement: mark, output }),
            _ => {
                let (position, error_len, kind) = conversions::stopped(from, &done);
                Outcome::Converted(Converted { position, error_len, kind, output })
            }
        });
    }
    if form != Encoding::Utf8 {
        return None;
    }
    let (position, error_len) = ErrorLen::first(reference::read(&bytes), bytes.len());
    Some(match profile {
        Rfc3629 => Outcome::Verdict(error_len == ErrorLen::None),
        Position => Outcome::Position(position),
        MaximalSubpart => Outcome::Replaced(Replaced::of(error_len, &bytes, &reference::replaced(&bytes))),
        PerByte | WholeSequence | Java => {
            Outcome::Text(Recipe::of(&reference::replaced_by(profile.practice()?, &bytes)))
        }
        Stream => Outcome::Splits(splits(own).iter().map(|own| split(&bytes, &own.chunks)).collect()),
        Bom => Outcome::Signature(signature(&bytes, splits(own))),
        Rfc2279 | Cesu8 | Mutf8 | Wtf8 => {
            Outcome::Older(older(Reference::get(Form::by_name(profile.name())?), &bytes))
        }
        _ => return None,
    })
}

fn split(bytes: &[u8], chunks: &[usize]) -> Split {
    let mut split = Split { chunks: chunks.to_vec(), outputs: Vec::new() };
    let outputs = reference::outputs(&split.cut(bytes).expect("chunks are the whole input"));
    split.outputs = outputs.iter().map(|output| Recipe::of(output)).collect();
    split
}

fn signature(bytes: &[u8], splits: &[Split]) -> Signature {
    let opened = |text: &[u8], shift: usize| Opened {
        position: shift + ErrorLen::first(reference::read(text), text.len()).0,
        text: Recipe::of(&reference::replaced(text)),
    };
    let rest = bytes.strip_prefix(SIGNATURE);
    let text = rest.unwrap_or(bytes);
    Signature {
        present: rest.is_some(),
        character: opened(bytes, 0),
        kept: opened(bytes, 0),
        ignored: opened(text, bytes.len() - text.len()),
        stripped: opened(text, 0),
        splits: splits.iter().map(|own| unsigned(bytes, &own.chunks)).collect(),
    }
}

/// The outputs without a signature. A decoder puts out nothing while the bytes so far may become one.
fn unsigned(bytes: &[u8], chunks: &[usize]) -> Split {
    let mut split = split(bytes, chunks);
    if bytes.starts_with(SIGNATURE) {
        // The first non-empty output is the signature, or begins with it.
        if let Some(output) = split.outputs.iter_mut().find(|output| output.len() != Some(0)) {
            let text = output.bytes();
            *output = Recipe::of(text.strip_prefix(SIGNATURE).unwrap_or(&text));
        }
    }
    split
}

fn encoded(values: &[u32]) -> Encoded {
    let encoding = |&value: &u32| reference::encoded(value).ok();
    let refused = values.iter().position(|value| encoding(value).is_none());
    let bytes: Vec<u8> = values.iter().map_while(encoding).flatten().collect();
    assert!(Oracle::get().accepts(&bytes), "{values:x?}");
    Encoded { refused, output: Recipe::of(&bytes) }
}

fn older(form: &Reference, bytes: &[u8]) -> Older {
    let (position, error_len) = ErrorLen::first(form.validate(bytes), bytes.len());
    let utf8 = form.to_utf8(bytes).ok().map(|text| Recipe::of(text.as_bytes()));
    Older { position, error_len, utf8 }
}

/// The result of the model that executes the grammars.
fn converted(from: Encoding, to: Encoding, bytes: &[u8], replacement: Option<char>) -> (Recipe, Done) {
    let source: Vec<u32> = bytes.iter().map(|&byte| byte.into()).collect();
    let call = Call { from, to, source: &source, dst: usize::MAX, last: true, replacement };
    let done = answer(&call);
    let byte = |unit: &u32| u8::try_from(*unit).unwrap_or_else(|_| panic!("{unit:X} is no byte"));
    let output: Vec<u8> = done.written.iter().map(byte).collect();
    (Recipe::of(&output), done)
}

/// The first contradiction between the expected results of `case` and the grammars.
pub fn contradiction(case: &Case) -> Option<String> {
    case.expected.iter().find_map(|(&profile, own)| {
        if let Input::Bytes(recipe) = &case.input
            && splits(own).iter().any(|split| Some(split.chunks.iter().sum()) != recipe.len())
        {
            return Some("the chunks are not the input".to_owned());
        }
        match (own, outcome(profile, &case.input, own)) {
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

/// The input in chunks, in several ways.
fn splits(own: &Outcome) -> &[Split] {
    match own {
        Outcome::Splits(splits) => splits,
        Outcome::Signature(signature) => &signature.splits,
        _ => &[],
    }
}

/// The case with the results of the same profiles, and without what [`score`](crate::score) determines afterwards:
/// which mutants it catches, and whether it is in the smoke set. Panics if it names a profile that is not about its
/// input.
pub(crate) fn renewed(mut case: Case) -> Case {
    for (&profile, own) in &mut case.expected {
        let right = outcome(profile, &case.input, own);
        *own = right.unwrap_or_else(|| panic!("{}: `{profile}` is about other inputs", case.id));
    }
    case.flags.retain(|flag| flag != flags::SMOKE);
    case.catches.retain(|catch| matches!(catch, Catch::Bug { .. }));
    case
}
