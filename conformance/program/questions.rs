//! Derives requests and expected answers from cases.

use std::collections::BTreeMap;

use placemat_conformance::contract::{Encoding, Policy};
use placemat_conformance::vectors::{
    self, Case, Conversion, ErrorLen, Expected, Input, Older, Opened, Outcome, Recipe, Replaced, Split,
};
use placemat_conformance::{named, profiles::Profile};

use crate::protocol::{Answer, Hello, Op, Request};

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

named! {
    /// A field to compare, with its name in reports.
    pub(crate) enum Field {
        Verdict "verdict";
        Position "position";
        ErrorLen "length of the error";
        /// The outputs, concatenated.
        Text "text";
        /// Each output individually.
        Outputs "outputs";
        Kind "kind of the error";
    }
}

impl Claims {
    /// The claims of an adapter; restricted to the profiles in `only`, unless that is empty.
    pub(crate) fn of(hello: &Hello, only: &[Profile]) -> Self {
        let ops: Vec<Op> = Op::all().filter(|&op| hello.has(op)).collect();
        let mut unknown = Vec::new();
        let mut profiles = BTreeMap::new();
        match &hello.profiles {
            None => profiles.extend(ops.iter().flat_map(|op| op.profiles()).map(|&profile| (profile, false))),
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

    pub(crate) fn everything() -> Self {
        let profiles = Profile::ALL.iter().map(|&profile| (profile, false)).collect();
        Self { ops: Op::all().collect(), profiles, unknown: Vec::new() }
    }

    pub(crate) fn has(&self, profile: Profile) -> bool {
        self.profiles.contains_key(&profile)
    }

    /// Whether the decoder named the profile explicitly, so that an omitted field is a failure.
    pub(crate) fn is_explicit(&self, profile: Profile) -> bool {
        self.profiles.get(&profile).copied().unwrap_or(false)
    }
}

pub(crate) fn questions<'a>(cases: &'a [Case], claims: &'a Claims) -> impl Iterator<Item = Question> + 'a {
    cases.iter().enumerate().flat_map(|(index, case)| of_case(index, case, claims))
}

fn of_case(index: usize, case: &Case, claims: &Claims) -> Vec<Question> {
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
    /// Adds a request about some fields of a profile.
    fn add(&mut self, request: Request, right: Answer, profile: Profile, fields: &[Field]) {
        self.add_checked(request, right, fields.iter().map(|field| (profile, *field)).collect());
    }

    /// Adds a request, if the decoder has the operation and claims one of the profiles.
    fn add_checked(&mut self, request: Request, right: Answer, mut checked: Vec<(Profile, Field)>) {
        checked.retain(|&(profile, _)| self.claims.has(profile));
        if !checked.is_empty() && self.claims.ops.contains(&request.op) {
            self.questions.push(Question { case: self.case, request, right, checked });
        }
    }

    /// One request covers up to three profiles.
    fn validate(&mut self, bytes: &[u8], expected: &Expected) {
        let mut checked = Vec::new();
        let mut right = Answer::default();
        for (&profile, outcome) in expected {
            let field = match outcome {
                Outcome::Verdict(ok) => {
                    right.ok = Some(*ok);
                    Field::Verdict
                }
                Outcome::Position(position) => {
                    right.valid_up_to = Some(*position as u64);
                    Field::Position
                }
                Outcome::Replaced(replaced) => {
                    right.error_len = replaced.error_len;
                    right.ok = right.ok.or(Some(right.error_len == ErrorLen::None));
                    Field::ErrorLen
                }
                _ => continue,
            };
            checked.push((profile, field));
        }
        self.add_checked(Request::whole(Op::Validate, bytes), right, checked);
    }

    fn bytes(&mut self, profile: Profile, bytes: &[u8], outcome: &Outcome) {
        match outcome {
            Outcome::Replaced(Replaced { text, .. }) | Outcome::Text(text) => {
                for op in Op::of(profile).filter(|op| matches!(op, Op::Lossy(_))) {
                    let right = Answer::of_outputs(vec![text.bytes()]);
                    self.add(Request::whole(op, bytes), right, profile, &[Field::Text]);
                }
            }
            Outcome::Splits(splits) => self.splits(Op::Stream, profile, bytes, splits),
            Outcome::Signature(signature) => {
                for (policy, opened) in signature.by_policy() {
                    self.opened(Op::Bom(policy), bytes, opened);
                }
                for policy in [Policy::Ignore, Policy::Strip] {
                    self.splits(Op::Bom(policy), profile, bytes, &signature.splits);
                }
            }
            Outcome::Older(older) => self.older(profile, bytes, older),
            _ => {}
        }
    }

    /// In both directions.
    fn older(&mut self, profile: Profile, bytes: &[u8], older: &Older) {
        let [from, to] = [0, 1].map(|nth| Op::of(profile).nth(nth));
        let (Some(from), Some(to)) = (from, to) else { return };
        let utf8 = older.utf8.as_ref().map(Recipe::bytes);
        let mut right = Answer::verdict(older.position, older.error_len);
        right.outputs = utf8.clone().map(|utf8| vec![utf8]);
        let fields = [Field::Verdict, Field::Position, Field::ErrorLen, Field::Text];
        self.add(Request::whole(from, bytes), right, profile, &fields);
        if let Some(utf8) = utf8 {
            let right = Answer::verdict(utf8.len(), ErrorLen::None).with(vec![bytes.to_vec()]);
            self.add(Request::whole(to, &utf8), right, profile, &[Field::Verdict, Field::Text]);
        }
    }

    fn splits(&mut self, op: Op, profile: Profile, bytes: &[u8], splits: &[Split]) {
        for split in splits {
            let Some(chunks) = split.cut(bytes) else { continue };
            let outputs = split.outputs.iter().map(Recipe::bytes).collect();
            self.add(Request::chunks(op, chunks), Answer::of_outputs(outputs), profile, &[Field::Outputs]);
        }
    }

    fn opened(&mut self, op: Op, bytes: &[u8], opened: &Opened) {
        let valid_up_to = Some(opened.position as u64);
        let right = Answer { valid_up_to, ..Answer::of_outputs(vec![opened.text.bytes()]) };
        self.add(Request::chunks(op, [bytes]), right, Profile::Bom, &[Field::Position, Field::Text]);
    }

    fn conversion(&mut self, conversion: Conversion) {
        let Conversion { profile, from, to, source, replacement, right, written } = conversion;
        let op = if replacement.is_some() { Op::ConvertLossy(from, to) } else { Op::Convert(from, to) };
        let bytes = |units: Vec<u32>| units.into_iter().flat_map(u8::try_from).collect::<Vec<u8>>();
        let (source, outputs) = (bytes(source), vec![bytes(written)]);
        if let Some(mark) = replacement {
            let mark = u8::try_from(mark).ok().filter(|_| to == Encoding::Latin1);
            let payload = mark.into_iter().chain(source).collect();
            return self.add(Request { op, payload }, Answer::of_outputs(outputs), profile, &[Field::Text]);
        }
        // The operation predates cases that end inside a unit.
        if from == Encoding::Utf16Be && source.len() % 2 == 1 {
            return;
        }
        let answer = Answer::verdict(right.position, right.error_len).with(outputs);
        let right = Answer { kind: right.kind, ..answer };
        let fields = [Field::Verdict, Field::Position, Field::ErrorLen, Field::Text, Field::Kind];
        self.add(Request { op, payload: source }, right, profile, &fields);
    }

    fn values(&mut self, values: &[u32], expected: &Expected) {
        let Some(Outcome::Encoded(encoded)) = expected.get(&Profile::Encode) else { return };
        let payload = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let right = Answer {
            ok: Some(encoded.refused.is_none()),
            valid_up_to: Some(encoded.refused.unwrap_or(values.len()) as u64),
            ..Answer::of_outputs(vec![encoded.output.bytes()])
        };
        let fields = [Field::Verdict, Field::Position, Field::Text];
        self.add(Request { op: Op::Encode, payload }, right, Profile::Encode, &fields);
    }
}
