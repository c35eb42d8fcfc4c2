//! The worker: opens one input after another, and reports on it.

use std::{fs::File, sync::PoisonError};

use super::{Check, opened::Opened, reporter::Reporter};
use crate::{
    args::Binary,
    inputs::Input,
    order::{Channels, Output, Stopped, Target},
    output::Ended,
    status::Status,
    text::Name,
};

impl Check {
    /// Checks inputs until there are no more.
    pub(super) fn take_inputs(&self, channels: &Channels) {
        let mut buffer = Vec::new();
        while let Some((input, output)) = self.queue.next(channels) {
            if self.check(input, output, &mut buffer).is_err() {
                return;
            }
        }
    }

    fn check(&self, input: Input, mut output: Output<'_>, buffer: &mut Vec<u8>) -> Result<(), Stopped> {
        let binary = |default| self.args.binary.unwrap_or(default);
        let (path, opened) = match input {
            Input::Stdin => (self.args.stdin_name.clone(), Ok(Opened::stdin())),
            Input::Named(path) => {
                let opened =
                    File::open(&path).and_then(|file| Opened::new(&path, file, binary(Binary::Check)));
                (path, opened)
            }
            Input::Found(found) => {
                let opened =
                    found.open().and_then(|file| Opened::new(found.path(), file, binary(Binary::Skip)));
                (found.into_path(), opened)
            }
            Input::Failed(path, error) => (path, Err(error)),
            Input::Note(path, text) => {
                if !self.style.is_quiet() {
                    output.write(Target::Err, |out| Name::new(&path).warn(&text, out));
                }
                return output.finish(Status::Good);
            }
        };
        let mut reporter = Reporter::new(self, &path, output);
        let end = match opened {
            Ok(Opened::Text(text)) => Ended::Checked(self.validate(&path, text, &mut reporter, buffer)?),
            Ok(Opened::Skipped(end)) => end,
            Err(error) => Ended::failed(error),
        };
        self.sums.lock().unwrap_or_else(PoisonError::into_inner).add(&path, &end, self.style.sums_dirs());
        self.progress.one_more();
        reporter.finish(&end)
    }
}
