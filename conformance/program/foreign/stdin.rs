//! Level 0 of the protocol: one process per case, the bytes on standard input, the verdict as exit status.

use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use placemat_conformance::in_parallel;

use super::group::{self, describe};
use super::{End, Outcome, Tally, pipes};
use crate::{protocol::Answer, questions::Question};

/// How to run a program of level 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EachCase<'a> {
    pub(crate) command: &'a [String],
    /// The exit status for "not UTF-8".
    pub(crate) invalid_status: i32,
    pub(crate) timeout: Duration,
}

impl EachCase<'_> {
    /// Runs the program once for each of these questions, some concurrently, and passes each outcome to `each`.
    /// Returns the errors that belong to no case. Fails if the command could not be started.
    pub(crate) fn run(
        self, questions: impl Iterator<Item = Question>, mut each: impl FnMut(&Question, Outcome),
    ) -> Result<Vec<String>, String> {
        // An error here is caused by the command, not by a case.
        self.outcome(b"")?;
        let questions: Vec<Question> = questions.collect();
        let given_up = Mutex::new((Tally::default(), None));
        let given_up = || given_up.lock().unwrap_or_else(PoisonError::into_inner);
        let outcomes = in_parallel(questions.len(), |at| {
            if given_up().1.is_some() {
                return Outcome::NotRun;
            }
            let outcome = self.outcome(&questions[at].request.payload).unwrap_or_else(Outcome::Crash);
            if outcome == Outcome::Timeout {
                let mut given_up = given_up();
                let why = given_up.0.count(&End::Timeout);
                given_up.1 = given_up.1.take().or(why);
            }
            outcome
        });
        questions.iter().zip(outcomes).for_each(|(question, outcome)| each(question, outcome));
        Ok(given_up().1.take().into_iter().collect())
    }

    fn outcome(self, bytes: &[u8]) -> Result<Outcome, String> {
        let [program, arguments @ ..] = self.command else { return Err("there is no command".to_owned()) };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child =
            group::spawn(&mut command).map_err(|error| format!("{program} could not be started: {error}"))?;
        if let Some(input) = child.stdin.take() {
            let _ = pipes::writer(input).send(bytes.to_vec());
        }
        let Some(status) = group::status(&mut child, self.timeout) else {
            group::kill(&mut child);
            return Ok(Outcome::Timeout);
        };
        let verdict = |ok| Outcome::Replied(Some(Answer { ok: Some(ok), ..Answer::default() }));
        Ok(match status.code() {
            Some(0) => verdict(true),
            Some(code) if code == self.invalid_status => verdict(false),
            _ => Outcome::Crash(describe(status)),
        })
    }
}
