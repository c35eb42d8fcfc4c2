//! The worker: opens one input after another, and reports on it.

use std::{fs::File, io, path::Path, sync::PoisonError};

use super::{Check, reporter::Reporter};
use crate::editorconfig::{EditorConfig, Required, Setting};
use crate::order::{Channels, Output, Stopped, Target};
use crate::text::{Name, count};
use crate::{
    args::Binary, hint::Hint, inputs::Input, output::Ended, sniff::FileType, source::Source, status::Status,
};

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
                (path, setting.map(|setting| (Source::STDIN, None, setting)))
            }
            Input::Named(path) => {
                let opened = setting(&path)
                    .and_then(|setting| self.open(&path, File::open(&path)?, Binary::Check, setting));
                (path, opened)
            }
            Input::Found(found) => {
                let opened = setting(found.path())
                    .and_then(|setting| self.open(found.path(), found.open()?, Binary::Skip, setting));
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
            Ok((_, Some(end), _)) => end,
            Ok((text, None, Some(setting))) if setting.is_other_charset() => {
                Ended::Checked(self.check_charset(text, &setting, &mut reporter))
            }
            Ok((text, None, setting)) => {
                Ended::Checked(self.validate(&path, text, setting, &mut reporter, buffer)?)
            }
            Err(error) => Ended::failed(error),
        };
        self.totals.lock().unwrap_or_else(PoisonError::into_inner).add(&end);
        self.progress.one_more();
        reporter.finish(&end)
    }

    /// Opens a file. If it is not to be checked, because of its first bytes, the outcome is known.
    fn open(
        &self, path: &Path, file: File, default: Binary, setting: Option<Setting>,
    ) -> io::Result<(Source, Option<Ended>, Option<Setting>)> {
        // UTF-16 that should be UTF-16 is not binary, whatever it looks like.
        let is_wide = matches!(setting, Some(Setting { required: Required::Utf16(_), .. }));
        let binary = if is_wide { Binary::Check } else { self.args.binary.unwrap_or(default) };
        let mut input = Source::new(file)?;
        let found = if binary == Binary::Check { FileType::Text } else { FileType::of(input.peek()?) };
        let end = match found {
            FileType::Text => None,
            FileType::Binary => Some(Ended::Binary { listed: binary == Binary::List }),
            FileType::Utf16 { little_endian } => {
                let bytes = count(input.head().len());
                Some(Ended::Utf16 { hint: Hint::utf16(little_endian, path, input.file()), bytes })
            }
        };
        Ok((input, end, setting))
    }
}
