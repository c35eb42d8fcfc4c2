//! Which backend judges: the one that calls are dispatched to, or one that a caller named.

use placemat_core::{Backend, Context, Conversion, Convert, Scan, Utf8Error, Validate, convert::Progress};

use crate::{
    backend::{self, Handle},
    validate,
};

#[derive(Clone, Copy, Debug)]
pub(crate) enum Judge {
    Dispatched,
    Named(Handle),
}

impl Judge {
    #[inline]
    pub(crate) fn validate(self, bytes: &[u8]) -> Result<(), Utf8Error> {
        match self {
            Self::Dispatched => validate(bytes),
            Self::Named(backend) => backend.validate(bytes),
        }
    }

    #[inline]
    pub(crate) fn scan(self, bytes: &[u8]) -> Scan {
        match self {
            Self::Dispatched => backend::scan(bytes),
            Self::Named(backend) => backend.scan(bytes),
        }
    }

    /// Where something is wrong with 64 octets, if the backend can say.
    #[inline]
    pub(crate) fn alarms(self, context: &Context) -> Option<u64> {
        match self {
            Self::Dispatched => backend::alarms(context),
            Self::Named(backend) => backend.alarms(context),
        }
    }

    /// Converts by a kernel, if the backend has one.
    #[inline]
    pub(crate) fn convert<S, D>(
        self,
        column: impl Fn(Conversion) -> Option<Convert<S, D>>,
        source: &[S],
        room: &mut [D],
    ) -> Option<Progress> {
        match self {
            Self::Dispatched => backend::convert(column, source, room),
            Self::Named(backend) => backend.convert(column, source, room),
        }
    }
}
