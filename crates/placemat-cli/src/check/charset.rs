//! Inputs that `.editorconfig` requires to be in another encoding than UTF-8.

use std::io::{self, Read};

use placemat::bom::{self, Form};
use placemat::stream::Validator;

use super::{Check, reporter::Reporter};
use crate::charset::{Charset, Order};
use crate::conversion::{self, Plan, Stop};
use crate::editorconfig::{Required, Setting};
use crate::lint::{Fix, Lint, Place, Rule};
use crate::{
    output::Checked, progress::Progress, sniff::FileType, source::Source, stream::Tally, text::count,
};

impl Check {
    /// Reads an input to its end.
    pub(super) fn check_charset(
        &self, input: Source, setting: &Setting, reporter: &mut Reporter<'_>,
    ) -> Checked {
        let mut input = Watched {
            input,
            progress: &self.progress,
            len: 0,
            least: 0xFF,
            most: 0,
            validator: Some(Validator::new()),
        };
        let read = match setting.required {
            Required::Utf16(order) => {
                let plan = Plan::strict(Charset::Utf16(Some(order)), Charset::Utf8);
                conversion::run(plan, &mut input, &mut io::sink()).map(drop)
            }
            _ => Ok(()),
        };
        let rest = io::copy(&mut input, &mut io::sink());
        let mut tally = Tally { bytes: input.len, ..Tally::default() };
        let lint = match (read, rest) {
            (Err(Stop::Read(error)), _) | (_, Err(error)) => {
                tally.failure = Some(error);
                None
            }
            (read, Ok(_)) => input.mismatch(setting.required, read),
        };
        if let Some((place, len, what, fix)) = lint {
            let rule = Rule::Charset { what, len, setting: setting.clone(), fix };
            reporter.list(Lint { place, rule });
        }
        let lints = reporter.count();
        Checked { charset: Some(setting.required.name()), lints, ..Checked::new(tally) }
    }
}

/// A reader that remembers what it has read.
struct Watched<'a> {
    input: Source,
    progress: &'a Progress,
    /// The number of bytes read.
    len: u64,
    /// The least and the greatest byte.
    least: u8,
    most: u8,
    /// `None` if they are not UTF-8.
    validator: Option<Validator>,
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        let bytes = &buffer[..read];
        self.len += count(read);
        self.least = bytes.iter().copied().fold(self.least, u8::min);
        self.most = bytes.iter().copied().fold(self.most, u8::max);
        self.validator.take_if(|validator| validator.feed(bytes).is_err());
        self.progress.passed(read);
        Ok(read)
    }
}

impl Watched<'_> {
    /// Where and why the input is not in the required encoding, and what converts it. `read` is the result of decoding.
    fn mismatch(
        &mut self, required: Required, read: Result<(), Stop>,
    ) -> Option<(Place, u64, String, Option<Fix>)> {
        let is_utf8 = self.validator.take_if(|validator| validator.finish().is_ok()).is_some();
        let form = bom::detect(self.input.head()).filter(|form| *form != Form::Utf8);
        let expected = match required {
            Required::Utf16(Order::Little) => Some(Form::Utf16Le),
            Required::Utf16(Order::Big) => Some(Form::Utf16Be),
            _ => None,
        };
        if let Some(form) = form.filter(|form| Some(*form) != expected) {
            let what = format!("the input begins with the byte order mark of {}", form.name());
            return Some((Place::START, 0, what, None));
        }
        let found = match (required, FileType::of(self.input.head())) {
            (Required::Utf16(Order::Big), FileType::Utf16 { little_endian: true }) => {
                Some(("UTF-16LE", Some("convert --from utf-16le --to utf-16be")))
            }
            (Required::Utf16(Order::Little), FileType::Utf16 { little_endian: false }) => {
                Some(("UTF-16BE", Some("convert --from utf-16be --to utf-16le")))
            }
            (Required::Latin1, FileType::Utf16 { .. }) => Some(("UTF-16", None)),
            // Text that is UTF-8 by chance would be a series of accented letters and signs. Up to U+00FF the first byte
            // is C2 or C3.
            (Required::Latin1, _) if is_utf8 && self.most > 0x7F => {
                Some(("UTF-8", (self.most <= 0xC3).then_some("convert --to latin1")))
            }
            // UTF-16 has a NUL for each space and each line feed.
            (Required::Utf16(order), _) if is_utf8 && self.len > 0 && self.least > 0 => match order {
                Order::Little => Some(("UTF-8", Some("convert --to utf-16le"))),
                Order::Big => Some(("UTF-8", Some("convert --to utf-16be"))),
            },
            _ => None,
        };
        if let Some((name, command)) = found {
            let fix = command.map(|command| Fix { command, does: "converts it" });
            return Some((Place::START, 0, format!("the input is {name}"), fix));
        }
        match (required, read) {
            (Required::Utf16(_), Err(Stop::Problem(problem))) => {
                let place = Place { offset: problem.offset.unwrap_or(0), position: problem.position };
                Some((place, problem.len(), problem.what.to_string(), None))
            }
            _ => None,
        }
    }
}
