//! The report formats.

mod escape;
mod github;
mod human;
mod json;
mod listing;
mod names;
mod palette;
mod report;
mod sarif;
mod totals;

pub(crate) use listing::Listing;
pub(crate) use palette::Palette;
pub(crate) use totals::{Checked, Ended, Totals};

use std::io::{self, IsTerminal};

use crate::args::{CheckArgs, ReportFormat};
use crate::{hint, stream::Sizes, text::Name};
use github::Github;
use human::Human;
use json::Json;
use listing::Format;
use names::Names;
use report::Unit;
use sarif::Sarif;

/// The style of the output.
pub(crate) struct Style {
    form: Form,
    /// The maximum number of errors listed for each input.
    most: u64,
    palette: Palette,
}

#[derive(Clone, Copy)]
enum Form {
    Quiet,
    /// Names that end with this byte, and may have to be escaped.
    Names {
        end: u8,
        escaped: bool,
    },
    Report(ReportFormat),
}

impl Style {
    pub(crate) fn new(args: &CheckArgs) -> Self {
        let form = if args.quiet {
            Form::Quiet
        } else if args.list {
            let end = if args.null_output { 0 } else { b'\n' };
            Form::Names { end, escaped: !args.null_output && io::stdout().is_terminal() }
        } else {
            Form::Report(args.format)
        };
        let most = match (form, args.max_errors) {
            (Form::Report(_), Some(0)) => u64::MAX,
            (Form::Report(_), Some(most)) => most,
            (Form::Report(ReportFormat::Json), None) => 20,
            (Form::Report(_), None) => 3,
            _ => 0,
        };
        Self { form, most, palette: Palette::for_stdout(args.color) }
    }

    /// The listing of one input.
    pub(crate) fn listing<'a>(&'a self, name: Name<'a>, backend: &'static str) -> Listing<'a> {
        let palette = &self.palette;
        let (unit, format): (_, Box<dyn Format>) = match self.form {
            Form::Quiet => (Unit::Error, Box::new(Names::QUIET)),
            Form::Names { end, escaped } => (Unit::Error, Box::new(Names::new(name, end, escaped))),
            Form::Report(ReportFormat::Json) => (Unit::Error, Box::new(Json { name, backend })),
            Form::Report(ReportFormat::Human) => (Unit::Group, Box::new(Human { name, palette })),
            Form::Report(ReportFormat::Github) => (Unit::Group, Box::new(Github::new(name))),
            Form::Report(ReportFormat::Sarif) => (Unit::Group, Box::new(Sarif::new(name))),
        };
        Listing::new(format, unit, self.most)
    }

    /// The context of an error that the listing needs.
    pub(crate) fn sizes(&self) -> Sizes {
        match self.form {
            Form::Quiet | Form::Names { .. } => Sizes::COUNT,
            Form::Report(ReportFormat::Json) => Sizes::to_guess(hint::AFTER),
            Form::Report(_) => Sizes::to_guess(report::AFTER),
        }
    }

    /// Whether the work ends at the first input that is not UTF-8 or unreadable. Messages that do not affect the exit
    /// status are then omitted.
    pub(crate) fn is_quiet(&self) -> bool {
        matches!(self.form, Form::Quiet)
    }

    /// Whether the first problem of an input is enough.
    pub(crate) fn stops_at_first(&self) -> bool {
        matches!(self.form, Form::Quiet | Form::Names { .. })
    }

    /// The text before all records.
    pub(crate) fn start(&self) -> String {
        match self.form {
            Form::Report(ReportFormat::Sarif) => sarif::start(),
            _ => String::new(),
        }
    }

    /// The separator between two records. Each record begins with it, except for the first.
    pub(crate) fn separator(&self) -> &'static str {
        match self.form {
            Form::Report(ReportFormat::Sarif) => sarif::SEPARATOR,
            _ => "",
        }
    }

    /// The text after all records.
    pub(crate) fn summary(&self, totals: &Totals, backend: &'static str) -> Vec<u8> {
        match self.form {
            Form::Quiet | Form::Names { .. } => Vec::new(),
            Form::Report(ReportFormat::Human) => human::summary(totals, backend, &self.palette).into_bytes(),
            Form::Report(ReportFormat::Json) => json::summary(totals, backend),
            Form::Report(ReportFormat::Github) => {
                // For the log.
                human::summary(totals, backend, &Palette::default()).into_bytes()
            }
            Form::Report(ReportFormat::Sarif) => sarif::END.into(),
        }
    }
}
