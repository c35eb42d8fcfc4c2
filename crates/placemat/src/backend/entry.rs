use core::fmt;

use placemat_core::{Backend, Context, Info, Items, Scan, UnsupportedError, Utf8Error, Validate, Validation};

use super::columns;
use super::registry::{DESCRIPTIONS, Description, VALIDATIONS};

/// A backend in the registry, whether or not this machine supports it.
///
/// ```
/// for entry in placemat::backend::all() {
///     println!("{}: {}", entry.name(), entry.info().summary());
/// }
/// ```
pub struct Entry {
    scan: unsafe fn(&[u8]) -> Scan,
    pub(super) rest: Kernels,
}

/// Where the functions other than `scan` are.
pub(super) enum Kernels {
    /// In this row of the registry's tables, so that a program links only the tables that it uses: one that
    /// only validates links none of them.
    Row(usize),
    /// In the entry itself; it has the validation functions only.
    Here(Description, Validation),
}

impl Entry {
    /// Creates an entry for a backend from another crate, for [`install`](super::install).
    ///
    /// # Safety
    ///
    /// - Every result of the functions in `validation` obeys the contracts of [`Scan`] and [`Validation`]:
    ///   placemat creates a `&str` from clean input, from input before a suspect position, from valid items,
    ///   and from copied text.
    /// - The functions may be called with any slice once `detect` has returned `Ok` in this process.
    /// - `detect` always returns the same result.
    ///
    /// ```
    /// use placemat::backend::{self, Entry, Info, Scan, Validation};
    ///
    /// const INFO: Info = Info::new("careful", "the standard library, as an outside backend");
    ///
    /// fn scan(bytes: &[u8]) -> Scan {
    ///     match core::str::from_utf8(bytes) {
    ///         Ok(_) => Scan::Clean,
    ///         Err(error) => Scan::Suspect { from: error.valid_up_to() },
    ///     }
    /// }
    ///
    /// // SAFETY: `scan` asks the standard library, whose answers have this form, and runs everywhere.
    /// static CAREFUL: Entry = unsafe { Entry::new(&INFO, || Ok(()), Validation::new(scan)) };
    ///
    /// match backend::install(&CAREFUL) {
    ///     Ok(()) => assert_eq!(backend::active().entry.name(), "careful"),
    ///     Err(error) => println!("{error}"),
    /// }
    /// assert!(placemat::from_utf8(b"through the outside backend, perhaps").is_ok());
    /// ```
    #[must_use]
    pub const unsafe fn new(
        info: &'static Info, detect: fn() -> Result<(), UnsupportedError>, validation: Validation,
    ) -> Self {
        Self { scan: validation.scan(), rest: Kernels::Here(Description { info, detect }, validation) }
    }

    /// Creates the entry of row `row` of the registry.
    ///
    /// # Safety
    ///
    /// As for [`new`](Self::new), for the functions in this row of the registry's tables.
    pub(super) const unsafe fn of_row(row: usize) -> Self {
        Self { scan: VALIDATIONS[row].scan(), rest: Kernels::Row(row) }
    }

    /// The backend's name, as users type it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.info().name()
    }

    /// The backend's name, description and required CPU features.
    ///
    /// ```
    /// let scalar = placemat::backend::by_name("scalar")?;
    /// assert!(scalar.info().features().is_empty(), "it runs everywhere");
    /// # Ok::<(), placemat::backend::NotFoundError>(())
    /// ```
    #[must_use]
    pub const fn info(&self) -> &'static Info {
        self.description().info
    }

    /// Returns a handle to call the backend directly, if this machine supports it.
    ///
    /// # Errors
    ///
    /// The first CPU feature that is missing.
    ///
    /// ```
    /// let scalar = placemat::backend::by_name("scalar")?.get()?;
    /// assert!(scalar.validate(b"direct").is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get(&'static self) -> Result<Handle, UnsupportedError> {
        (self.description().detect)()?;
        Ok(Handle(self))
    }

    const fn description(&self) -> Description {
        match self.rest {
            Kernels::Row(row) => DESCRIPTIONS[row],
            Kernels::Here(description, _) => description,
        }
    }

    /// Validates `bytes`.
    ///
    /// # Safety
    ///
    /// [`get`](Self::get) has returned `Ok` in this process.
    #[inline]
    pub(super) unsafe fn scan(&self, bytes: &[u8]) -> Scan {
        // SAFETY: `get` has returned `Ok`, so `detect` has; the caller of `Entry::new` promised that this suffices.
        unsafe { (self.scan)(bytes) }
    }

    /// Copies text; see [`Validation::with_copy`].
    ///
    /// # Safety
    ///
    /// [`get`](Self::get) has returned `Ok` in this process.
    #[inline]
    pub(super) unsafe fn copy(&self, bytes: &[u8], dst: &mut [core::mem::MaybeUninit<u8>]) -> Option<usize> {
        let copy = match self.rest {
            Kernels::Row(row) => columns::COPY.0[row],
            Kernels::Here(_, validation) => validation.copy(),
        };
        // SAFETY: as in `scan`.
        copy.map(|copy| unsafe { copy(bytes, dst) })
    }

    /// Computes the items of 64 bytes; see [`Validation::with_items`].
    ///
    /// # Safety
    ///
    /// [`get`](Self::get) has returned `Ok` in this process.
    #[inline]
    pub(super) unsafe fn items(&self, context: &Context) -> Items {
        let items = match self.rest {
            Kernels::Row(row) => columns::ITEMS.0[row].unwrap_or(Items::of),
            Kernels::Here(_, validation) => validation.items(),
        };
        // SAFETY: as in `scan`.
        unsafe { items(context) }
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("info", self.info()).finish_non_exhaustive()
    }
}

/// A backend that this machine supports, returned by [`Entry::get`].
///
/// ```
/// let handle = placemat::backend::by_name("scalar")?.get()?;
/// assert_eq!(handle.info().name(), "scalar");
/// assert_eq!(handle.validate(b"ok \xFF").unwrap_err().valid_up_to(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Handle(&'static Entry);

impl Handle {
    /// The entry that this handle came from.
    #[must_use]
    pub const fn entry(self) -> &'static Entry {
        self.0
    }

    /// The backend's name, description and required CPU features.
    #[must_use]
    pub const fn info(self) -> &'static Info {
        self.0.info()
    }

    /// Validates that `bytes` are UTF-8 (RFC 3629, section 4), like [`validate`](crate::validate).
    ///
    /// # Errors
    ///
    /// The first error.
    #[inline]
    pub fn validate(self, bytes: &[u8]) -> Result<(), Utf8Error> {
        Validate::validate(&self, bytes)
    }

    /// Validates `bytes` without locating the error exactly; see [`Scan`].
    #[must_use]
    #[inline]
    pub fn scan(self, bytes: &[u8]) -> Scan {
        // SAFETY: only `get` creates handles.
        unsafe { self.0.scan(bytes) }
    }

    /// Computes the items of 64 bytes; see [`Validation::with_items`].
    #[inline]
    pub(crate) fn items(self, context: &Context) -> Items {
        // SAFETY: only `get` creates handles.
        unsafe { self.0.items(context) }
    }

    /// Copies text; see [`Validation::with_copy`].
    #[inline]
    pub(crate) fn copy(self, bytes: &[u8], dst: &mut [core::mem::MaybeUninit<u8>]) -> Option<usize> {
        // SAFETY: only `get` creates handles.
        unsafe { self.0.copy(bytes, dst) }
    }
}

impl Backend for Handle {
    fn info(&self) -> &'static Info {
        self.0.info()
    }

    #[inline]
    fn scan(&self, bytes: &[u8]) -> Scan {
        (*self).scan(bytes)
    }
}
