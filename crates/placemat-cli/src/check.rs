//! `placemat check`: the workers, and their output in the order of the inputs.

mod charset;
mod file;
mod reporter;
mod validate;

use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::{io, num::NonZeroUsize};

use crate::backend_choice::name_of;
use crate::order::{Message, Queue, Target};
use crate::output::{Style, Totals};
use crate::{
    args::CheckArgs, inputs::Inputs, lint::Rules, progress::Progress, status::Status, stdio, text::warn,
};

/// The maximum number of concurrent inputs, which keeps their buffers far below 64 MiB.
const MOST_JOBS: usize = 64;

/// Checks all inputs that the arguments name.
pub(crate) fn run(args: CheckArgs) -> Status {
    let inputs = match Inputs::of(&args) {
        Ok(inputs) => inputs,
        Err(message) => {
            warn(message);
            return Status::Trouble;
        }
    };
    let work = Arc::new(Check::new(args, inputs));
    if let Err(error) = work.progress.print(Target::Out, work.style.start().as_bytes()) {
        return stdio::status_of(Err(error));
    }

    let (sender, channels) = mpsc::channel();
    let mut workers = Vec::new();
    for _ in 0..work.jobs {
        let (copy, sender) = (Arc::clone(&work), sender.clone());
        match thread::Builder::new().spawn(move || copy.take_inputs(&sender)) {
            Ok(worker) => workers.push(worker),
            // Fewer workers only take longer. Without any, the command fails.
            Err(_) if !workers.is_empty() => break,
            Err(error) => {
                warn(format_args!("cannot start a thread: {error}"));
                return Status::Trouble;
            }
        }
    }
    drop(sender);

    let mut status = Status::Good;
    let written = work.print_in_order(channels, workers, &mut status);
    work.progress.finish();
    let written = written.and_then(|()| {
        let totals = work.totals.lock().unwrap_or_else(PoisonError::into_inner);
        work.progress.print(Target::Out, &work.style.summary(&totals, name_of(work.args.backend)))
    });
    stdio::status_of(written).max(status)
}

/// The state that all workers share.
struct Check {
    rules: Rules,
    args: CheckArgs,
    jobs: usize,
    style: Style,
    queue: Queue<Inputs>,
    progress: Progress,
    totals: Mutex<Totals>,
}

impl Check {
    fn new(args: CheckArgs, inputs: Inputs) -> Self {
        let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        Self {
            jobs: jobs.min(MOST_JOBS),
            style: Style::new(&args),
            progress: Progress::start(inputs.total(), args.quiet),
            queue: Queue::new(inputs),
            rules: Rules::new(&args),
            totals: Mutex::default(),
            args,
        }
    }

    /// Prints the output of the workers until they have ended; `worst` is the status of what has been printed.
    fn print_in_order(
        &self, channels: Receiver<Receiver<Message>>, workers: Vec<JoinHandle<()>>, worst: &mut Status,
    ) -> io::Result<()> {
        let mut separator = Some(self.style.separator());
        for message in self.queue.messages(channels) {
            // Set before writing, so that the status is correct if the reader closes the pipe now.
            *worst = message.status.max(*worst);
            for (target, text) in &message.text {
                let mut text = text.as_slice();
                if *target == Target::Out && !text.is_empty() {
                    // Each record begins with the separator, except for the first.
                    let prefix = separator.take().unwrap_or_default();
                    text = text.strip_prefix(prefix.as_bytes()).unwrap_or(text);
                }
                self.progress.print(*target, text)?;
            }
            if self.style.is_quiet() && *worst > Status::Good {
                // The workers are not joined, neither here nor after an error: one may wait for a pipe.
                return Ok(());
            }
        }
        if workers.into_iter().any(|worker| worker.join().is_err()) {
            return Err(io::Error::other("a worker has failed"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Command, parse};

    #[test]
    fn a_worker_that_panics_is_an_error() {
        let Ok(Command::Check(args)) = parse(vec!["placemat".into(), "check".into()]).map(|cli| cli.command)
        else {
            panic!("no check");
        };
        let inputs = Inputs::of(&args).unwrap();
        let check = Check::new(*args, inputs);
        for (panics, is_ok) in [(false, true), (true, false)] {
            let (sender, channels) = mpsc::channel();
            let worker = thread::spawn(move || {
                let _sender = sender;
                assert!(!panics, "as intended");
            });
            let written = check.print_in_order(channels, vec![worker], &mut Status::Good);
            assert_eq!(written.is_ok(), is_ok);
        }
    }
}
