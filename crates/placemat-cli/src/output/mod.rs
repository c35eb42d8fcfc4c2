//! What the user gets to read.

mod human;
mod json;
mod name;
mod palette;
mod report;
mod why;

use std::{fmt::Display, io::Write as _};

pub(crate) use name::{Name, shown};

use crate::{
    args::{CheckArgs, Format},
    check::{End, Finding, Sizes},
};
use human::Human;
use json::Json;
use name::is_harmless;
use palette::Palette;

/// How the output looks.
pub(crate) struct Style {
    format: Format,
    quiet: bool,
    /// At most so many errors are listed for each input.
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

    /// What a listing wants to see around an error.
    pub(crate) fn sizes(&self) -> Sizes {
        match self.format {
            _ if self.quiet => Sizes::COUNT,
            Format::Human => report::SIZES,
            Format::Json => Sizes::PLAIN,
        }
    }

    /// Whether remarks are welcome that have nothing to do with the exit status.
    pub(crate) fn tells(&self) -> bool {
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

/// What is written about one input, as it is checked.
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

    /// An error that is wanted.
    pub(crate) fn found(&mut self, finding: &Finding<'_>, text: &mut Vec<u8>) {
        match self {
            Self::Quiet(_) => {}
            Self::Human(human) => human.found(finding, text),
            Self::Json(json) => json.found(finding, text),
        }
    }

    /// The end of the input.
    pub(crate) fn end(self, end: &End, text: &mut Vec<u8>) {
        match self {
            Self::Quiet(_) => {}
            Self::Human(human) => human.end(end, text),
            Self::Json(json) => json.end(end, text),
        }
    }
}

/// The sums over all inputs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Totals {
    valid: u64,
    ill_formed: u64,
    unreadable: u64,
    binary: u64,
    errors: u64,
    bytes: u64,
}

impl Totals {
    pub(crate) fn add(&mut self, end: &End) {
        match end {
            End::Binary => self.binary += 1,
            End::Checked(tally) => {
                self.errors += tally.errors;
                self.bytes += tally.bytes;
                *match (&tally.failure, tally.errors) {
                    (Some(_), _) => &mut self.unreadable,
                    (None, 0) => &mut self.valid,
                    (None, _) => &mut self.ill_formed,
                } += 1;
            }
        }
    }
}

/// Says on standard error what is wrong.
pub(crate) fn complain(what: impl Display) {
    // Who closed it does not want to know.
    let _ = std::io::stderr().write_all(complaint(what).as_bytes());
}

/// A line for standard error. Parts of it come from outside, so what could hurt a terminal is escaped.
fn complaint(what: impl Display) -> String {
    let mut line = String::from("placemat: ");
    for char in what.to_string().chars() {
        if is_harmless(char) {
            line.push(char);
        } else {
            line.extend(char.escape_default());
        }
    }
    line.push('\n');
    line
}

/// A number and what there are so many of.
pub(crate) fn number(many: u64, one: &str, more: &str) -> String {
    format!("{many} {}", if many == 1 { one } else { more })
}
