//! Mutants of older forms.
//!
//! | function | the bug |
//! | --- | --- |
//! | [`grammars`] | one end of a range of the grammar, or one of its rules |
//! | [`profiles`] | the name of one kind of error, or which values can be encoded |
//! | [`behaviours`] | lengths, resumption, skipped blocks, conversion |

use super::prelude::*;
use crate::contract::{Older, OlderAnswer, OlderFault, OlderQuestion};
use crate::forms::{Kind, Profile, Reference, Values};

/// The mutants of every form. Each grammar is compiled, which takes some seconds for all.
pub fn older() -> impl Iterator<Item = Mutant> {
    Older::ALL.into_iter().map(Reference::get).flat_map(|right| {
        let families = [grammars(right), profiles(right), behaviours(right)];
        families.into_iter().flatten()
    })
}

/// A decoder of one form.
fn mutant(decoder: Reference, name: &str) -> Mutant {
    let name = format!("{}: {name}", decoder.form.name());
    Mutant::of(Family::Older, name, &[Op::Older], move |question| decoder.answer(question))
}

/// Every single edit of the grammar: each end of each range, incremented and decremented, and wrong rules for pairs.
/// Omits edits that change no result.
fn grammars(reference: &Reference) -> Vec<Mutant> {
    let abnf = reference.profile.abnf;
    let mut edits: Vec<(String, String)> = RULES
        .iter()
        .filter(|(from, _)| abnf.contains(from))
        .map(|(from, to)| (format!("{from} becomes {to}"), abnf.replace(from, to)))
        .collect();
    // Each two-digit number after `%x` or `-`, outside comments.
    let mut line_start = 0;
    for line in abnf.split_inclusive('\n') {
        let rule = if line.starts_with(';') { "" } else { line };
        let firsts = rule.match_indices("%x").map(|(at, sign)| at + sign.len());
        let ends = |at: usize| [Some(at), rule[at + 2..].starts_with('-').then_some(at + 3)];
        for at in firsts.flat_map(ends).flatten() {
            let Ok(number) = u8::from_str_radix(&rule[at..at + 2], 16) else { continue };
            for other in [number.checked_sub(1), number.checked_add(1)].into_iter().flatten() {
                let mut edited = abnf.to_owned();
                let place = line_start + at;
                edited.replace_range(place..place + 2, &format!("{other:02X}"));
                edits.push((format!("{number:02X} becomes {other:02X} in {}", rule.trim()), edited));
            }
        }
        line_start += line.len();
    }
    let changed = edits.into_iter().filter_map(|(name, abnf)| {
        let edited = Reference::with(reference.form, &abnf).ok()?;
        let same = edited.text == reference.text && edited.sequence == reference.sequence;
        (!same).then(|| mutant(edited, &name))
    });
    changed.collect()
}

/// Rules for pairs, each with a wrong replacement.
const RULES: [(&str, &str); 7] = [
    ("CESU8-6        = CESU8-high CESU8-low", "CESU8-6        = CESU8-low CESU8-high"),
    ("CESU8-3 / CESU8-6 )", "CESU8-3 )"),
    ("CESU8-3 / CESU8-6 )", "CESU8-3 / CESU8-high / CESU8-low )"),
    ("MUTF8-6        = MUTF8-high MUTF8-low", "MUTF8-6        = MUTF8-high MUTF8-high"),
    ("MUTF8-3 / MUTF8-6 )", "MUTF8-3 / MUTF8-6 / MUTF8-low )"),
    ("*( WTF8-low / *( WTF8-high ) WTF8-scalar ) *( WTF8-high )", "*( WTF8-sequence )"),
    ("*( WTF8-low / *( WTF8-high ) WTF8-scalar ) *( WTF8-high )", "*( WTF8-scalar )"),
];

/// Wrong names of errors, one kind at a time; and wrong values.
fn profiles(reference: &Reference) -> Vec<Mutant> {
    let profile = reference.profile;
    let right = profile.values;
    let values = [
        Values { last: right.last - 1, ..right },
        Values { last: right.last + 1, ..right },
        Values { surrogates: !right.surrogates, ..right },
        Values { pairs: !right.pairs, ..right },
        Values { long_nul: !right.long_nul, ..right },
    ];
    let changed = |name: &str, profile| mutant(Reference { profile, ..reference.clone() }, name);
    let of_values = |values| changed(&format!("{values:?}"), Profile { values, ..profile });
    let mut mutants: Vec<Mutant> = values.into_iter().map(of_values).collect();
    for at in 0..profile.kinds.len() {
        let mut kinds: Vec<Kind> = profile.kinds.to_vec();
        let name = format!("{:X?} has another name", kinds[at]);
        kinds[at].name = "another";
        // Leaks a few hundred bytes, once per test.
        mutants.push(changed(&name, Profile { kinds: kinds.leak(), ..profile }));
    }
    if profile.neighbour != "(none)" {
        let name = format!("{} has another name", profile.neighbour);
        mutants.push(changed(&name, Profile { neighbour: "another", ..profile }));
    }
    mutants
}

/// Wrong results of other kinds.
fn behaviours(right: &'static Reference) -> Vec<Mutant> {
    let faults = FAULTS.iter().filter(|(_, applies, _)| applies(right.profile.values));
    faults
        .map(|&(name, _, wrong)| {
            let name = format!("{}: {name}", right.form.name());
            Mutant::of(Family::Older, name, &[Op::Older], move |question| wrong.answer(right, question))
        })
        .collect()
}

/// A value, or a fault.
type Item = Result<u32, OlderFault>;

/// The wrong answer to one question about a form.
#[derive(Clone, Copy)]
enum Wrong {
    Verdict(fn(&Reference, &[u8]) -> Result<(), OlderFault>),
    Values(fn(&Reference, &[u8]) -> Vec<Item>),
    ToUtf8(fn(&Reference, &[u8]) -> Result<String, OlderFault>),
    OfUtf8(fn(&str) -> Vec<u8>),
}

impl Wrong {
    /// Other questions are answered rightly.
    fn answer(self, right: &Reference, question: &Question<'_>) -> Option<Answer> {
        let Question::Older(form, older) = *question else { return None };
        Some(Answer::Older(match (self, older) {
            _ if form != right.form => return None,
            (Self::Verdict(wrong), OlderQuestion::Validate(bytes)) => {
                OlderAnswer::Verdict(wrong(right, bytes))
            }
            (Self::Values(wrong), OlderQuestion::Values(bytes)) => OlderAnswer::Values(wrong(right, bytes)),
            (Self::ToUtf8(wrong), OlderQuestion::ToUtf8(bytes)) => OlderAnswer::Text(wrong(right, bytes)),
            (Self::OfUtf8(wrong), OlderQuestion::OfUtf8(text)) => OlderAnswer::Bytes(wrong(text)),
            _ => return right.answer(question),
        }))
    }
}

/// Whether a bug applies to a form with these values.
type Applies = fn(Values) -> bool;

const ALL: Applies = |_| true;
/// Those with surrogate pairs.
const PAIRS: Applies = |values| values.pairs;
/// The one in which NUL has two bytes.
const LONG_NUL: Applies = |values| values.long_nul;
/// Those that extend UTF-8.
const UTF8_INSIDE: Applies = |values| !values.pairs;

#[rustfmt::skip]
const FAULTS: [(&str, Applies, Wrong); 13] = [
    ("the length of an error is 1", ALL, Wrong::Verdict(|right, bytes| {
        right.validate(bytes).map_err(|fault| OlderFault { error_len: fault.error_len.map(|_| 1), ..fault })
    })),
    ("an end that comes too early has a length", ALL, Wrong::Verdict(|right, bytes| {
        right.validate(bytes).map_err(|fault| {
            let rest = bytes.len() - fault.valid_up_to;
            OlderFault { error_len: fault.error_len.or(Some(rest)), ..fault }
        })
    })),
    ("the last byte is not looked at", ALL, Wrong::Verdict(|right, bytes| {
        right.validate(bytes.split_last().map_or(bytes, |(_, rest)| rest))
    })),
    ("a block of 64 bytes that begins with ASCII is skipped", ALL, Wrong::Verdict(|right, bytes| {
        skipping(right, bytes, |block| block[..32].is_ascii())
    })),
    ("a block of 64 bytes of ASCII hides NUL", LONG_NUL, Wrong::Verdict(|right, bytes| {
        skipping(right, bytes, <[u8]>::is_ascii)
    })),
    ("after the leading part that is UTF-8 the offset begins at 0 again", UTF8_INSIDE, Wrong::Verdict(|right, bytes| {
        let good = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
        right.validate(&bytes[good..])
    })),
    ("decoding stops at the first error", ALL, Wrong::Values(|right, bytes| {
        let mut items = right.decode(bytes);
        let end = items.iter().position(Result::is_err).map_or(items.len(), |at| at + 1);
        items.truncate(end);
        items
    })),
    ("decoding skips errors", ALL, Wrong::Values(|right, bytes| {
        right.decode(bytes).into_iter().filter(Result::is_ok).collect()
    })),
    ("decoding continues one byte after an error", ALL, Wrong::Values(|right, bytes| {
        let mut items = right.decode(bytes);
        let Some(at) = items.iter().position(Result::is_err) else { return items };
        let Err(fault) = items[at] else { return items };
        let from = fault.valid_up_to + 1;
        items.truncate(at + 1);
        let moved = |fault: OlderFault| OlderFault { valid_up_to: fault.valid_up_to + from, ..fault };
        items.extend(right.decode(&bytes[from..]).into_iter().map(|item| item.map_err(moved)));
        items
    })),
    ("a pair is decoded as two surrogates", PAIRS, Wrong::Values(|right, bytes| {
        let halves = |value: u32| match char::from_u32(value) {
            Some(scalar) => scalar.encode_utf16(&mut [0; 2]).iter().map(|&unit| Ok(unit.into())).collect(),
            None => vec![Ok(value)],
        };
        let items = right.decode(bytes).into_iter();
        items.flat_map(|item| item.map_or_else(|fault| vec![Err(fault)], halves)).collect()
    })),
    ("what UTF-8 does not have is replaced", ALL, Wrong::ToUtf8(|right, bytes| {
        let items = right.decode(bytes).into_iter();
        Ok(items.map(|item| item.ok().and_then(char::from_u32).unwrap_or('\u{FFFD}')).collect())
    })),
    ("bytes that are UTF-8 pass as they are", PAIRS, Wrong::ToUtf8(|right, bytes| match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => right.to_utf8(bytes),
    })),
    ("text passes as it is", PAIRS, Wrong::OfUtf8(|text| text.as_bytes().to_vec())),
];

/// The verdict, except that a first block of 64 bytes like this is skipped.
fn skipping(right: &Reference, bytes: &[u8], is_skipped: fn(&[u8]) -> bool) -> Result<(), OlderFault> {
    match bytes.split_at_checked(64) {
        Some((block, rest)) if is_skipped(block) => {
            right.validate(rest).map_err(|fault| OlderFault { valid_up_to: fault.valid_up_to + 64, ..fault })
        }
        _ => right.validate(bytes),
    }
}
