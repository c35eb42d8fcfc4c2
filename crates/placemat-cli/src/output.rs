//! What the user reads: the form of the report.

mod human;
mod json;
mod palette;
mod report;
mod totals;
mod why;

pub(crate) use totals::{End, Totals};

use crate::{
    args::{CheckArgs, Format},
    stream::{Finding, Sizes},
    text::Name,
};
use human::Human;
use json::Json;
use palette::Palette;

/// How the output looks.
pub(crate) struct Style {
    format: Format,
    quiet: bool,
    /// At most this many errors are listed for each input.
    most: u64,
    palette: Palette,
}

impl Style {
    pub(crate) fn new(args: &CheckArgs) -> Self {
        Self {
            format: args.format,
            quiet: args.quiet,
            most: if args.max_errors == 0 { u64::MAX } else { args.max_errors },
            palette: Palette::for_stdout(),
        }
    }

    /// The listing of one input.
    pub(crate) fn listing<'a>(&'a self, name: Name<'a>, backend: &'static str) -> Listing<'a> {
        match self.format {
            _ if self.quiet => Listing::Quiet(name),
            Format::Human => Listing::Human(Human::new(name, &self.palette, self.most)),
            Format::Json => Listing::Json(Json::new(name, backend, self.most)),
        }
    }

    /// How much a listing needs around an error.
    pub(crate) fn sizes(&self) -> Sizes {
        match self.format {
            _ if self.quiet => Sizes::COUNT,
            Format::Human => report::SIZES,
            Format::Json => Sizes::PLAIN,
        }
    }

    /// Whether to print remarks that do not affect the exit status.
    pub(crate) fn shows_remarks(&self) -> bool {
        !self.quiet
    }

    /// The last line.
    pub(crate) fn summary(&self, totals: &Totals, backend: &str) -> Vec<u8> {
        if self.quiet || self.format == Format::Json {
            return Vec::new();
        }
        human::summary(totals, backend, &self.palette).into_bytes()
    }
}

/// What is written about one input while it is checked.
pub(crate) enum Listing<'a> {
    Quiet(Name<'a>),
    Human(Human<'a>),
    Json(Json<'a>),
}

impl<'a> Listing<'a> {
    pub(crate) fn name(&self) -> Name<'a> {
        match self {
            Self::Quiet(name) => *name,
            Self::Human(human) => human.name(),
            Self::Json(json) => json.name(),
        }
    }

    /// Whether another error would be listed.
    pub(crate) fn wants_more(&self) -> bool {
        match self {
            Self::Quiet(_) => false,
            Self::Human(human) => human.wants_more(),
            Self::Json(json) => json.wants_more(),
        }
    }

    /// Lists an error, if more are wanted.
    pub(crate) fn found(&mut self, finding: &Finding<'_>, text: &mut Vec<u8>) {
        match self {
            Self::Quiet(_) => {}
            Self::Human(human) => human.found(finding, text),
            Self::Json(json) => json.found(finding, text),
        }
    }

    /// Ends the listing.
    pub(crate) fn end(self, end: &End, text: &mut Vec<u8>) {
        match self {
            Self::Quiet(_) => {}
            Self::Human(human) => human.end(end, text),
            Self::Json(json) => json.end(end, text),
        }
    }
}
