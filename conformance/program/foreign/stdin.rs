//! Level 0 of the protocol: one process per case, the bytes on standard input, the verdict as exit status.

use std::{
    process::{Command, Stdio},
    sync::{Mutex, PoisonError, mpsc},
    thread,
    time::{Duration, Instant},
};

use super::{
    Outcome,
    group::{self, describe},
    limits::{End, Tally},
    pipes,
};
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
    /// Runs the program once for each of these questions, some concurrently, and passes each outcome to `each`. Returns
    /// the errors that belong to no case.
    ///
    /// # Errors
    ///
    /// The command could not be started.
    pub(crate) fn run(
        self,
        questions: impl Iterator<Item = Question> + Send,
        mut each: impl FnMut(&Question, Outcome),
    ) -> Result<Vec<String>, String> {
        // An error here is caused by the command, not by a case.
        self.outcome(b"")?;
        let jobs = thread::available_parallelism().map_or(1, usize::from);
        let questions = Mutex::new(questions);
        let given_up = Mutex::new((Tally::default(), None));
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..jobs {
                let sender = sender.clone();
                let (questions, given_up) = (&questions, &given_up);
                scope.spawn(move || {
                    let next = || questions.lock().unwrap_or_else(PoisonError::into_inner).next();
                    while let Some(question) = next() {
                        let over = given_up.lock().unwrap_or_else(PoisonError::into_inner).1.is_some();
                        let outcome = match self.outcome(&question.request.payload) {
                            _ if over => Outcome::NotRun,
                            Ok(outcome) => outcome,
                            Err(why) => Outcome::Crash(why),
                        };
                        if outcome == Outcome::Timeout {
                            let mut given_up = given_up.lock().unwrap_or_else(PoisonError::into_inner);
                            let why = given_up.0.count(&End::Timeout);
                            given_up.1 = given_up.1.take().or(why);
                        }
                        let _ = sender.send((question, outcome));
                    }
                });
            }
            drop(sender);
            for (question, outcome) in receiver {
                each(&question, outcome);
            }
        });
        let (_, why) = given_up.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(why.into_iter().collect())
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
        let deadline = Instant::now() + self.timeout;
        let mut pause = Duration::from_micros(100);
        while !group::has_ended(&mut child) && Instant::now() < deadline {
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
        let in_time = group::has_ended(&mut child);
        group::kill(&mut child);
        if !in_time {
            return Ok(Outcome::Timeout);
        }
        let status = child.wait().map_err(|error| error.to_string())?;
        let verdict = |ok| Outcome::Replied(Some(Answer { ok: Some(ok), ..Answer::default() }));
        Ok(match status.code() {
            Some(0) => verdict(true),
            Some(code) if code == self.invalid_status => verdict(false),
            _ => Outcome::Crash(describe(status)),
        })
    }
}
