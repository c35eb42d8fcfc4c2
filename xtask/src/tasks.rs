//! The tasks, one file each, with a folder for its submodules if needed.

pub(crate) mod asm;
pub(crate) mod bench;
pub(crate) mod capi;
pub(crate) mod certify;
pub(crate) mod cross;
pub(crate) mod downstream;
pub(crate) mod examples;
pub(crate) mod fuzz;
pub(crate) mod js;
pub(crate) mod mutate;
pub(crate) mod other_languages;
pub(crate) mod packages;
pub(crate) mod python;
pub(crate) mod setup;
pub(crate) mod size;
pub(crate) mod test;
pub(crate) mod tidy;
pub(crate) mod vectors;
