//! Decoders of a form with a known bug, which prove that the rows can fail.
//!
//! | family | the bug |
//! | --- | --- |
//! | [`grammars`] | one end of a range of the grammar, or one of its rules |
//! | [`automata`] | one transition of the minimal automaton |
//! | [`profiles`] | the name of one kind of error, or which values can be encoded |
//! | [`behaviours`] | lengths, resumption, skipped blocks, conversion |

use super::{
    profile::{Kind, Profile, Values},
    reference::Reference,
};
use crate::{
    contract::{Answer, Decoder, OlderAnswer, OlderFault as Fault, OlderQuestion as Asked, Op, Question},
    oracle::State,
};

/// A decoder with one bug.
pub struct Mutant {
    /// Its bug.
    pub name: String,
    /// The decoder.
    pub decoder: Box<dyn Decoder>,
}

/// Every single edit of the grammar: each end of each range, incremented and decremented, and wrong rules for pairs.
/// Omits edits that change no result.
#[must_use]
pub fn grammars(reference: &Reference) -> Vec<Mutant> {
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
        for (at, _) in rule.match_indices(['x', '-']) {
            let number = rule.get(at + 1..at + 3).and_then(|digits| u8::from_str_radix(digits, 16).ok());
            let is_number = rule[..at].ends_with('%') || rule.get(..at).is_some_and(ends_with_number);
            let Some(number) = number.filter(|_| is_number) else { continue };
            for other in [number.checked_sub(1), number.checked_add(1)].into_iter().flatten() {
                let mut edited = abnf.to_owned();
                let place = line_start + at + 1;
                edited.replace_range(place..place + 2, &format!("{other:02X}"));
                edits.push((format!("{number:02X} becomes {other:02X} in {}", rule.trim()), edited));
            }
        }
        line_start += line.len();
    }
    let changed = edits.into_iter().filter_map(|(name, abnf)| {
        let edited = Reference::with(reference.form, &abnf).ok()?;
        let same = edited.text == reference.text && edited.sequence == reference.sequence;
        (!same).then(|| Mutant { name, decoder: Box::new(edited) })
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

fn ends_with_number(text: &str) -> bool {
    let digits = text.len().checked_sub(2).and_then(|at| text.get(at..));
    digits.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
        && text[..text.len() - 2].ends_with("%x")
}

/// Every single-transition fault of the automaton of texts: for every state, byte class and wrong target. They only
/// accept or reject, so only the verdict can be wrong.
pub fn automata(reference: &Reference) -> impl Iterator<Item = Automaton<'_>> {
    let text = &reference.text;
    let classes = text.classes();
    text.states().flat_map(move |from| {
        classes.clone().into_iter().flat_map(move |class| {
            let right = text.next(from, class[0]);
            let wrong = text.states().filter(move |&state| state != right);
            wrong.map(move |to| Automaton { reference, from, class: class.clone(), to })
        })
    })
}

/// The automaton of texts, except that `class` leads from `from` to `to`.
#[derive(Clone, Debug)]
pub struct Automaton<'a> {
    reference: &'a Reference,
    from: State,
    class: Vec<u8>,
    to: State,
}

impl Automaton<'_> {
    /// Whether the bytes are accepted.
    #[must_use]
    pub fn accepts(&self, bytes: &[u8]) -> bool {
        let text = &self.reference.text;
        let end = bytes.iter().fold(text.start(), |state, byte| {
            if state == self.from && self.class.contains(byte) { self.to } else { text.next(state, *byte) }
        });
        text.is_accepting(end)
    }
}

/// Wrong names of errors, one kind at a time; and wrong values.
#[must_use]
pub fn profiles(reference: &Reference) -> Vec<Mutant> {
    let profile = reference.profile;
    let right = profile.values;
    let values = [
        Values { last: right.last - 1, ..right },
        Values { last: right.last + 1, ..right },
        Values { surrogates: !right.surrogates, ..right },
        Values { pairs: !right.pairs, ..right },
        Values { long_nul: !right.long_nul, ..right },
    ];
    let mut mutants: Vec<Mutant> = values
        .into_iter()
        .map(|values| changed(reference, format!("{values:?}"), Profile { values, ..profile }))
        .collect();
    for at in 0..profile.kinds.len() {
        let mut kinds: Vec<Kind> = profile.kinds.to_vec();
        let name = format!("{:X?} has another name", kinds[at]);
        kinds[at].name = "another";
        // Leaks a few hundred bytes, once per test.
        mutants.push(changed(reference, name, Profile { kinds: kinds.leak(), ..profile }));
    }
    if profile.neighbour != "(none)" {
        let name = format!("{} has another name", profile.neighbour);
        mutants.push(changed(reference, name, Profile { neighbour: "another", ..profile }));
    }
    mutants
}

fn changed(reference: &Reference, name: String, profile: Profile) -> Mutant {
    Mutant { name, decoder: Box::new(Reference { profile, ..reference.clone() }) }
}

/// Wrong results of other kinds.
#[must_use]
pub fn behaviours(reference: &Reference) -> Vec<Mutant> {
    let pairs = reference.profile.values.pairs;
    let long_nul = reference.profile.values.long_nul;
    let faults = FAULTS.iter().filter(|(_, of, _)| match of {
        Of::All => true,
        Of::Pairs => pairs,
        Of::LongNul => long_nul,
        Of::Utf8Inside => !pairs,
    });
    faults
        .map(|(name, _, wrong)| Mutant {
            name: (*name).to_owned(),
            decoder: Box::new(Changed { right: reference.clone(), wrong: *wrong }),
        })
        .collect()
}

/// The reference, except for the answers that a function gives.
struct Changed {
    right: Reference,
    wrong: Wrong,
}

/// The wrong answer to a question, or `None` if the right one is given.
type Wrong = fn(&Reference, Asked<'_>) -> Option<OlderAnswer>;

impl Decoder for Changed {
    fn name(&self) -> &str {
        self.right.name()
    }

    fn has(&self, op: Op) -> bool {
        self.right.has(op)
    }

    fn answer(&self, question: &Question<'_>) -> Option<Answer> {
        let right = self.right.answer(question)?;
        let Question::Older(_, question) = *question else { return None };
        Some((self.wrong)(&self.right, question).map_or(right, Answer::Older))
    }
}

/// A wrong verdict.
fn verdict(asked: Asked<'_>, wrong: impl FnOnce(&[u8]) -> Result<(), Fault>) -> Option<OlderAnswer> {
    let Asked::Validate(bytes) = asked else { return None };
    Some(OlderAnswer::Verdict(wrong(bytes)))
}

/// Wrong values and faults.
fn values(asked: Asked<'_>, wrong: impl FnOnce(&[u8]) -> Vec<Result<u32, Fault>>) -> Option<OlderAnswer> {
    let Asked::Values(bytes) = asked else { return None };
    Some(OlderAnswer::Values(wrong(bytes)))
}

/// Wrong UTF-8.
fn to_utf8(asked: Asked<'_>, wrong: impl FnOnce(&[u8]) -> Result<String, Fault>) -> Option<OlderAnswer> {
    let Asked::ToUtf8(bytes) = asked else { return None };
    Some(OlderAnswer::Text(wrong(bytes)))
}

/// The forms that a bug applies to.
enum Of {
    All,
    /// Those with surrogate pairs.
    Pairs,
    /// The one in which NUL has two bytes.
    LongNul,
    /// Those that extend UTF-8.
    Utf8Inside,
}

const FAULTS: [(&str, Of, Wrong); 13] = [
    ("the length of an error is 1", Of::All, |right, asked| {
        verdict(asked, |bytes| {
            let short = |fault: Fault| Fault { error_len: fault.error_len.map(|_| 1), ..fault };
            right.validate(bytes).map_err(short)
        })
    }),
    ("an end that comes too early has a length", Of::All, |right, asked| {
        verdict(asked, |bytes| {
            right.validate(bytes).map_err(|fault| {
                let rest = bytes.len() - fault.valid_up_to;
                Fault { error_len: fault.error_len.or(Some(rest)), ..fault }
            })
        })
    }),
    ("the last byte is not looked at", Of::All, |right, asked| {
        verdict(asked, |bytes| right.validate(bytes.split_last().map_or(bytes, |(_, rest)| rest)))
    }),
    ("a block of 64 bytes that begins with ASCII is skipped", Of::All, |right, asked| {
        verdict(asked, |bytes| match bytes.split_at_checked(64) {
            Some((block, rest)) if block[..32].is_ascii() => {
                right.validate(rest).map_err(|fault| Fault { valid_up_to: fault.valid_up_to + 64, ..fault })
            }
            _ => right.validate(bytes),
        })
    }),
    ("a block of 64 bytes of ASCII hides NUL", Of::LongNul, |right, asked| {
        verdict(asked, |bytes| match bytes.split_at_checked(64) {
            Some((block, rest)) if block.is_ascii() => {
                right.validate(rest).map_err(|fault| Fault { valid_up_to: fault.valid_up_to + 64, ..fault })
            }
            _ => right.validate(bytes),
        })
    }),
    ("after the leading part that is UTF-8 the offset begins at 0 again", Of::Utf8Inside, |right, asked| {
        verdict(asked, |bytes| {
            let good = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
            right.validate(&bytes[good..])
        })
    }),
    ("decoding stops at the first error", Of::All, |right, asked| {
        values(asked, |bytes| {
            let mut items = right.decode(bytes);
            let end = items.iter().position(Result::is_err).map_or(items.len(), |at| at + 1);
            items.truncate(end);
            items
        })
    }),
    ("decoding skips errors", Of::All, |right, asked| {
        values(asked, |bytes| {
            let mut items = right.decode(bytes);
            items.retain(Result::is_ok);
            items
        })
    }),
    ("decoding continues one byte after an error", Of::All, |right, asked| {
        values(asked, |bytes| {
            let mut items = right.decode(bytes);
            let Some(at) = items.iter().position(Result::is_err) else { return items };
            let Err(fault) = items[at] else { return items };
            let from = fault.valid_up_to + 1;
            items.truncate(at + 1);
            let moved = |fault: Fault| Fault { valid_up_to: fault.valid_up_to + from, ..fault };
            items.extend(right.decode(&bytes[from..]).into_iter().map(|item| item.map_err(moved)));
            items
        })
    }),
    ("a pair is decoded as two surrogates", Of::Pairs, |right, asked| {
        values(asked, |bytes| {
            let halves = |value: u32| match char::from_u32(value) {
                Some(scalar) => {
                    scalar.encode_utf16(&mut [0; 2]).iter().map(|&unit| Ok(unit.into())).collect()
                }
                None => vec![Ok(value)],
            };
            let items = right.decode(bytes).into_iter();
            items.flat_map(|item| item.map_or_else(|fault| vec![Err(fault)], halves)).collect()
        })
    }),
    ("what UTF-8 does not have is replaced", Of::All, |right, asked| {
        to_utf8(asked, |bytes| {
            let items = right.decode(bytes).into_iter();
            Ok(items.map(|item| item.ok().and_then(char::from_u32).unwrap_or('\u{FFFD}')).collect())
        })
    }),
    ("bytes that are UTF-8 pass as they are", Of::Pairs, |right, asked| {
        to_utf8(asked, |bytes| match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => right.to_utf8(bytes),
        })
    }),
    ("text passes as it is", Of::Pairs, |_, asked| {
        let Asked::OfUtf8(text) = asked else { return None };
        Some(OlderAnswer::Bytes(text.as_bytes().to_vec()))
    }),
];
