//! Which backend judges: the one that calls are dispatched to, or one that a caller named.

use placemat_core::{Utf8Error, Validate};

use crate::{backend::Handle, validate};

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
}
