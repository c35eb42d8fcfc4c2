//! The tasks, one file each, with a folder for its submodules if needed.

pub(crate) mod bench;
pub(crate) mod certify;
pub(crate) mod cross;
pub(crate) mod fuzz;
pub(crate) mod scripts;
pub(crate) mod setup;
pub(crate) mod test;
pub(crate) mod tidy;
pub(crate) mod vectors;
