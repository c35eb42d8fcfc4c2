//! Runs steps, two at a time if they share nothing, and prints their progress.
//!
//! A step that compiles uses all processors, but one that tests often uses a single one. Another step can use the rest.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use std::{num::NonZero, sync::mpsc, thread};

use anyhow::{Context, Result};

use super::log::Log;
use super::step::{Finished, Outcome, Sharing, Step};
use crate::project::workspace::Workspace;

/// The maximum number of concurrent steps, if the machine has as many processors. Each step compiles with all
/// processors, so more would only need more memory.
const MOST: usize = 2;

/// The finished steps of a run.
pub(crate) struct Run {
    /// In the order of the steps.
    pub(crate) finished: Vec<Finished>,
    /// The total time.
    pub(crate) time: Duration,
}

/// Runs all steps, even after a failure, and prints a line at the start and the end of each.
///
/// Steps begin in order, except that one that has to wait is overtaken by those that need not.
pub(crate) fn run(workspace: &Workspace, steps: &[Step]) -> Result<Run> {
    run_to(&mut io::stdout(), workspace, steps)
}

fn run_to(out: &mut impl Write, workspace: &Workspace, steps: &[Step]) -> Result<Run> {
    let begin = Instant::now();
    let most = thread::available_parallelism().map_or(1, NonZero::get).min(MOST);
    let width = steps.iter().map(|step| step.name.len()).max().unwrap_or(0);
    let (sender, receiver) = mpsc::channel();
    let mut finished: Vec<Option<Finished>> = steps.iter().map(|_| None).collect();
    let mut count = 0;
    let mut queue = Queue { steps, begun: vec![false; steps.len()], running: Vec::new() };
    thread::scope(|scope| {
        loop {
            while queue.running.len() < most
                && let Some(at) = queue.next()
            {
                let (sender, step) = (sender.clone(), &steps[at]);
                writeln!(out, "        {:width$}  begins", step.name)?;
                scope.spawn(move || sender.send((at, perform(workspace, step))).is_ok());
            }
            if queue.running.is_empty() {
                return anyhow::Ok(());
            }
            // Pipes and files should show the progress immediately as well.
            out.flush()?;
            let (at, (ended, log)) = receiver.recv().context("a step ends by sending how")?;
            queue.running.retain(|&other| other != at);
            count += 1;
            writeln!(out, "[{count:>2}/{}] {}", steps.len(), line(&ended, width))?;
            if let (Outcome::Failed(_), Some(mut log)) = (&ended.outcome, log) {
                log.show(out)?;
            }
            finished[at] = Some(ended);
        }
    })?;
    Ok(Run { finished: finished.into_iter().flatten().collect(), time: begin.elapsed() })
}

/// Runs a step to its end. A panic is a failure.
fn perform(workspace: &Workspace, step: &Step) -> (Finished, Option<Log>) {
    let begin = Instant::now();
    let mut log = Log::create(workspace, &step.name);
    let outcome = match &mut log {
        Ok(log) => catch_unwind(AssertUnwindSafe(|| step.perform(workspace, log)))
            .unwrap_or_else(|_| Outcome::Failed("panicked".to_owned())),
        Err(error) => Outcome::Failed(format!("{error:#}")),
    };
    let left_out = log.as_ref().map_or_else(|_| Vec::new(), |log| log.left_out().to_vec());
    let (name, time) = (step.name.clone(), begin.elapsed());
    (Finished { name, need: step.need, outcome, left_out, time }, log.ok())
}

fn line(ended: &Finished, width: usize) -> String {
    let result = match ended.outcome {
        Outcome::Passed(_) => "passed",
        Outcome::NotRun(_) => "not run",
        Outcome::Failed(_) => "FAILED",
    };
    let (name, seconds, note) = (&ended.name, ended.time.as_secs_f64(), ended.note());
    format!("{name:width$}  {result:7} {seconds:>6.1} s  {note}").trim_end().to_owned()
}

/// The steps that have begun, and those that are running.
struct Queue<'a> {
    steps: &'a [Step],
    begun: Vec<bool>,
    running: Vec<usize>,
}

impl Queue<'_> {
    /// The first step that can begin now. It is marked as running.
    fn next(&mut self) -> Option<usize> {
        let running = |sharing| self.running.iter().any(|&at| self.steps[at].sharing == sharing);
        if running(Sharing::Machine) {
            return None;
        }
        let mut waiting = (0..self.steps.len()).filter(|&at| !self.begun[at]);
        // A step that runs alone waits for the running ones, and is not overtaken.
        let may = |at: usize| self.steps[at].sharing == Sharing::Own || !running(self.steps[at].sharing);
        let at = waiting.find(|&at| self.steps[at].sharing == Sharing::Machine || may(at))?;
        if self.steps[at].sharing == Sharing::Machine && !self.running.is_empty() {
            return None;
        }
        self.begun[at] = true;
        self.running.push(at);
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use Sharing::{Machine, Own, Shared, Workspace};

    use super::*;

    /// The step that begins next, given those that have begun and those that are running.
    fn after(sharings: &[Sharing], begun: &[usize], running: &[usize]) -> Option<usize> {
        let steps: Vec<_> =
            sharings.iter().map(|&sharing| Step::calls("", "", []).sharing(sharing)).collect();
        let begun = (0..steps.len()).map(|at| begun.contains(&at)).collect();
        Queue { steps: &steps, begun, running: running.to_vec() }.next()
    }

    #[test]
    fn steps_begin_in_order_and_overtake_what_has_to_wait() {
        let sharings = [Machine, Workspace, Workspace, Own, Own];
        for (begun, running, expected) in [
            (&[][..], &[][..], Some(0)),
            (&[0], &[0], None),
            (&[0], &[], Some(1)),
            (&[0, 1], &[1], Some(3)),
            (&[0, 1, 3], &[3], Some(2)),
            (&[0, 1, 2, 3], &[3], Some(4)),
            (&[0, 1, 2, 3, 4], &[], None),
        ] {
            assert_eq!(after(&sharings, begun, running), expected, "{begun:?} {running:?}");
        }
    }

    #[test]
    fn steps_that_share_a_directory_run_one_at_a_time() {
        let sharings = [Shared("a"), Shared("a"), Shared("b"), Workspace];
        for (begun, running, expected) in
            [(&[0][..], &[0][..], Some(2)), (&[0, 2], &[2], Some(1)), (&[0, 1, 2], &[1], Some(3))]
        {
            assert_eq!(after(&sharings, begun, running), expected, "{begun:?} {running:?}");
        }
    }

    #[test]
    fn a_step_that_runs_alone_is_not_overtaken() {
        let sharings = [Workspace, Machine, Own];
        assert_eq!(after(&sharings, &[0], &[0]), None);
        assert_eq!(after(&sharings, &[0], &[]), Some(1));
        assert_eq!(after(&sharings, &[0, 1], &[1]), None);
        assert_eq!(after(&sharings, &[0, 1], &[]), Some(2));
    }

    /// A pipe with a reader, to test that output is flushed.
    #[derive(Clone, Default)]
    struct Pipe {
        written: Vec<u8>,
        seen: Arc<Mutex<String>>,
    }

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.written.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.seen.lock().unwrap().push_str(&String::from_utf8(self.written.split_off(0)).unwrap());
            Ok(())
        }
    }

    #[test]
    fn the_beginning_of_a_step_is_seen_while_it_runs() {
        let target = tempfile::tempdir().unwrap();
        let workspace = super::Workspace::new(std::env::temp_dir(), target.path().to_path_buf(), Vec::new());
        let mut pipe = Pipe::default();
        let seen = Arc::clone(&pipe.seen);
        let step = Step::new("slow", "", move |_, log| {
            log.leave_out("half: not run: no time");
            let is_seen = (0..5000).any(|_| {
                thread::sleep(Duration::from_millis(1));
                seen.lock().unwrap().contains("slow  begins\n")
            });
            Ok(Outcome::Passed(format!("seen: {is_seen}")))
        });
        run_to(&mut pipe, &workspace, &[step]).unwrap();
        pipe.flush().unwrap();
        let seen = pipe.seen.lock().unwrap();
        assert!(seen.ends_with("s  seen: true; left out: half: not run: no time\n"), "{seen}");
    }

    #[test]
    fn every_step_ends_and_a_panic_is_a_failure() {
        let target = std::env::temp_dir().join(format!("xtask-run-{}", std::process::id()));
        let workspace = super::Workspace::new(std::env::temp_dir(), target.clone(), Vec::new());
        let step = |name: &str, sharing| {
            Step::new(name, "", |_, _| Ok(Outcome::Passed(String::new()))).sharing(sharing)
        };
        let steps = [
            step("first", Machine),
            Step::new("second", "", |_, _| panic!("as it should")),
            step("third", Own),
            step("fourth", Workspace),
        ];
        let run = run_to(&mut io::sink(), &workspace, &steps).unwrap();
        std::fs::remove_dir_all(target).unwrap();
        let ended: Vec<_> = run.finished.iter().map(|step| (step.name.as_str(), &step.outcome)).collect();
        let passed = Outcome::Passed(String::new());
        let panicked = Outcome::Failed("panicked".to_owned());
        let expected = [("first", &passed), ("second", &panicked), ("third", &passed), ("fourth", &passed)];
        assert_eq!(ended, expected);
    }
}
