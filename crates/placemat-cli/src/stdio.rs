//! Standard output.

use std::io::{self, Write};

use crate::{status::Status, text::complain};

/// Writes all of `text` to standard output.
pub(crate) fn print(text: &[u8]) -> Status {
    let mut out = io::stdout().lock();
    status_of(out.write_all(text).and_then(|()| out.flush()))
}

/// The status after writing to standard output. That the reader has closed the pipe is no trouble.
pub(crate) fn status_of(written: io::Result<()>) -> Status {
    match written {
        Ok(()) => Status::Good,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Good,
        Err(error) => {
            complain(format_args!("standard output: {error}"));
            Status::Trouble
        }
    }
}
