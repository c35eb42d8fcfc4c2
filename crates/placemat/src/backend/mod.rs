//! Which kernels there are, which one runs, and how to have a say in it.
//!
//! The first call that judges a non-empty input chooses the best backend that this machine can run, and the choice
//! stays. Whoever wants another one says so before that:
//!
//! ```
//! use placemat::backend;
//!
//! let scalar = backend::by_name("scalar")?;
//! match backend::install(scalar) {
//!     Ok(()) => assert_eq!(backend::active().entry.name(), "scalar"),
//!     // The program was compiled for another one, or somebody was quicker.
//!     Err(error) => println!("{error}"),
//! }
//! # Ok::<(), backend::NotFound>(())
//! ```
//!
//! A single backend can also be called directly, without the registry:
//!
//! ```
//! use placemat::backend::{self, Validate};
//!
//! for entry in backend::all() {
//!     match entry.get() {
//!         Ok(kernel) => assert_eq!(kernel.validate(b"same \xFF").unwrap_err().valid_up_to(), 5),
//!         Err(missing) => println!("{missing}"),
//!     }
//! }
//! ```

mod dispatch;
mod entry;
mod registry;

pub use dispatch::{Active, InstallError, Why, active, install};
pub use entry::Entry;
pub use placemat_core::{Backend, Info, Missing, Scan, Validate};
pub use registry::{Known, NotFound, all, by_name, known};

pub(crate) use dispatch::scan;
