//! Lists the backends, shows which one is active, and selects one.
//!
//! The first call that validates a non-empty input chooses the best backend that this machine supports; the
//! choice is permanent. To use another one, install it before that call:
//!
//! ```
//! use placemat::backend;
//!
//! let scalar = backend::by_name("scalar")?;
//! match backend::install(scalar) {
//!     Ok(()) => assert_eq!(backend::active().entry.name(), "scalar"),
//!     // The program was compiled for another one, or a call came first.
//!     Err(error) => println!("{error}"),
//! }
//! # Ok::<(), backend::NotFoundError>(())
//! ```
//!
//! You can also call a backend directly, without changing the active one:
//!
//! ```
//! for entry in placemat::backend::all() {
//!     match entry.get() {
//!         Ok(kernel) => assert_eq!(kernel.validate(b"same \xFF").unwrap_err().valid_up_to(), 5),
//!         Err(missing) => println!("{missing}"),
//!     }
//! }
//! ```

pub(crate) mod columns;
mod dispatch;
mod entries;
mod entry;
mod known;
mod list;
mod registry;

pub use dispatch::{Active, InstallError, Why, active, install};
pub use entry::{Entry, Handle};
pub use known::Known;
pub use list::{NotFoundError, all, by_name, known};
pub use placemat_core::{Backend, Info, Scan, UnsupportedError, Validate, Validation};

pub(crate) use dispatch::{copy, items, kernel, scan};
