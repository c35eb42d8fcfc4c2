//! The worker: opens one input after another, and reports on it.

use std::{fs::File, io, path::Path, sync::PoisonError};

use super::{Check, opened::Opened, reporter::Reporter};
use crate::editorconfig::{EditorConfig, Required, Setting};
use crate::order::{Channels, Output, Stopped, Target};
use crate::{args::Binary, inputs::Input, output::Ended, source::Source, status::Status, text::Name};

impl Check {
    /// Checks inputs until there are no more.
    pub(super) fn take_inputs(&self, channels: &Channels) {
        let mut buffer = Vec::new();
        let mut editorconfig = self.args.editorconfig.then(EditorConfig::new);
        while let Some((input, output)) = self.queue.next(channels) {
            if self.check(input, output, editorconfig.as_mut(), &mut buffer).is_err() {
                return;
            }
        }
    }

    fn check(
        &self, input: Input, mut output: Output<'_>, editorconfig: Option<&mut EditorConfig>,
        buffer: &mut Vec<u8>,
    ) -> Result<(), Stopped> {
        let setting = |path: &Path| match editorconfig {
            Some(editorconfig) if path.as_os_str() != "-" => editorconfig.setting(path),
            _ => Ok(None),
        };
        let (path, opened) = match input {
            Input::Stdin => {
                let path = self.args.stdin_name.clone();
                let setting = setting(&path);
                (path, setting.map(|setting| (Opened::Text(Source::STDIN), setting)))
            }
            Input::Named(path) => {
                let opened = setting(&path).and_then(|setting| {
                    Ok((self.open(&path, File::open(&path)?, Binary::Check, setting.as_ref())?, setting))
                });
                (path, opened)
            }
            Input::Found(found) => {
                let opened = setting(found.path()).and_then(|setting| {
                    Ok((self.open(found.path(), found.open()?, Binary::Skip, setting.as_ref())?, setting))
                });
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
            Ok((Opened::Text(text), Some(setting))) if setting.is_other_charset() => {
                Ended::Checked(self.check_charset(text, &setting, &mut reporter))
            }
            Ok((Opened::Text(text), setting)) => {
                Ended::Checked(self.validate(&path, text, setting, &mut reporter, buffer)?)
            }
            Ok((Opened::Skipped(end), _)) => end,
            Err(error) => Ended::failed(error),
        };
        self.totals.lock().unwrap_or_else(PoisonError::into_inner).add(&end);
        self.progress.one_more();
        reporter.finish(&end)
    }

    fn open(
        &self, path: &Path, file: File, default: Binary, setting: Option<&Setting>,
    ) -> io::Result<Opened> {
        // UTF-16 that should be UTF-16 is not binary, whatever it looks like.
        let is_wide = setting.is_some_and(|setting| matches!(setting.required, Required::Utf16(_)));
        let binary = if is_wide { Binary::Check } else { self.args.binary.unwrap_or(default) };
        Opened::new(path, file, binary)
    }
}
