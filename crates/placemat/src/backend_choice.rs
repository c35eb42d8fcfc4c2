//! Which backend a call uses: the active one, or one that the caller named.

use placemat_core::{Context, ConvertFn, Items, Scan, Tally, Utf8Error, convert::Progress};

use crate::backend::columns::{Column, TALLY};
use crate::backend::{self, Handle};
use crate::validate;

#[derive(Clone, Copy, Debug, Default)]
// Public, but not exported: a method of `ConvertsTo` has it in its signature.
pub enum BackendChoice {
    #[default]
    Dispatched,
    Named(Handle),
}

impl BackendChoice {
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

    /// The bytes as text, if they are valid.
    #[inline]
    pub(crate) fn text(self, bytes: &[u8]) -> Option<&str> {
        // SAFETY: a backend of the registry, which is trusted, has found the bytes valid.
        (self.scan(bytes) == Scan::Clean).then(|| unsafe { core::str::from_utf8_unchecked(bytes) })
    }

    /// Copies the text before the first error, if the backend can.
    #[inline]
    pub(crate) fn copy(self, bytes: &[u8], dst: &mut [core::mem::MaybeUninit<u8>]) -> Option<usize> {
        match self {
            Self::Dispatched => backend::copy(bytes, dst),
            Self::Named(backend) => backend.copy(bytes, dst),
        }
    }

    /// Computes the items of 64 bytes.
    #[inline]
    pub(crate) fn items(self, context: &Context) -> Items {
        match self {
            Self::Dispatched => backend::items(context),
            Self::Named(backend) => backend.items(context),
        }
    }

    /// Converts with the backend's kernel, if it has one.
    #[inline]
    pub(crate) fn convert<S, D>(
        self, column: &Column<ConvertFn<S, D>>, source: &[S], dst: &mut [D],
    ) -> Option<Progress> {
        // An empty slice may have any address, and a masked load from an unmapped one takes 40 ns.
        if source.is_empty() {
            return Some(Progress::default());
        }
        // SAFETY: the machine has the kernel's CPU features: a handle proves it, and calls are dispatched only
        // to a backend that the machine supports.
        backend::kernel(self, column).map(|kernel| unsafe { kernel(source, dst) })
    }

    /// Measures with the backend's kernel, if it has one.
    #[inline]
    pub(crate) fn measure<U, T: Default>(
        self, column: &Column<unsafe fn(&[U]) -> T>, units: &[U],
    ) -> Option<T> {
        // As in `convert`.
        if units.is_empty() {
            return Some(T::default());
        }
        // SAFETY: as in `convert`.
        backend::kernel(self, column).map(|kernel| unsafe { kernel(units) })
    }

    /// Counts with the backend's kernel, or with portable code.
    #[inline]
    pub(crate) fn tally(self, bytes: &[u8]) -> Tally {
        self.measure(TALLY, bytes).unwrap_or_else(|| Tally::of(bytes))
    }
}
