//! Values of options that are names.

use std::ffi::OsStr;

use clap::{
    Arg, Command, Error,
    builder::{PossibleValue, TypedValueParser},
    error::{ContextKind, ContextValue, ErrorKind},
};

/// Reads a name, and tells shells which names there are.
#[derive(Clone)]
pub(super) struct Named<T> {
    /// What a name means, or why it means nothing.
    pub(super) read: fn(&str) -> Result<T, String>,
    pub(super) all: fn() -> Vec<PossibleValue>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let name = value.to_string_lossy();
        (self.read)(&name).map_err(|reason| {
            // Of clap's kinds of error, this one adds a tip at the end. The message itself is ours.
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
