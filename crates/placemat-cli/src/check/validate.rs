//! Validates an input, and reports its errors as they are found.

use std::{fs::File, path::Path};

use super::{Check, reporter::Reporter};
use crate::hint::{self, Hint};
use crate::stream::{Stream, Tally};
use crate::{editorconfig::Setting, order::Stopped, output::Checked, pieces::Division, source::Source};

impl Check {
    /// Reads an input to its end, or until the result is known.
    pub(super) fn validate(
        &self, path: &Path, mut input: Source, setting: Option<Setting>, reporter: &mut Reporter<'_>,
        buffer: &mut Vec<u8>,
    ) -> Result<Checked, Stopped> {
        let len_to_divide =
            input.file().filter(|_| setting.is_none()).and_then(|file| self.len_to_divide(file));
        if let (Some(file), Some(len)) = (input.file(), len_to_divide)
            && self.whole_machine.try_lock().is_ok_and(|_lock| self.division(file, len).is_valid())
        {
            let tally = match input.peek() {
                Ok(_) => Tally { bytes: len, ..Tally::default() },
                Err(error) => Tally { failure: Some(error), ..Tally::default() },
            };
            return Ok(Checked { hint: self.hint(path, &input, &tally), ..Checked::new(tally) });
        }

        reporter.set(setting);
        let sizes = if input.file().is_some() { self.style.sizes() } else { self.style.sizes().once() };
        let mut rest = None;
        let mut stream = Stream::new(self.choice, &mut input, sizes, buffer);
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
            if read > 0 && len_to_divide.is_some() && reporter.lists_no_more() && stream.needs_no_text() {
                rest = Some(stream.offset());
                break;
            }
        }

        let mut tally = stream.tally();
        if let (Some(from), Some(file), Some(len)) = (rest, input.file(), len_to_divide) {
            // In the rest, errors only have to be counted: with all threads, if they are free.
            let division = self.division(file, len);
            if !self.whole_machine.try_lock().is_ok_and(|_lock| division.add_rest(from, &mut tally)) {
                division.add_rest_in_order(from, &mut tally, buffer);
            }
        }
        let lints = reporter.count();
        let hint = self.hint(path, &input, &tally);
        Ok(Checked { hint, lints, ..Checked::new(tally) })
    }

    /// The length of a file that is large enough to be divided.
    fn len_to_divide(&self, file: &File) -> Option<u64> {
        let of = file.metadata().ok()?;
        // Rules need the text in order; on other systems, reading at an offset would move the file position.
        let divides =
            cfg!(unix) && self.jobs > 1 && !self.rules.exist() && of.len() / 2 >= self.args.piece_size.get();
        divides.then_some(of.len())
    }

    fn division<'a>(&'a self, file: &'a File, len: u64) -> Division<'a> {
        let Self { choice, jobs, ref args, ref progress, .. } = *self;
        Division { choice, jobs, piece: args.piece_size.get(), file, len, progress }
    }

    /// The guess at the real encoding of an input, if the output shows it.
    fn hint(&self, path: &Path, input: &Source, tally: &Tally) -> Option<Hint> {
        let checked = hint::Checked { path, head: input.head(), tally, file: input.file() };
        self.style.sizes().sample.then(|| checked.hint()).flatten()
    }
}
