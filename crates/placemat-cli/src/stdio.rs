//! Standard input and output, with every failure reported.
//!
//! Rust's standard library hides two failures on Unix. It treats EBADF as the end of the input, or as a successful
//! write; and before `main` it opens /dev/null in place of a closed descriptor. A checker must not do that: it would
//! report an input as valid that it could not read (`placemat check <&-`), and exit with 0 when its report is lost
//! (`>&-`). So [`Input`] and [`Output`] use the descriptors directly, and [`unix::guard`] detects closed ones.

use std::io::{self, Write};

use crate::{status::Status, text::warn};

#[cfg(unix)]
pub(crate) use unix::{Input, Output, check_output};

#[cfg(not(unix))]
pub(crate) use elsewhere::{Input, Output, check_output};

/// Writes all of `text` to standard output.
pub(crate) fn print(text: &[u8]) -> Status {
    status_of(Output.write_all(text))
}

/// The status after writing to standard output. It is no error if the reader has closed the pipe.
pub(crate) fn status_of(written: io::Result<()>) -> Status {
    match written {
        Ok(()) => Status::Good,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Good,
        Err(error) => {
            warn(format_args!("standard output: {error}"));
            Status::Trouble
        }
    }
}

#[cfg(unix)]
mod unix {
    use std::io::{self, Read, Write};
    use std::mem;

    use rustix::fs::{Mode, OFlags, fcntl_getfl, open};
    use rustix::io::{Errno, fcntl_getfd, read, write};
    use rustix::stdio::{stdin, stdout};

    /// Standard input, without a buffer.
    pub(crate) struct Input;

    impl Read for Input {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            Ok(read(stdin(), buffer)?)
        }
    }

    /// Standard output, without a buffer.
    pub(crate) struct Output;

    impl Write for Output {
        fn write(&mut self, text: &[u8]) -> io::Result<usize> {
            Ok(write(stdout(), text)?)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Fails if standard output is not open for writing. Call it before code that prints through the standard library.
    pub(crate) fn check_output() -> io::Result<()> {
        match fcntl_getfl(stdout())? & OFlags::ACCMODE {
            OFlags::RDONLY => Err(Errno::BADF.into()),
            _ => Ok(()),
        }
    }

    // In `main` it is too late: the standard library's /dev/null looks like one that the caller opened for reading
    // and writing, for example Python's `subprocess.DEVNULL`. uutils' coreutils check before `main` for the same
    // reason. Treating every such /dev/null as closed would break those callers.
    //
    // SAFETY: code that runs before `main` must not use what the standard library initialises for it. This calls only
    // the system's `fcntl` and `open`, and nothing of the standard library except `mem::forget`.
    ctor::declarative::ctor! {
        /// Opens /dev/null in the wrong mode in place of a closed descriptor, so that reading from standard input, or
        /// writing to standard output, fails with EBADF as it should.
        #[ctor(unsafe)]
        fn guard() {
            for (descriptor, access) in [(stdin(), OFlags::WRONLY), (stdout(), OFlags::RDONLY)] {
                if fcntl_getfd(descriptor) == Err(Errno::BADF) {
                    // It gets the lowest free number, which is this one. If there is no /dev/null, the standard
                    // library aborts the program.
                    if let Ok(null) = open("/dev/null", access, Mode::empty()) {
                        mem::forget(null);
                    }
                }
            }
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::io::{self, Read, Write};

    /// Standard input.
    pub(crate) struct Input;

    impl Read for Input {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            io::stdin().read(buffer)
        }
    }

    /// Standard output, flushed with every write.
    pub(crate) struct Output;

    impl Write for Output {
        fn write(&mut self, text: &[u8]) -> io::Result<usize> {
            let mut out = io::stdout().lock();
            out.write_all(text).and_then(|()| out.flush()).map(|()| text.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            io::stdout().flush()
        }
    }

    /// On systems where handles are not numbers, the standard library reports the errors.
    #[expect(clippy::unnecessary_wraps, reason = "on Unix it can fail")]
    pub(crate) fn check_output() -> io::Result<()> {
        Ok(())
    }
}
