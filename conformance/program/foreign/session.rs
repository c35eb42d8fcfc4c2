//! A run of an adapter: requests are pipelined, and no crash or hang ends the run.

use std::{collections::VecDeque, mem};

use super::{
    NotStarted, Outcome, Run,
    child::Adapter,
    limits::{End, Limits, Tally},
};
use crate::protocol::{Hello, Request};

/// The maximum number of request bytes in flight. A larger window would not be faster, and could fill the pipes in
/// both directions.
const WINDOW: usize = 64 << 10;

/// An adapter that has introduced itself.
pub(crate) struct Session<'a> {
    command: &'a [String],
    limits: Limits,
    adapter: Adapter,
    hello: Hello,
}

impl<'a> Session<'a> {
    /// # Errors
    ///
    /// The command could not be started, or its first line is invalid.
    pub(crate) fn start(command: &'a [String], limits: Limits) -> Result<Self, NotStarted> {
        let adapter = Adapter::start(command, limits).map_err(NotStarted)?;
        let hello = adapter.hello.clone();
        Ok(Self { command, limits, adapter, hello })
    }

    /// The adapter's introduction.
    pub(crate) fn hello(&self) -> &Hello {
        &self.hello
    }

    /// Sends all requests, and passes each outcome to `each`, with the value that accompanies the request.
    pub(crate) fn run<T>(
        self,
        requests: impl Iterator<Item = (Request, T)>,
        each: impl FnMut(T, Outcome),
    ) -> Run {
        let run = Run { hello: self.hello, incidents: Vec::new(), processes: 1 };
        let mut runner = Runner {
            command: self.command,
            limits: self.limits,
            requests,
            each,
            next_id: 0,
            waiting: VecDeque::new(),
            in_flight: 0,
            tally: Tally::default(),
            run,
        };
        if let Err(why) = runner.all(self.adapter) {
            runner.run.incidents.push(why);
            runner.give_up();
        }
        runner.run
    }
}

/// A request that has no answer yet.
struct Waiting<T> {
    id: u32,
    request: Request,
    with: T,
}

struct Runner<'a, T, I, F> {
    command: &'a [String],
    limits: Limits,
    requests: I,
    each: F,
    next_id: u32,
    waiting: VecDeque<Waiting<T>>,
    /// The length of the frames in flight.
    in_flight: usize,
    tally: Tally,
    run: Run,
}

/// The reason to abort a run.
type GivenUp = String;

impl<T, I: Iterator<Item = (Request, T)>, F: FnMut(T, Outcome)> Runner<'_, T, I, F> {
    fn all(&mut self, mut adapter: Adapter) -> Result<(), GivenUp> {
        let mut requests = None;
        loop {
            // Not after every answer: batched frames cost the adapter fewer reads.
            if self.in_flight <= WINDOW / 2 {
                self.fill(&mut adapter, &mut requests);
            }
            let Some(first) = self.waiting.front() else { break };
            let end = match adapter.reply(first.request.longest_line(), self.limits.timeout) {
                Ok((id, reply)) if id == first.id => {
                    self.done(Outcome::Replied(reply));
                    continue;
                }
                Ok((id, _)) => End::Breach(format!("answered {id} instead of {}", first.id)),
                Err(end) => end,
            };
            drop(adapter);
            adapter = self.one_at_a_time(&end)?;
        }
        adapter.finish(self.limits.timeout).map_err(|how| format!("the adapter {how}"))
    }

    /// Sends as much as fits into the window, and at least one request. `held` is a request that did not fit.
    fn fill(&mut self, adapter: &mut Adapter, held: &mut Option<(Request, T)>) {
        let mut frames = Vec::new();
        while let Some((request, with)) = held.take().or_else(|| self.requests.next()) {
            let len = request.frame_len();
            if !self.waiting.is_empty() && self.in_flight + len > WINDOW {
                *held = Some((request, with));
                break;
            }
            request.write(self.next_id, &mut frames);
            self.in_flight += len;
            self.waiting.push_back(Waiting { id: self.next_id, request, with });
            self.next_id = self.next_id.wrapping_add(1);
        }
        if !frames.is_empty() {
            adapter.send(frames);
        }
    }

    /// Reports the outcome of the first waiting request.
    fn done(&mut self, outcome: Outcome) {
        if let Some(done) = self.waiting.pop_front() {
            self.in_flight -= done.request.frame_len();
            (self.each)(done.with, outcome);
        }
    }

    /// Repeats the waiting requests one at a time after `end`, which any of them may have caused, to identify the
    /// cause. Returns an adapter for the following requests.
    fn one_at_a_time(&mut self, end: &End) -> Result<Adapter, GivenUp> {
        let waiting = self.waiting.len();
        if let End::Breach(_) = end {
            // A single request may fail in another way.
            self.run.incidents.push(end.message(self.limits.timeout));
        }
        let mut seen_again = false;
        let mut adapter = self.restart()?;
        let mut answered = None;
        while let Some(first) = self.waiting.front() {
            let mut frame = Vec::new();
            first.request.write(first.id, &mut frame);
            adapter.send(frame);
            let id = first.id;
            let end = match adapter.reply(first.request.longest_line(), self.limits.timeout) {
                Ok((replied, reply)) if replied == id => {
                    answered = Some(id);
                    self.done(Outcome::Replied(reply));
                    continue;
                }
                Ok((replied, _)) if answered == Some(replied) => {
                    End::Breach(format!("answered {replied} twice"))
                }
                Ok((replied, _)) => End::Breach(format!("answered {replied} instead of {id}")),
                Err(end) => end,
            };
            seen_again = true;
            self.done(match end {
                End::Timeout => Outcome::Timeout,
                _ => Outcome::Crash(end.message(self.limits.timeout)),
            });
            if let Some(why) = self.tally.count(&end) {
                return Err(why);
            }
            drop(mem::replace(&mut adapter, self.restart()?));
            answered = None;
        }
        if !seen_again {
            self.run.incidents.push(format!(
                "{}; it did not happen again when the {waiting} unanswered requests were repeated one at a time",
                end.message(self.limits.timeout)
            ));
            if let Some(why) = self.tally.count(end) {
                return Err(why);
            }
        }
        Ok(adapter)
    }

    fn restart(&mut self) -> Result<Adapter, GivenUp> {
        self.run.processes += 1;
        let started = Adapter::start(self.command, self.limits);
        started
            .map_err(|why| format!("could not be started again, so the remaining cases were not run: {why}"))
    }

    /// Marks all remaining requests as not sent.
    fn give_up(&mut self) {
        while !self.waiting.is_empty() {
            self.done(Outcome::NotRun);
        }
        for (_, with) in self.requests.by_ref() {
            (self.each)(with, Outcome::NotRun);
        }
    }
}
