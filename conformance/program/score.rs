//! `score`: how strong vectors are.

use std::path::PathBuf;

use crate::{Status, args::Format};

pub(crate) fn main(files: &[PathBuf], format: Format) -> Result<Status, String> {
    let _ = (files, format);
    Err("not yet".to_owned())
}
