//! Determines the practices that a decoder follows.

use placemat_conformance::contract::{self, Decoder as _, Practice};
use placemat_conformance::lenient::{Replacement, Table};
use placemat_conformance::mutants::{self, Family};
use placemat_conformance::vectors::ErrorLen;
use serde::{Deserialize, Serialize};

use super::{ENCODERS, streams, verdicts};
use crate::foreign::Outcome;
use crate::protocol::{Answer, Op, chunks, values};
use crate::questions::{Field, Question};

/// Longer inputs are skipped: practices show in short ones.
const LONG: usize = 4096;

/// The maximum number of answers.
const ENOUGH: usize = 20_000;

const LOSSY: Op = Op::Lossy(Practice::MaximalSubpart);

/// The answers of one decoder that a model can predict.
#[derive(Default)]
pub(crate) struct Fitting {
    answers: Vec<(Question, Answer)>,
}

/// How often a practice explains answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Practised {
    pub(crate) name: String,
    /// The number of answers for which the practice differs from the expected result.
    pub(crate) of: usize,
    /// The number of these that match the practice.
    pub(crate) agree: usize,
}

/// A practice that explains answers.
pub(crate) struct Fit {
    pub(crate) practised: Practised,
    /// The failures that it explains, by key.
    explains: Vec<usize>,
}

/// A model, with its name, and the fields of an operation that it predicts.
struct Model {
    name: String,
    op: Op,
    fields: &'static [Field],
    predict: Box<Predict>,
}

/// Predicts the answer to a request with this payload.
type Predict = dyn Fn(&[u8]) -> Option<Answer>;

impl Model {
    fn new(
        name: &str, op: Op, fields: &'static [Field], predict: impl Fn(&[u8]) -> Option<Answer> + 'static,
    ) -> Self {
        Self { name: name.to_owned(), op, fields, predict: Box::new(predict) }
    }
}

impl Fitting {
    /// Records an answer. Returns a key for [`Fit::explains`].
    pub(crate) fn add(&mut self, question: &Question, outcome: &Outcome) -> usize {
        let Outcome::Replied(Some(got)) = outcome else { return usize::MAX };
        let ops = [Op::Validate, LOSSY, Op::Stream, Op::Encode];
        let is_short = question.request.payload.len() <= LONG;
        if self.answers.len() >= ENOUGH || !is_short || !ops.contains(&question.request.op) {
            return usize::MAX;
        }
        self.answers.push((question.clone(), got.clone()));
        self.answers.len() - 1
    }

    /// The practices that explain the failures.
    pub(crate) fn fits(self) -> Vec<Fit> {
        let mut practices = self.cover(verdicts().map(|(name, changes)| {
            let table = Table::new(changes);
            Model::new(name, Op::Validate, &[Field::Verdict], move |bytes| {
                Some(Answer { ok: Some(table.validate(bytes).is_ok()), ..Answer::default() })
            })
        }));
        // Decoded text also depends on what the decoder accepts.
        let mut base = Table::new("");
        for (name, changes) in verdicts() {
            if practices.iter().any(|fit| fit.practised.name == name) {
                base.change(changes);
            }
        }
        // A decoder may be correct in the length of an error and wrong in its replacement, or vice versa.
        for op in [LOSSY, Op::Validate] {
            let mut replacements = vec![];
            for replacement in Replacement::ALL {
                // With the grammar of the RFC this is the expected result, and explains nothing.
                let name = match replacement {
                    Replacement::MaximalSubpart => "maximal subparts of what it lets through",
                    _ => replacement.name(),
                };
                replacements.push(replacing(name, op, &base, replacement));
            }
            // Without a verdict, only decoded text shows what the decoder accepts.
            if practices.is_empty() && op == LOSSY {
                for (lets, changes) in verdicts() {
                    let table = Table::new(changes);
                    for replacement in Replacement::ALL {
                        let name = match replacement {
                            Replacement::MaximalSubpart => lets.to_owned(),
                            _ => format!("{lets}; {replacement}"),
                        };
                        replacements.push(replacing(&name, op, &table, replacement));
                    }
                }
            }
            for fit in self.cover(replacements) {
                match practices.iter_mut().find(|known: &&mut Fit| known.practised.name == fit.practised.name)
                {
                    Some(known) => known.add(fit),
                    None => practices.push(fit),
                }
            }
        }
        practices.extend(self.cover(streams().map(|(name, mutant)| {
            let mutant = mutants::named(Family::Stream, mutant);
            Model::new(name, Op::Stream, &[Field::Outputs], move |payload| {
                let chunks = chunks(payload)?;
                match mutant.as_ref()?.answer(&contract::Question::Stream(&chunks))? {
                    contract::Answer::Stream(outputs) => Some(Answer::of_outputs(outputs)),
                    _ => None,
                }
            })
        })));
        practices.extend(self.cover(ENCODERS.iter().map(|&(name, model)| {
            let fields = &[Field::Verdict, Field::Position, Field::Text];
            Model::new(name, Op::Encode, fields, move |payload| {
                Some(Answer::encoded(&values(payload)?, model))
            })
        })));
        practices
    }

    /// A small set of models that explains the failures, best first. A model is taken only if it predicts nearly all
    /// answers for which it differs from the expected result.
    fn cover(&self, models: impl IntoIterator<Item = Model>) -> Vec<Fit> {
        let fits = models.into_iter().filter_map(|model| self.fit(model));
        let mut candidates: Vec<Fit> =
            fits.filter(|fit| fit.practised.agree * 10 >= fit.practised.of * 9).collect();
        let mut taken: Vec<Fit> = Vec::new();
        loop {
            let explained = |at: &usize| taken.iter().any(|fit| fit.explains.contains(at));
            let gain = |fit: &Fit| fit.explains.iter().filter(|at| !explained(at)).count();
            let gains: Vec<usize> = candidates.iter().map(gain).collect();
            let Some(&most) = gains.iter().max().filter(|&&most| most > 0) else { return taken };
            let best = gains.iter().position(|&gain| gain == most).unwrap_or_default();
            let fit = candidates.remove(best);
            taken.push(fit);
        }
    }

    /// How well a model predicts; `None` if it explains nothing.
    fn fit(&self, model: Model) -> Option<Fit> {
        let (mut of, mut explains) = (0, Vec::new());
        for (at, (question, got)) in self.answers.iter().enumerate() {
            let request = &question.request;
            if request.op != model.op {
                continue;
            }
            let Some(predicted) = (model.predict)(&request.payload) else { continue };
            // Whether an answer is the predicted one; `None` if a field of it is not available.
            let is_predicted = |answer| {
                model.fields.iter().try_fold(true, |all, field| Some(all & field.agrees(&predicted, answer)?))
            };
            let [right, got] = [&question.right, got].map(is_predicted);
            let (Some(false), Some(got)) = (right, got) else { continue };
            of += 1;
            if got {
                explains.push(at);
            }
        }
        let agree = explains.len();
        (agree > 0).then_some(Fit { practised: Practised { name: model.name, of, agree }, explains })
    }
}

impl Fit {
    /// Whether it explains the answer with this key.
    pub(crate) fn explains(&self, key: usize) -> bool {
        self.explains.binary_search(&key).is_ok()
    }

    /// Merges the same practice, found in other answers.
    fn add(&mut self, other: Self) {
        self.practised.of += other.practised.of;
        self.practised.agree += other.practised.agree;
        self.explains.extend(other.explains);
        self.explains.sort_unstable();
    }
}

fn replacing(name: &str, op: Op, table: &Table, replacement: Replacement) -> Model {
    let table = table.clone().with_replacement(replacement);
    let fields = if op == LOSSY { &[Field::Text] } else { &[Field::ErrorLen] };
    Model::new(name, op, fields, move |payload| {
        let bytes = table.before_nul(payload);
        if op == LOSSY {
            return Some(Answer::of_outputs(vec![table.replaced(bytes)]));
        }
        Some(Answer { error_len: ErrorLen::of(table.error_len(bytes)?), ..Answer::default() })
    })
}
