//! The labels on the command line.

use std::ffi::OsStr;

use clap::{
    Arg, Command,
    builder::{PossibleValue, TypedValueParser},
    error::{ContextKind, ContextValue, ErrorKind},
};

use super::{
    Charset,
    labels::{by_label, names},
};

/// Reads the value of `--from` and `--to`.
#[derive(Clone)]
pub(crate) struct CharsetParser;

impl TypedValueParser for CharsetParser {
    type Value = Charset;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Charset, clap::Error> {
        let label = value.to_string_lossy();
        by_label(&label).map_err(|reason| {
            let arg = arg.map_or_else(String::new, ToString::to_string);
            let message = format!("{arg}: \"{}\": {reason}\n", label.escape_debug());
            let mut error = clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command);
            error.insert(ContextKind::InvalidValue, ContextValue::String(label.into_owned()));
            error
        })
    }

    /// For shell completions.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(names().map(PossibleValue::new)))
    }
}
