//! The expected results, derived from two automata: one for texts and one for sequences.
//!
//! A text is valid up to the last position at which it could end. The invalid part there is a whole sequence, or else
//! the longest prefix of one, and at least one byte. So the automaton of texts decides whether and where there is an
//! error, and the automaton of sequences determines its length.

use std::sync::LazyLock;

use super::{Kind, Profile, Values, profile};
use crate::contract::{self, Answer, Older, OlderAnswer, OlderFault as Fault, OlderQuestion, Question};
use crate::oracle::{Oracle, State};
use crate::text;

type Item = contract::Item<u32, &'static str>;

/// A form with its grammar compiled.
#[derive(Clone, Debug)]
pub struct Reference {
    /// Which form it is.
    pub form: Older,
    /// The form.
    pub profile: Profile,
    /// The automaton of texts.
    pub text: Oracle,
    /// The automaton of one sequence.
    pub sequence: Oracle,
}

impl Reference {
    /// The reference of a form. Panics if its grammar is invalid.
    pub fn get(form: Older) -> &'static Self {
        static ALL: LazyLock<[Reference; 4]> = LazyLock::new(|| {
            Older::ALL.map(|form| Reference::with(form, profile(form).abnf).expect("the grammar is valid"))
        });
        &ALL[form as usize]
    }

    /// The same form with another grammar, which has rules of the same names. Fails as [`Oracle::from_abnf`].
    pub fn with(form: Older, abnf: &str) -> Result<Self, String> {
        let profile = profile(form);
        Ok(Self {
            form,
            profile,
            text: Oracle::from_abnf(abnf, profile.text)?,
            sequence: Oracle::from_abnf(abnf, profile.sequence)?,
        })
    }

    /// The first fault from byte `from` on, where the automaton of texts is in `state`.
    fn read(&self, bytes: &[u8], from: usize, state: State) -> Result<(), Fault> {
        let mut state = state;
        let mut good = from;
        for (at, &byte) in bytes.iter().enumerate().skip(from) {
            state = self.text.next(state, byte);
            if self.text.is_dead(state) {
                return Err(self.fault(bytes, good));
            }
            if self.text.is_accepting(state) {
                good = at + 1;
            }
        }
        if self.text.is_accepting(state) {
            Ok(())
        } else {
            Err(Fault { valid_up_to: good, error_len: None, kind: Some("truncated") })
        }
    }

    /// The fault at byte `at`.
    fn fault(&self, bytes: &[u8], at: usize) -> Fault {
        let rest = &bytes[at..];
        let mut state = self.sequence.start();
        for (read, &byte) in rest.iter().enumerate() {
            state = self.sequence.next(state, byte);
            let len = if self.sequence.is_dead(state) { read } else { read + 1 };
            let (error_len, kind) = if self.sequence.is_dead(state) {
                (len.max(1), Kind::find(self.profile.kinds, rest[0], byte, read).unwrap_or("(no kind)"))
            } else if self.sequence.is_accepting(state) {
                (len, self.profile.neighbour)
            } else {
                continue;
            };
            return Fault { valid_up_to: at, error_len: Some(error_len), kind: Some(kind) };
        }
        Fault { valid_up_to: at, error_len: Some(rest.len()), kind: Some(self.profile.neighbour) }
    }

    /// The values, and the faults between them.
    fn items(&self, bytes: &[u8]) -> Vec<Item> {
        let mut items = Vec::new();
        let (mut at, mut state) = (0, self.text.start());
        while at < bytes.len() {
            let mut next = state;
            let end = (at + 1..=bytes.len()).find(|&end| {
                next = self.text.next(next, bytes[end - 1]);
                self.text.is_accepting(next)
            });
            let end = match end {
                Some(end) => {
                    let character = Ok(value(&bytes[at..end], self.profile.values));
                    items.push(Item { offset: at, character });
                    state = next;
                    end
                }
                None => {
                    let fault = match self.read(bytes, at, state) {
                        Err(fault) => fault,
                        Ok(()) => unreachable!("the end is not accepted"),
                    };
                    let end = fault.error_len.map_or(bytes.len(), |len| at + len);
                    items.push(Item { offset: at, character: Err(fault) });
                    state = self.text.start();
                    end
                }
            };
            at = end;
        }
        items
    }

    /// The answer to a question, if it is about this form.
    pub(crate) fn answer(&self, question: &Question<'_>) -> Option<Answer> {
        let Question::Older(form, question) = *question else { return None };
        (form == self.form).then(|| Answer::Older(self.right(question)))
    }

    /// The answer to a question about this form.
    pub(crate) fn right(&self, question: OlderQuestion<'_>) -> OlderAnswer {
        match question {
            OlderQuestion::Validate(bytes) => OlderAnswer::Verdict(self.validate(bytes)),
            OlderQuestion::Values(bytes) => OlderAnswer::Values(self.decode(bytes)),
            OlderQuestion::ToUtf8(bytes) => OlderAnswer::Text(self.to_utf8(bytes)),
            OlderQuestion::OfUtf8(text) => {
                let encoded = text.chars().filter_map(|scalar| self.encode(scalar.into()));
                OlderAnswer::Bytes(encoded.flatten().collect())
            }
            OlderQuestion::Encode(value) => OlderAnswer::Encoded(self.encode(value)),
        }
    }

    /// Whether the bytes are valid, or the first fault.
    pub fn validate(&self, bytes: &[u8]) -> Result<(), Fault> {
        self.read(bytes, 0, self.text.start())
    }

    pub(crate) fn decode(&self, bytes: &[u8]) -> Vec<Result<u32, Fault>> {
        self.items(bytes).into_iter().map(|item| item.character).collect()
    }

    pub(crate) fn encode(&self, value: u32) -> Option<Vec<u8>> {
        let Values { last, surrogates, pairs, long_nul } = self.profile.values;
        match value {
            _ if value > last => None,
            0 if long_nul => Some(b"\xC0\x80".to_vec()),
            0xD800..=0xDFFF if !surrogates => None,
            0x1_0000..=0x10_FFFF if pairs => {
                let mut units = [0; 2];
                char::from_u32(value)?.encode_utf16(&mut units);
                Some(units.iter().flat_map(|&unit| text::fill(unit.into())).collect())
            }
            _ => Some(text::fill(value)),
        }
    }

    /// The bytes as UTF-8; or the first fault, or the first value that UTF-8 cannot encode.
    pub fn to_utf8(&self, bytes: &[u8]) -> Result<String, Fault> {
        let scalar = |Item { offset: valid_up_to, character }| {
            let value = character?;
            let kind = Some(if value > 0x10_FFFF { "out_of_range" } else { "surrogate" });
            let error_len = Some(text::fill(value).len());
            char::from_u32(value).ok_or(Fault { valid_up_to, error_len, kind })
        };
        self.items(bytes).into_iter().map(scalar).collect()
    }
}

/// The value of one sequence, or of a surrogate pair.
fn value(bytes: &[u8], values: Values) -> u32 {
    if values.pairs && bytes.len() == 6 {
        let units = [&bytes[..3], &bytes[3..]].map(|half| u16::try_from(text::value(half)).unwrap_or(0));
        return String::from_utf16_lossy(&units).chars().next().map_or(0, u32::from);
    }
    text::value(bytes)
}
