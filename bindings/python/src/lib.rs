//! placemat for Python. The user documentation is in the docstrings, which are the comments of the functions
//! below, and in README.md.

mod arrow;
mod bytes;
mod column;
mod convert;
mod error;
mod position;
mod stream;
mod summary;
mod text;

use pyo3::prelude::*;

// Mutable buffers rely on the interpreter's lock: see `bytes`.
#[pymodule(gil_used = true)]
mod _placemat {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::{
        column::{
            Column, RowError, errors_array, is_utf8_array, nullify_array, repair_array, validate_array,
        },
        convert::{convert, to_well_formed},
        error::Utf8Error,
        position::Positions,
        stream::Validator,
        summary::{Summary, Totals},
        text::{backend, errors, is_utf8, repair, validate},
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
