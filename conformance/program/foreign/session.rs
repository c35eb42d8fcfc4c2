//! A run of an adapter: requests are pipelined, and no crash or hang ends the run.

use std::{collections::VecDeque, iter::Peekable, mem, time::Duration};

use super::{End, Outcome, Tally, child::Adapter};
use crate::questions::Question;

/// The maximum number of request bytes in flight. A larger window would not be faster, and could fill the pipes in
/// both directions.
const WINDOW: usize = 64 << 10;

/// Asks an adapter, which is started again after a crash, and passes each outcome to `each`.
pub(crate) struct Session<'a, I: Iterator, F> {
    command: &'a [String],
    timeout: Duration,
    questions: Peekable<I>,
    each: F,
    next_id: u32,
    /// The requests that have no answer yet.
    waiting: VecDeque<(u32, Question)>,
    /// The length of the frames in flight.
    in_flight: usize,
    tally: Tally,
    /// Errors that belong to no single request.
    incidents: Vec<String>,
}

/// The reason to abort a run.
type GivenUp = String;

impl<'a, I: Iterator<Item = Question>, F: FnMut(&Question, Outcome)> Session<'a, I, F> {
    pub(crate) fn new(command: &'a [String], timeout: Duration, questions: I, each: F) -> Self {
        let (questions, (waiting, tally, incidents)) = (questions.peekable(), Default::default());
        Self { command, timeout, questions, each, next_id: 0, waiting, in_flight: 0, tally, incidents }
    }

    /// Asks all questions. Returns the errors that belong to no single one.
    pub(crate) fn run(mut self, adapter: Adapter) -> Vec<String> {
        if let Err(why) = self.all(adapter) {
            self.incidents.push(why);
            self.give_up();
        }
        self.incidents
    }

    fn all(&mut self, mut adapter: Adapter) -> Result<(), GivenUp> {
        loop {
            // Not after every answer: batched frames cost the adapter fewer reads.
            if self.in_flight <= WINDOW / 2 {
                self.fill(&mut adapter);
            }
            if self.waiting.is_empty() {
                break;
            }
            if let Err(end) = self.reply(&mut adapter) {
                drop(adapter);
                adapter = self.one_at_a_time(&end)?;
            }
        }
        adapter.finish(self.timeout).map_err(|how| format!("the adapter {how}"))
    }

    /// Sends as much as fits into the window, and at least one request.
    fn fill(&mut self, adapter: &mut Adapter) {
        let mut frames = Vec::new();
        while let Some(question) = self
            .questions
            .next_if(|next| self.waiting.is_empty() || self.in_flight + next.request.frame_len() <= WINDOW)
        {
            self.in_flight += question.request.frame_len();
            question.request.write(self.next_id, &mut frames);
            self.waiting.push_back((self.next_id, question));
            self.next_id = self.next_id.wrapping_add(1);
        }
        if !frames.is_empty() {
            adapter.send(frames);
        }
    }

    /// Reports the reply to the first waiting request; or returns the reason why there is none.
    fn reply(&mut self, adapter: &mut Adapter) -> Result<(), End> {
        let Some((first, question)) = self.waiting.front() else { return Ok(()) };
        let (id, reply) = adapter.reply(question.request.longest_line(), self.timeout)?;
        if id != *first {
            let is_again = id == first.wrapping_sub(1);
            let how = if is_again { "twice".to_owned() } else { format!("instead of {first}") };
            return Err(End::Breach(format!("answered {id} {how}")));
        }
        self.done(Outcome::Replied(reply));
        Ok(())
    }

    /// Reports the outcome of the first waiting request.
    fn done(&mut self, outcome: Outcome) {
        if let Some((_, question)) = self.waiting.pop_front() {
            self.in_flight -= question.request.frame_len();
            (self.each)(&question, outcome);
        }
    }

    /// Repeats the waiting requests one at a time after `end`, which any of them may have caused, to identify the
    /// cause. Returns an adapter for the following requests.
    fn one_at_a_time(&mut self, end: &End) -> Result<Adapter, GivenUp> {
        let waiting = self.waiting.len();
        if let End::Breach(_) = end {
            // A single request may fail in another way.
            self.incidents.push(end.message(self.timeout));
        }
        let mut seen_again = false;
        let mut adapter = self.restart()?;
        while let Some((id, Question { request, .. })) = self.waiting.front() {
            let mut frame = Vec::new();
            request.write(*id, &mut frame);
            adapter.send(frame);
            let Err(end) = self.reply(&mut adapter) else { continue };
            seen_again = true;
            self.done(match end {
                End::Timeout => Outcome::Timeout,
                _ => Outcome::Crash(end.message(self.timeout)),
            });
            if let Some(why) = self.tally.count(&end) {
                return Err(why);
            }
            drop(mem::replace(&mut adapter, self.restart()?));
        }
        if !seen_again {
            self.incidents.push(format!(
                "{}; it did not happen again when the {waiting} unanswered requests were repeated one at a time",
                end.message(self.timeout)
            ));
            if let Some(why) = self.tally.count(end) {
                return Err(why);
            }
        }
        Ok(adapter)
    }

    fn restart(&mut self) -> Result<Adapter, GivenUp> {
        Adapter::start(self.command, self.timeout)
            .map_err(|why| format!("could not be started again, so the remaining cases were not run: {why}"))
    }

    /// Marks all remaining requests as not sent.
    fn give_up(&mut self) {
        while !self.waiting.is_empty() {
            self.done(Outcome::NotRun);
        }
        for question in self.questions.by_ref() {
            (self.each)(&question, Outcome::NotRun);
        }
    }
}
