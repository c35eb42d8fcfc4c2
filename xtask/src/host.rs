//! What this machine provides, and how to install what it lacks.

pub(crate) mod probe;
pub(crate) mod requirement;
pub(crate) mod targets;
pub(crate) mod toolchain;
