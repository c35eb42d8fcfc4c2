use core::fmt;

use placemat_core::{Backend, Info, Missing, Scan};

/// A backend in the registry, whether or not this machine can run it.
///
/// ```
/// for entry in placemat::backend::all() {
///     println!("{}: {}", entry.name(), entry.info().summary());
/// }
/// ```
pub struct Entry {
    info: &'static Info,
    get: fn() -> Result<&'static dyn Backend, Missing>,
    #[allow(dead_code, reason = "where the build fixes the backend, nothing is dispatched")]
    scan: unsafe fn(&[u8]) -> Scan,
}

impl Entry {
    /// An entry for a backend from elsewhere, for [`install`](super::install).
    ///
    /// `scan` is what dispatched calls go to: a function that is compiled for the backend's processor features
    /// costs one call less than a method of a trait object.
    ///
    /// # Safety
    ///
    /// - Every answer of `scan` obeys the contract of [`Scan`]: placemat makes `&str` from what it calls clean,
    ///   and from what lies before a suspicion.
    /// - `scan` may be called with any slice as soon as `get` has returned `Ok` in this process.
    /// - `get` returns the same every time, and what it returns answers as `scan` does.
    ///
    /// ```
    /// use placemat::backend::{self, Backend, Entry, Info, Scan};
    ///
    /// struct Careful;
    ///
    /// impl Careful {
    ///     const INFO: Info = Info::new("careful", "the standard library, as an outside backend");
    ///     fn judge(bytes: &[u8]) -> Scan {
    ///         match core::str::from_utf8(bytes) {
    ///             Ok(_) => Scan::Clean,
    ///             Err(error) => Scan::Suspect { from: error.valid_up_to() },
    ///         }
    ///     }
    /// }
    ///
    /// impl Backend for Careful {
    ///     fn info(&self) -> &'static Info {
    ///         &Self::INFO
    ///     }
    ///     fn scan(&self, bytes: &[u8]) -> Scan {
    ///         Self::judge(bytes)
    ///     }
    /// }
    ///
    /// // SAFETY: `judge` asks the standard library, whose answers have this form, and runs everywhere.
    /// static CAREFUL: Entry = unsafe { Entry::new(&Careful::INFO, || Ok(&Careful), Careful::judge) };
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
        get: fn() -> Result<&'static dyn Backend, Missing>,
        scan: unsafe fn(&[u8]) -> Scan,
    ) -> Self {
        Self { info, get, scan }
    }

    /// The backend's name, as users type it.
    ///
    /// ```
    /// assert!(placemat::backend::all().iter().any(|entry| entry.name() == "scalar"));
    /// ```
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.info.name()
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
        self.info
    }

    /// The backend itself, to be called directly, if this machine can run it.
    ///
    /// # Errors
    ///
    /// The first processor feature that is missing.
    ///
    /// ```
    /// use placemat::backend::{self, Validate};
    ///
    /// let scalar = backend::by_name("scalar")?.get()?;
    /// assert!(scalar.validate(b"direct").is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get(&self) -> Result<&'static dyn Backend, Missing> {
        (self.get)()
    }

    /// Judges `bytes`.
    ///
    /// # Safety
    ///
    /// [`get`](Self::get) has returned `Ok` in this process.
    #[allow(dead_code, reason = "where the build fixes the backend, nothing is dispatched")]
    #[inline]
    pub(super) unsafe fn scan(&self, bytes: &[u8]) -> Scan {
        // SAFETY: `get` has returned `Ok`, which is what `Entry::new` was promised to suffice.
        unsafe { (self.scan)(bytes) }
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("info", self.info).finish_non_exhaustive()
    }
}
