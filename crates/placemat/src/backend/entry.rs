use core::fmt;

use placemat_core::{
    Backend, Context, Info, Items, Scan, UnsupportedFeature, Utf8Error, Validate, Validation,
};

use super::{
    columns::{self, Column},
    registry::{DESCRIPTIONS, Description, VALIDATIONS},
};

/// A backend in the registry, whether or not this machine can run it.
///
/// ```
/// for entry in placemat::backend::all() {
///     println!("{}: {}", entry.name(), entry.info().summary());
/// }
/// ```
pub struct Entry {
    scan: unsafe fn(&[u8]) -> Scan,
    rest: Kernels,
}

/// Where everything other than `scan` is.
enum Kernels {
    /// In this row of the registry's tables, and not in the entry, so that a program links only those that it
    /// uses: one that only validates links none of them.
    Row(usize),
    /// In the entry itself, whose functions are those for validation and no other family.
    Here(Description, Validation),
}

impl Entry {
    /// An entry for a backend from elsewhere, for [`install`](super::install).
    ///
    /// # Safety
    ///
    /// - Every answer of the functions in `validation` obeys its contract, that of [`Scan`] and those of
    ///   [`Validation`]: placemat makes `&str` from what is called clean, from what lies before a suspicion,
    ///   from valid items, and from what has been copied.
    /// - The functions may be called with any slice as soon as `detect` has returned `Ok` in this process.
    /// - `detect` returns the same every time.
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
        info: &'static Info,
        detect: fn() -> Result<(), UnsupportedFeature>,
        validation: Validation,
    ) -> Self {
        Self { scan: validation.scan(), rest: Kernels::Here(Description { info, detect }, validation) }
    }

    /// The entry of a row of the registry.
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

    /// The backend's name, what it is, and what it needs.
    ///
    /// ```
    /// let scalar = placemat::backend::by_name("scalar")?;
    /// assert!(scalar.info().features().is_empty(), "it runs everywhere");
    /// # Ok::<(), placemat::backend::NotFound>(())
    /// ```
    #[must_use]
    pub const fn info(&self) -> &'static Info {
        self.description().info
    }

    /// The backend itself, to be called directly, if this machine can run it.
    ///
    /// # Errors
    ///
    /// The first processor feature that is missing.
    ///
    /// ```
    /// let scalar = placemat::backend::by_name("scalar")?.get()?;
    /// assert!(scalar.validate(b"direct").is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get(&'static self) -> Result<Handle, UnsupportedFeature> {
        (self.description().detect)()?;
        Ok(Handle(self))
    }

    const fn description(&self) -> Description {
        match self.rest {
            Kernels::Row(row) => DESCRIPTIONS[row],
            Kernels::Here(description, _) => description,
        }
    }

    /// Its kernel in this column, if it has one. To be called only if [`get`](Self::get) has returned `Ok`. A
    /// backend from elsewhere has none.
    #[inline]
    pub(crate) fn kernel<K: Copy>(&self, column: &Column<K>) -> Option<K> {
        match self.rest {
            Kernels::Row(row) => column.get(row),
            Kernels::Here(..) => None,
        }
    }

    /// Validates `bytes`.
    ///
    /// # Safety
    ///
    /// [`get`](Self::get) has returned `Ok` in this process.
    #[inline]
    pub(super) unsafe fn scan(&self, bytes: &[u8]) -> Scan {
        // SAFETY: `get` has returned `Ok`, so `detect` has, which `Entry::new` was promised to suffice.
        unsafe { (self.scan)(bytes) }
    }

    /// Copies text; see [`Validation::with_copy`].
    ///
    /// # Safety
    ///
    /// [`get`](Self::get) has returned `Ok` in this process.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(super) unsafe fn copy(&self, bytes: &[u8], dst: &mut [core::mem::MaybeUninit<u8>]) -> Option<usize> {
        let copy = match self.rest {
            Kernels::Row(row) => columns::COPY.get(row),
            Kernels::Here(_, validation) => validation.copy(),
        };
        // SAFETY: as in `scan`.
        copy.map(|copy| unsafe { copy(bytes, dst) })
    }

    /// The items of 64 bytes; see [`Validation::with_items`].
    ///
    /// # Safety
    ///
    /// [`get`](Self::get) has returned `Ok` in this process.
    #[inline]
    pub(super) unsafe fn items(&self, context: &Context) -> Items {
        let items = match self.rest {
            Kernels::Row(row) => columns::ITEMS.get(row).unwrap_or(Items::of),
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

/// A backend of the registry that this machine can run: what [`Entry::get`] returns, and the proof that it
/// has been asked.
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
    /// Where it stands in the registry, or what was installed.
    #[must_use]
    pub const fn entry(self) -> &'static Entry {
        self.0
    }

    /// The backend's name, what it is, and what it needs.
    #[must_use]
    pub const fn info(self) -> &'static Info {
        self.0.info()
    }

    /// Whether `bytes` are valid UTF-8 (RFC 3629, section 4), as [`validate`](crate::validate).
    ///
    /// # Errors
    ///
    /// The first error.
    #[inline]
    pub fn validate(self, bytes: &[u8]) -> Result<(), Utf8Error> {
        Validate::validate(&self, bytes)
    }

    /// Validates `bytes`, without the exact place of an error; see [`Scan`].
    #[must_use]
    #[inline]
    pub fn scan(self, bytes: &[u8]) -> Scan {
        // SAFETY: there is no handle but from `get`.
        unsafe { self.0.scan(bytes) }
    }

    /// The items of 64 bytes; see [`Validation::with_items`].
    #[inline]
    pub(crate) fn items(self, context: &Context) -> Items {
        // SAFETY: there is no handle but from `get`.
        unsafe { self.0.items(context) }
    }

    /// Copies text; see [`Validation::with_copy`].
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn copy(self, bytes: &[u8], dst: &mut [core::mem::MaybeUninit<u8>]) -> Option<usize> {
        // SAFETY: there is no handle but from `get`.
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
