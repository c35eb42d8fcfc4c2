//! Standard input and standard output, with every failure reported.
//!
//! Rust's standard library hides two of them on Unix. It takes EBADF for the end of the input, or for a
//! successful write; and before `main` it opens /dev/null in the place of a closed descriptor. A checker must
//! not: it would call an input valid that it could not read (`placemat check <&-`), and exit with 0 when its
//! report is lost (`>&-`). So [`Input`] and [`Output`] use the descriptors directly, and [`unix::guard`]
//! notices the closed ones.

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

/// The status after writing to standard output. That the reader has closed the pipe is no trouble.
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
    use std::{
        io::{self, Read, Write},
        mem,
    };

    use rustix::{
        fs::{Mode, OFlags, fcntl_getfl, open},
        io::{Errno, fcntl_getfd, read, write},
        stdio::{stdin, stdout},
    };

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

    /// Fails if standard output is not open for writing. To be called before others print through the
    /// standard library.
    pub(crate) fn check_output() -> io::Result<()> {
        match fcntl_getfl(stdout())? & OFlags::ACCMODE {
            OFlags::RDONLY => Err(Errno::BADF.into()),
            _ => Ok(()),
        }
    }

    // Once `main` runs, it is too late: the standard library's /dev/null looks like one that the caller
    // opened for reading and writing, as Python's `subprocess.DEVNULL` is. uutils' coreutils look before
    // `main` for the same reason. The alternative, to call every such /dev/null closed, would fail for
    // those callers.
    //
    // SAFETY: code that runs before `main` must not use what the standard library prepares for it. This
    // calls `fcntl` and `open` of the system, and nothing of the standard library but `mem::forget`.
    ctor::declarative::ctor! {
        /// Opens /dev/null the wrong way round in the place of a closed descriptor, so that to read from
        /// standard input, or to write to standard output, fails with EBADF as it should.
        #[ctor(unsafe)]
        fn guard() {
            for (descriptor, access) in [(stdin(), OFlags::WRONLY), (stdout(), OFlags::RDONLY)] {
                if fcntl_getfd(descriptor) == Err(Errno::BADF) {
                    // It gets the lowest free number, which is this one. If there is no /dev/null, the
                    // standard library ends the program.
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

    /// Where handles are not numbers, the standard library reports what is wrong.
    #[expect(clippy::unnecessary_wraps, reason = "on Unix it can fail")]
    pub(crate) fn check_output() -> io::Result<()> {
        Ok(())
    }
}
