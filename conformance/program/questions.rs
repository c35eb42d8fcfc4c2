//! Derives requests and expected answers from cases.

use std::collections::BTreeMap;

use placemat_conformance::{
    profiles::Profile,
    vectors::{self, Case, Conversion, Expected, Input, Older, Opened, Outcome, Recipe, Split},
};

use crate::protocol::{Answer, ErrorLen, Hello, Op, Request};

/// The operations and profiles that a decoder claims and is tested for.
#[derive(Clone, Debug)]
pub(crate) struct Claims {
    ops: Vec<Op>,
    /// Its profiles, and whether it named them explicitly.
    profiles: BTreeMap<Profile, bool>,
    /// Unknown profile names.
    pub(crate) unknown: Vec<String>,
}

/// A request, and the expected answer.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// The index of the case.
    pub(crate) case: usize,
    pub(crate) request: Request,
    pub(crate) right: Answer,
    /// The fields to compare, and the profile of each.
    pub(crate) checked: Vec<(Profile, Field)>,
}

/// A field to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Verdict,
    Position,
    ErrorLen,
    /// The outputs, concatenated.
    Text,
    /// Each output individually.
    Outputs,
    /// The kind of the error.
    Kind,
}

impl Claims {
    /// The claims of an adapter; restricted to the profiles in `only`, unless that is empty.
    pub(crate) fn of(hello: &Hello, only: &[Profile]) -> Self {
        let ops: Vec<Op> = Op::ALL.iter().copied().filter(|&op| hello.has(op)).collect();
        let mut unknown = Vec::new();
        let mut profiles = BTreeMap::new();
        match &hello.profiles {
            None => profiles.extend(ops.iter().flat_map(|&op| implied(op)).map(|&profile| (profile, false))),
            Some(names) => {
                for name in names {
                    match name.parse() {
                        Ok(profile) => drop(profiles.insert(profile, true)),
                        Err(_) => unknown.push(name.clone()),
                    }
                }
            }
        }
        profiles.retain(|profile, _| only.is_empty() || only.contains(profile));
        Self { ops, profiles, unknown }
    }

    /// Every operation and profile.
    pub(crate) fn everything() -> Self {
        let profiles = Profile::ALL.iter().map(|&profile| (profile, false)).collect();
        Self { ops: Op::ALL.to_vec(), profiles, unknown: Vec::new() }
    }

    pub(crate) fn has(&self, profile: Profile) -> bool {
        self.profiles.contains_key(&profile)
    }

    /// Whether the decoder named the profile explicitly, so that an omitted field is a failure.
    pub(crate) fn is_explicit(&self, profile: Profile) -> bool {
        self.profiles.get(&profile).copied().unwrap_or(false)
    }
}

/// The profiles that an operation implies.
fn implied(op: Op) -> &'static [Profile] {
    use Profile::*;
    match op {
        Op::Validate => &[Rfc3629, Position, MaximalSubpart],
        Op::Lossy => &[MaximalSubpart],
        Op::LossyPerByte => &[PerByte],
        Op::LossyWholeSequence => &[WholeSequence],
        Op::LossyJava => &[Java],
        Op::Stream => &[Stream],
        Op::Encode => &[Encode],
        Op::BomCharacter | Op::BomKeep | Op::BomIgnore | Op::BomStrip => &[Bom],
        Op::ToUtf16 | Op::FromUtf16 | Op::ToUtf16Le | Op::FromUtf16Le => &[Utf16],
        Op::ToUtf32 | Op::FromUtf32 | Op::ToUtf32Le | Op::FromUtf32Le => &[Utf32],
        Op::ToLatin1 | Op::FromLatin1 => &[Latin1],
        Op::ToUtf16Lossy | Op::FromUtf16Lossy | Op::ToUtf16LeLossy | Op::FromUtf16LeLossy => &[Utf16Lossy],
        Op::ToUtf32Lossy | Op::FromUtf32Lossy | Op::ToUtf32LeLossy | Op::FromUtf32LeLossy => &[Utf32Lossy],
        Op::ToLatin1Lossy => &[Latin1Lossy],
        Op::Rfc2279 | Op::ToRfc2279 => &[Rfc2279],
        Op::Cesu8 | Op::ToCesu8 => &[Cesu8],
        Op::Mutf8 | Op::ToMutf8 => &[Mutf8],
        Op::Wtf8 | Op::ToWtf8 => &[Wtf8],
    }
}

/// The requests for a case.
pub(crate) fn questions(index: usize, case: &Case, claims: &Claims) -> Vec<Question> {
    let mut builder = Builder { case: index, claims, questions: Vec::new() };
    match &case.input {
        Input::Bytes(recipe) => {
            let bytes = recipe.bytes();
            builder.validate(&bytes, &case.expected);
            for (&profile, outcome) in &case.expected {
                builder.bytes(profile, &bytes, outcome);
            }
        }
        Input::Values(values) => builder.values(values, &case.expected),
        Input::Utf16Be(_) | Input::Utf32Be(_) | Input::Latin1(_) => {}
    }
    for conversion in vectors::conversions(case) {
        builder.conversion(conversion);
    }
    builder.questions
}

struct Builder<'a> {
    case: usize,
    claims: &'a Claims,
    questions: Vec<Question>,
}

impl Builder<'_> {
    /// Adds a request, if the decoder has the operation and claims one of the profiles.
    fn add(&mut self, request: Request, right: Answer, checked: &[(Profile, Field)]) {
        let checked: Vec<_> =
            checked.iter().copied().filter(|&(profile, _)| self.claims.has(profile)).collect();
        if !checked.is_empty() && self.claims.ops.contains(&request.op) {
            self.questions.push(Question { case: self.case, request, right, checked });
        }
    }

    /// One request covers up to three profiles.
    fn validate(&mut self, bytes: &[u8], expected: &Expected) {
        let mut checked = Vec::new();
        let mut right = Answer::default();
        for (&profile, outcome) in expected {
            checked.push((
                profile,
                match outcome {
                    Outcome::Verdict(ok) => {
                        right.ok = Some(*ok);
                        Field::Verdict
                    }
                    Outcome::Position(position) => {
                        right.valid_up_to = Some(*position as u64);
                        Field::Position
                    }
                    Outcome::Replaced(replaced) => {
                        right.error_len = length(replaced.error_len);
                        right.ok = right.ok.or(Some(right.error_len.is_none()));
                        Field::ErrorLen
                    }
                    _ => continue,
                },
            ));
        }
        self.add(Request::whole(Op::Validate, bytes), right, &checked);
    }

    fn bytes(&mut self, profile: Profile, bytes: &[u8], outcome: &Outcome) {
        match (profile, outcome) {
            (_, Outcome::Replaced(replaced)) => self.lossy(Op::Lossy, profile, bytes, &replaced.text),
            (Profile::PerByte, Outcome::Text(text)) => self.lossy(Op::LossyPerByte, profile, bytes, text),
            (Profile::WholeSequence, Outcome::Text(text)) => {
                self.lossy(Op::LossyWholeSequence, profile, bytes, text);
            }
            (Profile::Java, Outcome::Text(text)) => self.lossy(Op::LossyJava, profile, bytes, text),
            (_, Outcome::Splits(splits)) => self.splits(Op::Stream, profile, bytes, splits),
            (_, Outcome::Signature(signature)) => {
                for (op, opened) in [
                    (Op::BomCharacter, &signature.character),
                    (Op::BomKeep, &signature.kept),
                    (Op::BomIgnore, &signature.ignored),
                    (Op::BomStrip, &signature.stripped),
                ] {
                    self.opened(op, bytes, opened);
                }
                for op in [Op::BomIgnore, Op::BomStrip] {
                    self.splits(op, profile, bytes, &signature.splits);
                }
            }
            (Profile::Rfc2279, Outcome::Older(form)) => {
                self.older(Op::Rfc2279, Op::ToRfc2279, profile, bytes, form)
            }
            (Profile::Cesu8, Outcome::Older(form)) => {
                self.older(Op::Cesu8, Op::ToCesu8, profile, bytes, form)
            }
            (Profile::Mutf8, Outcome::Older(form)) => {
                self.older(Op::Mutf8, Op::ToMutf8, profile, bytes, form)
            }
            (Profile::Wtf8, Outcome::Older(form)) => self.older(Op::Wtf8, Op::ToWtf8, profile, bytes, form),
            _ => {}
        }
    }

    fn lossy(&mut self, op: Op, profile: Profile, bytes: &[u8], text: &Recipe) {
        let right = Answer { outputs: Some(vec![text.bytes()]), ..Answer::default() };
        self.add(Request::whole(op, bytes), right, &[(profile, Field::Text)]);
    }

    fn older(&mut self, from: Op, to: Op, profile: Profile, bytes: &[u8], older: &Older) {
        let utf8 = older.utf8.as_ref().map(Recipe::bytes);
        let mut right = verdict(older.position, older.error_len);
        right.outputs = utf8.clone().map(|utf8| vec![utf8]);
        let fields = [Field::Verdict, Field::Position, Field::ErrorLen, Field::Text];
        self.add(Request::whole(from, bytes), right, &fields.map(|field| (profile, field)));
        if let Some(utf8) = utf8 {
            let right = Answer {
                outputs: Some(vec![bytes.to_vec()]),
                ..verdict(utf8.len(), vectors::ErrorLen::None)
            };
            let fields = [Field::Verdict, Field::Text];
            self.add(Request::whole(to, &utf8), right, &fields.map(|field| (profile, field)));
        }
    }

    fn splits(&mut self, op: Op, profile: Profile, bytes: &[u8], splits: &[Split]) {
        for split in splits {
            let Some(chunks) = split.cut(bytes) else { continue };
            let outputs = split.outputs.iter().map(Recipe::bytes).collect();
            let right = Answer { outputs: Some(outputs), ..Answer::default() };
            self.add(Request::chunks(op, chunks), right, &[(profile, Field::Outputs)]);
        }
    }

    fn opened(&mut self, op: Op, bytes: &[u8], opened: &Opened) {
        let right = Answer {
            valid_up_to: Some(opened.position as u64),
            outputs: Some(vec![opened.text.bytes()]),
            ..Answer::default()
        };
        let fields = [Field::Position, Field::Text];
        self.add(Request::chunks(op, [bytes]), right, &fields.map(|field| (Profile::Bom, field)));
    }

    fn conversion(&mut self, conversion: Conversion) {
        let Conversion { profile, from, to, source, replacement, right, written } = conversion;
        let Some(op) = Op::converting(from, to, replacement.is_some()) else { return };
        let bytes = |units: Vec<u32>| units.into_iter().flat_map(u8::try_from).collect::<Vec<u8>>();
        let (source, outputs) = (bytes(source), Some(vec![bytes(written)]));
        if let Some(mark) = replacement {
            let mark = u8::try_from(mark).ok().filter(|_| op == Op::ToLatin1Lossy);
            let payload = mark.into_iter().chain(source).collect();
            let right = Answer { outputs, ..Answer::default() };
            return self.add(Request { op, payload }, right, &[(profile, Field::Text)]);
        }
        // The operation predates cases that end inside a unit.
        if op == Op::FromUtf16 && source.len() % 2 == 1 {
            return;
        }
        let right = Answer { outputs, kind: right.kind, ..verdict(right.position, right.error_len) };
        let fields = [Field::Verdict, Field::Position, Field::ErrorLen, Field::Text, Field::Kind];
        self.add(Request { op, payload: source }, right, &fields.map(|field| (profile, field)));
    }

    fn values(&mut self, values: &[u32], expected: &Expected) {
        let Some(Outcome::Encoded(encoded)) = expected.get(&Profile::Encode) else { return };
        let payload = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let right = Answer {
            ok: Some(encoded.refused.is_none()),
            valid_up_to: Some(encoded.refused.unwrap_or(values.len()) as u64),
            outputs: Some(vec![encoded.output.bytes()]),
            ..Answer::default()
        };
        let fields = [Field::Verdict, Field::Position, Field::Text];
        self.add(Request { op: Op::Encode, payload }, right, &fields.map(|field| (Profile::Encode, field)));
    }
}

fn verdict(position: usize, error_len: vectors::ErrorLen) -> Answer {
    let error_len = length(error_len);
    let ok = Some(error_len.is_none());
    Answer { ok, valid_up_to: Some(position as u64), error_len, ..Answer::default() }
}

fn length(error_len: vectors::ErrorLen) -> Option<ErrorLen> {
    match error_len {
        vectors::ErrorLen::None => None,
        vectors::ErrorLen::Units(len) => Some(ErrorLen::Bytes(len as u64)),
        vectors::ErrorLen::End => Some(ErrorLen::End),
    }
}
