//! Every single-transition fault of the minimal automaton.

use super::mutant::{Family, Mutant};
use crate::{
    contract::{Answer, Decoder, Fault, Fields, Op, Question},
    oracle::{Oracle, State},
};

/// For every state (including the dead one), every byte class and every wrong target, the automaton with that
/// transition. There are 864.
pub fn automata() -> impl Iterator<Item = Mutant> {
    let oracle = Oracle::get();
    let classes = oracle.classes();
    oracle.states().flat_map(move |from| {
        let classes = classes.clone();
        classes.into_iter().flat_map(move |class| {
            let right = oracle.next(from, class[0]);
            let wrong = oracle.states().filter(move |&state| state != right);
            wrong.map(move |to| Mutant {
                family: Family::Automaton,
                name: format!("state {}, bytes like {:02X}: to state {}", from.index(), class[0], to.index()),
                seen_by: Some(&["w-method"]),
                decoder: Box::new(Automaton::with(from, &class, to)),
            })
        })
    })
}

pub(super) fn models() -> Vec<Mutant> {
    let oracle = Oracle::get();
    vec![Mutant {
        family: Family::Automaton,
        name: "the oracle's table".to_owned(),
        seen_by: None,
        decoder: Box::new(Automaton::with(oracle.start(), &[], oracle.start())),
    }]
}

/// An editable copy of the oracle's table. It only accepts or rejects.
struct Automaton {
    next: Vec<[State; 256]>,
    accepting: Vec<bool>,
}

impl Automaton {
    /// The oracle's table, except that `bytes` lead from `from` to `to`.
    fn with(from: State, bytes: &[u8], to: State) -> Self {
        let oracle = Oracle::get();
        let mut next: Vec<[State; 256]> = oracle
            .states()
            .map(|state| std::array::from_fn(|byte| oracle.next(state, byte.to_le_bytes()[0])))
            .collect();
        for &byte in bytes {
            next[from.index()][usize::from(byte)] = to;
        }
        Self { next, accepting: oracle.states().map(|state| oracle.is_accepting(state)).collect() }
    }
}

impl Decoder for Automaton {
    fn name(&self) -> &str {
        "automaton"
    }

    fn has(&self, op: Op) -> bool {
        op == Op::Verdict
    }

    fn fields(&self, _: Op) -> Fields {
        Fields::NONE
    }

    fn answer(&self, question: &Question<'_>) -> Option<Answer> {
        let Question::Verdict(bytes) = *question else { return None };
        let start = Oracle::get().start();
        let end = bytes.iter().fold(start, |state, &byte| self.next[state.index()][usize::from(byte)]);
        Some(Answer::Verdict(self.accepting[end.index()].then_some(()).ok_or(Fault::at(0)), None))
    }
}
