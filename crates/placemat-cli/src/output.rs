//! The report formats.

mod escape;
mod folding;
mod github;
mod human;
mod json;
mod junit;
mod names;
mod palette;
mod report;
mod sarif;
mod statistics;
mod totals;
mod why;

pub(crate) use statistics::{Measures, Sums};
pub(crate) use totals::{Checked, Ended, Totals};

use std::io::{self, IsTerminal};

use crate::{
    args::{By, CheckArgs, ReportFormat},
    hint,
    lint::Lint,
    stream::{Finding, Passage, Sizes},
    text::Name,
};
use folding::Folded;
use github::Github;
use human::Human;
use json::Json;
use junit::Junit;
use names::Names;
use palette::Palette;
use sarif::Sarif;
use statistics::Counter;

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
    /// A row for each input, or for each directory.
    Statistics {
        json: bool,
        by_dir: bool,
    },
}

impl Style {
    pub(crate) fn new(args: &CheckArgs) -> Self {
        let form = if args.quiet {
            Form::Quiet
        } else if args.list {
            let end = if args.null_output { 0 } else { b'\n' };
            Form::Names { end, escaped: !args.null_output && io::stdout().is_terminal() }
        } else if args.statistics {
            Form::Statistics { json: args.format == ReportFormat::Json, by_dir: args.by == By::Dir }
        } else {
            Form::Report(args.format)
        };
        let most = args.max_errors.unwrap_or(if args.format == ReportFormat::Json { 20 } else { 3 });
        Self { form, most: if most == 0 { u64::MAX } else { most }, palette: Palette::for_stdout() }
    }

    /// The listing of one input.
    pub(crate) fn listing<'a>(&'a self, name: Name<'a>, backend: &'static str) -> Box<dyn Listing + 'a> {
        let Self { form, most, palette } = self;
        match form {
            Form::Quiet => Box::<Names>::default(),
            Form::Names { end, escaped } => Box::new(Names::new(name, *end, *escaped)),
            Form::Statistics { json, by_dir } => Box::new(Counter::new(name, *json, !by_dir)),
            Form::Report(ReportFormat::Human) => Box::new(Folded::new(Human { name, palette }, *most)),
            Form::Report(ReportFormat::Json) => Box::new(Json::new(name, backend, *most)),
            Form::Report(ReportFormat::Github) => Box::new(Folded::new(Github::new(name), *most)),
            Form::Report(ReportFormat::Sarif) => Box::new(Folded::new(Sarif::new(name), *most)),
            Form::Report(ReportFormat::Junit) => Box::new(Folded::new(Junit::new(name), *most)),
        }
    }

    /// The context of an error that a listing needs.
    pub(crate) fn sizes(&self) -> Sizes {
        match self.form {
            Form::Quiet | Form::Names { .. } | Form::Statistics { .. } => Sizes::COUNT,
            Form::Report(ReportFormat::Json) => Sizes::to_guess(hint::AFTER),
            Form::Report(_) => Sizes::to_guess(report::AFTER),
        }
    }

    /// Whether the work ends at the first input that is not UTF-8 or unreadable. Messages that do not affect the exit
    /// status are then omitted.
    pub(crate) fn is_quiet(&self) -> bool {
        matches!(self.form, Form::Quiet)
    }

    /// Whether the listing needs the whole text, in order.
    pub(crate) fn needs_text(&self) -> bool {
        matches!(self.form, Form::Statistics { .. })
    }

    /// Whether statistics are summed by directory.
    pub(crate) fn sums_dirs(&self) -> bool {
        matches!(self.form, Form::Statistics { by_dir: true, .. })
    }

    /// The text before all records.
    pub(crate) fn start(&self) -> String {
        match self.form {
            Form::Report(ReportFormat::Sarif) => sarif::start(),
            Form::Report(ReportFormat::Junit) => junit::START.into(),
            Form::Statistics { json: false, .. } => statistics::head(),
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
    pub(crate) fn summary(&self, totals: &Totals, sums: &Sums, backend: &'static str) -> Vec<u8> {
        match self.form {
            Form::Statistics { json, .. } => {
                let mut text = sums.end(json);
                if json {
                    text.extend(json::summary(totals, backend));
                }
                text
            }
            Form::Quiet | Form::Names { .. } => Vec::new(),
            Form::Report(ReportFormat::Human) => human::summary(totals, backend, &self.palette).into_bytes(),
            Form::Report(ReportFormat::Json) => json::summary(totals, backend),
            Form::Report(ReportFormat::Github) => {
                // For the log.
                human::summary(totals, backend, &Palette::default()).into_bytes()
            }
            Form::Report(ReportFormat::Sarif) => sarif::END.into(),
            Form::Report(ReportFormat::Junit) => junit::END.into(),
        }
    }
}

/// The report on one input, written while it is checked.
pub(crate) trait Listing {
    /// Whether it would list another error.
    fn wants_more(&self) -> bool {
        false
    }

    /// Lists an error, if it wants more.
    fn found(&mut self, _: &Finding<'_>, _: &mut Vec<u8>) {}

    /// Lists a broken rule.
    fn lint(&mut self, lint: &Lint, text: &mut Vec<u8>);

    /// Receives text between errors.
    fn text(&mut self, _: Passage<'_>) {}

    /// Receives an ill-formed sequence, wanted or not.
    fn invalid(&mut self, _: &[u8]) {}

    /// The statistics, at the end.
    fn measures(&mut self) -> Option<Measures> {
        None
    }

    /// Ends the listing.
    fn end(self: Box<Self>, end: &Ended, text: &mut Vec<u8>);

    /// Whether the rest of the input cannot change the listing.
    fn has_enough(&self) -> bool {
        false
    }
}
