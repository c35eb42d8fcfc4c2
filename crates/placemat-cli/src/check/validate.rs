//! Validates an input, and reports its errors as they are found.

use std::path::Path;

use super::{Check, reporter::Reporter};
use crate::hint::{self, Hint};
use crate::stream::{Stream, Tally};
use crate::{editorconfig::Setting, order::Stopped, output::Checked, source::Source};

impl Check {
    /// Reads an input to its end, or until the result is known.
    pub(super) fn validate(
        &self, path: &Path, mut input: Source, setting: Option<Setting>, reporter: &mut Reporter<'_>,
        buffer: &mut Vec<u8>,
    ) -> Result<Checked, Stopped> {
        reporter.set(setting);
        let sizes = if input.file().is_some() { self.style.sizes() } else { self.style.sizes().once() };
        let mut stream = Stream::new(self.args.backend, &mut input, sizes, buffer);
        while let Some(read) = stream.read() {
            for part in stream.parts() {
                reporter.add(&part)?;
                if reporter.has_enough() {
                    break;
                }
            }
            self.progress.passed(read);
            reporter.flush_if_current()?;
            if reporter.has_enough() {
                break;
            }
        }
        let tally = stream.tally();
        let lints = reporter.count();
        let hint = self.hint(path, &input, &tally);
        Ok(Checked { hint, lints, ..Checked::new(tally) })
    }

    /// The guess at the real encoding of an input, if the output shows it.
    fn hint(&self, path: &Path, input: &Source, tally: &Tally) -> Option<Hint> {
        let checked = hint::Checked { path, head: input.head(), tally, file: input.file() };
        self.style.sizes().sample.then(|| checked.hint()).flatten()
    }
}
