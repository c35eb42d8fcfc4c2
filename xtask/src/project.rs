//! Facts about the project: files, packages, libraries, backends and pages.

pub(crate) mod backends;
pub(crate) mod cargo;
pub(crate) mod libraries;
pub(crate) mod pages;
pub(crate) mod recipe;
pub(crate) mod scratch;
pub(crate) mod selection;
pub(crate) mod workspace;
