//! Values of options that are names.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};

/// Parses a name, and lists the valid names for shells.
#[derive(Clone)]
pub(super) struct Named<T> {
    /// Returns the meaning of a name, or an error message.
    pub(super) read: fn(&str) -> Result<T, String>,
    pub(super) all: fn() -> Vec<PossibleValue>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let name = value.to_string_lossy();
        (self.read)(&name).map_err(|reason| {
            // This one of clap's error kinds appends a tip. The message itself is ours.
            let arg = arg.map_or_else(String::new, ToString::to_string);
            let message = format!("{arg}: {reason}\n");
            let mut error = Error::raw(ErrorKind::ValueValidation, message).with_cmd(command);
            error.insert(ContextKind::InvalidValue, ContextValue::String(name.into_owned()));
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.all)().into_iter()))
    }
}
