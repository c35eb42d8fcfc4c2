//! The kernels that are linked into the calling program, from the names in its symbol table.

use std::{env, fs};

/// The backends of x86-64.
const BACKENDS: [&str; 3] = ["sse4", "avx2", "avx512"];

/// The backends that this build contains.
pub(crate) fn compiled() -> impl Iterator<Item = &'static str> {
    BACKENDS.into_iter().filter(|name| placemat::backend::by_name(name).is_ok())
}

/// The modules of the x86-64 backends that are linked into this program, such as `avx2::convert`.
pub(crate) fn linked() -> Vec<String> {
    let program = fs::read(env::current_exe().unwrap()).unwrap();
    let mut found = Vec::new();
    for backend in BACKENDS {
        for module in ["token", "convert", "measure"] {
            // A mangled path has the length of each name before the name.
            let name = format!("{}{backend}{}{module}", backend.len(), module.len());
            if program.windows(name.len()).any(|bytes| bytes == name.as_bytes()) {
                found.push(format!("{backend}::{module}"));
            }
        }
    }
    found
}
