//! The expected results of conversions, from the model that executes the grammars.

use crate::{
    convert::{
        Call,
        Encoding::{self, Latin1, Utf8, Utf16Be, Utf32Be},
        Stop, answer,
    },
    profiles::Profile,
    vectors::{Converted, ErrorLen, Expected, Input, Kind, Marked, Recipe},
};

/// Replaces characters that Latin-1 does not have.
const MARK: u8 = b'?';

/// The expected results of conversions of this UTF-8.
pub(super) fn of_bytes(bytes: &[u8]) -> Expected {
    Expected {
        utf16: Some(strict(Utf8, Utf16Be, bytes)),
        utf32: Some(strict(Utf8, Utf32Be, bytes)),
        latin1: Some(strict(Utf8, Latin1, bytes)),
        utf16_lossy: Some(lossy(Utf8, Utf16Be, bytes, '\u{FFFD}')),
        utf32_lossy: Some(lossy(Utf8, Utf32Be, bytes, '\u{FFFD}')),
        latin1_lossy: Some(marked(bytes, MARK)),
        ..Expected::default()
    }
}

/// These bytes as Latin-1, with this replacement.
pub(super) fn marked(bytes: &[u8], replacement: u8) -> Marked {
    Marked { replacement, output: lossy(Utf8, Latin1, bytes, char::from(replacement)) }
}

/// The expected results of conversions to UTF-8.
pub(super) fn of_input(input: &Input) -> Expected {
    let replaced = |from, recipe: &Recipe| Some(lossy(from, Utf8, &recipe.bytes(), '\u{FFFD}'));
    let none = Expected::default();
    match input {
        Input::Bytes(recipe) => of_bytes(&recipe.bytes()),
        Input::Values(_) => none,
        Input::Utf16Be(recipe) => {
            let utf16 = Some(strict(Utf16Be, Utf8, &recipe.bytes()));
            Expected { utf16, utf16_lossy: replaced(Utf16Be, recipe), ..none }
        }
        Input::Utf32Be(recipe) => {
            let utf32 = Some(strict(Utf32Be, Utf8, &recipe.bytes()));
            Expected { utf32, utf32_lossy: replaced(Utf32Be, recipe), ..none }
        }
        Input::Latin1(recipe) => Expected { latin1: Some(strict(Latin1, Utf8, &recipe.bytes())), ..none },
    }
}

/// The clause that decides such an input.
pub(super) const fn clause(input: &Input) -> &'static str {
    match input {
        Input::Utf32Be(_) => Profile::Utf32.clause(),
        Input::Latin1(_) => Profile::Latin1.clause(),
        _ => Profile::Utf16.clause(),
    }
}

pub(super) fn strict(from: Encoding, to: Encoding, bytes: &[u8]) -> Converted {
    let (read, output, stop) = converted(from, to, bytes, None);
    let width = from.unit_len();
    let named = |kind: &str| (from != Utf8).then(|| named(kind));
    let (position, error_len, kind) = match stop {
        Stop::Malformed { at, len, kind } => {
            let len = len.map_or(ErrorLen::End, |len| ErrorLen::Units(len / width));
            (at / width, len, named(&kind))
        }
        Stop::Unmappable(character) => (read, ErrorLen::Units(character.len_utf8()), Some(Kind::Unmappable)),
        _ => (read / width, ErrorLen::None, None),
    };
    Converted { position, error_len, kind, output }
}

fn lossy(from: Encoding, to: Encoding, bytes: &[u8], mark: char) -> Recipe {
    converted(from, to, bytes, Some(mark)).1
}

fn converted(from: Encoding, to: Encoding, bytes: &[u8], replacement: Option<char>) -> (usize, Recipe, Stop) {
    let source: Vec<u32> = bytes.iter().map(|&byte| byte.into()).collect();
    let call = Call { from, to, source: &source, dst: usize::MAX, last: true, replacement };
    let answer = answer(&call);
    let byte = |unit: &u32| u8::try_from(*unit).unwrap_or_else(|_| panic!("{unit:X} is no byte"));
    let output: Vec<u8> = answer.written.iter().map(byte).collect();
    (answer.read, Recipe::of(&output), answer.stop)
}

/// The kind with this name in the model.
fn named(kind: &str) -> Kind {
    let named = Kind::ALL.into_iter().find(|known| format!("{known:?}") == kind);
    named.unwrap_or_else(|| panic!("{kind} is no kind"))
}
