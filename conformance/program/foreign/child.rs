//! One process of an adapter, and its lines.

use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::{End, group, pipes};
use crate::protocol::{self, Hello, Reply};

/// The maximum length of an introduction.
const HELLO: usize = 64 << 10;
/// The interval at which a silent process is checked.
const LOOK: Duration = Duration::from_millis(20);
/// How long the output of an exited process may be silent before it counts as closed: a child of the process may hold
/// it open.
const SILENCE: Duration = Duration::from_millis(200);
/// How long to wait for the exit status of a process that has closed its output.
const GRACE: Duration = Duration::from_secs(1);

/// An adapter that has introduced itself.
pub(crate) struct Adapter {
    process: Process,
    pub(crate) hello: Hello,
}

impl Adapter {
    /// Starts an adapter; or says why it could not be started, or why its introduction is invalid.
    pub(crate) fn start(command: &[String], timeout: Duration) -> Result<Self, String> {
        let [program, arguments @ ..] = command else { return Err("there is no command".to_owned()) };
        let mut process = Process::spawn(Command::new(program).args(arguments))
            .map_err(|error| format!("{program} could not be started: {error}"))?;
        let line = process
            .line(HELLO, timeout)
            .map_err(|end| format!("no first line: {}", process.explain(&end).message(timeout)))?;
        let hello = Hello::parse(&line)?;
        Ok(Self { process, hello })
    }

    /// Sends frames, without waiting for the adapter to read them.
    pub(super) fn send(&mut self, frames: Vec<u8>) {
        if let Some(input) = &self.process.input {
            // If the adapter has stopped reading, the missing answer reveals it.
            let _ = input.send(frames);
        }
    }

    /// The next answer, of at most `most` bytes; or the reason why there is none. Then the adapter cannot be used any
    /// more.
    pub(super) fn reply(&mut self, most: usize, timeout: Duration) -> Result<(u32, Reply), End> {
        match self.process.line(most, timeout) {
            Ok(line) => protocol::parse(&line).map_err(End::Breach),
            Err(end) => Err(self.process.explain(&end)),
        }
    }

    /// Closes the input, and waits for the process to exit. The error says what is wrong with the exit.
    pub(super) fn finish(mut self, timeout: Duration) -> Result<(), String> {
        self.process.input = None;
        let after = match self.process.line(HELLO, timeout) {
            Ok(_) | Err(Ended::TooLong(_)) => return Err("wrote more after its last answer".to_owned()),
            Err(Ended::Late) => {
                let limit = timeout.as_secs_f64();
                return Err(format!("did not exit within {limit} s after its input was closed"));
            }
            Err(Ended::Silent | Ended::Closed) => self.process.status(timeout),
        };
        match after {
            None => Err("closed its output at the end, and did not exit".to_owned()),
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(format!("{} at the end of its input", group::describe(status))),
        }
    }
}

/// A process with pipes. Dropping it kills the process and its group.
struct Process {
    child: Child,
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Vec<u8>>,
    errors: Receiver<String>,
    /// The output read so far; the lines before `taken` have been returned.
    buffer: Vec<u8>,
    taken: usize,
    reaped: bool,
}

/// Why there is no line.
enum Ended {
    Late,
    TooLong(usize),
    Closed,
    /// The process has exited, and its output is silent.
    Silent,
}

impl Process {
    fn spawn(command: &mut Command) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = group::spawn(command)?;
        let missing = || io::Error::other("a pipe is missing");
        let input = pipes::writer(child.stdin.take().ok_or_else(missing)?);
        let output = pipes::reader(child.stdout.take().ok_or_else(missing)?);
        let errors = pipes::tail(child.stderr.take().ok_or_else(missing)?);
        Ok(Self { child, input: Some(input), output, errors, buffer: Vec::new(), taken: 0, reaped: false })
    }

    /// The next line, without its line feed.
    fn line(&mut self, most: usize, timeout: Duration) -> Result<Vec<u8>, Ended> {
        let mut searched = self.taken;
        let mut deadline = None;
        let mut silent_since = None;
        loop {
            if let Some(at) = self.buffer[searched..].iter().position(|&byte| byte == b'\n') {
                let line = self.buffer[self.taken..searched + at].to_vec();
                self.taken = searched + at + 1;
                return if line.len() > most { Err(Ended::TooLong(most)) } else { Ok(line) };
            }
            self.buffer.drain(..self.taken);
            self.taken = 0;
            searched = self.buffer.len();
            if self.buffer.len() > most {
                return Err(Ended::TooLong(most));
            }
            let now = Instant::now();
            let left = deadline.get_or_insert(now + timeout).saturating_duration_since(now);
            match self.output.recv_timeout(left.min(LOOK)) {
                Ok(piece) => {
                    self.buffer.extend(piece);
                    silent_since = None;
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Ended::Closed),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Ended::Late),
                Err(RecvTimeoutError::Timeout) => {
                    if group::has_ended(&mut self.child)
                        && now.duration_since(*silent_since.get_or_insert(now)) >= SILENCE
                    {
                        return Err(Ended::Silent);
                    }
                }
            }
        }
    }

    fn explain(&mut self, ended: &Ended) -> End {
        let how = match ended {
            Ended::Late => return End::Timeout,
            Ended::TooLong(most) => return End::Breach(format!("a line of more than {most} bytes")),
            Ended::Closed => match self.status(GRACE) {
                Some(status) => group::describe(status),
                None => return End::Breach("closed its output without exiting".to_owned()),
            },
            Ended::Silent => match self.status(GRACE) {
                Some(status) => {
                    format!("{}; something that it started keeps its output open", group::describe(status))
                }
                None => "ended".to_owned(),
            },
        };
        // The process has exited, but another one may hold its output open.
        let errors = self.errors.recv_timeout(SILENCE).unwrap_or_default();
        End::Crash(if errors.is_empty() { how } else { format!("{how}; on standard error: {errors}") })
    }

    /// The exit status, if the process exits in time. Kills the rest of its group first.
    fn status(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let status = group::status(&mut self.child, timeout);
        self.reaped = status.is_some();
        status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.reaped {
            group::kill(&mut self.child);
        }
    }
}
