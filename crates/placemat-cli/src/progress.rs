//! The progress bar on standard error, if that is a terminal and the work takes more than a second.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::text::{count, number};
use crate::{order::Target, stdio::Output};

/// Work that finishes earlier has no bar.
const DELAY: Duration = Duration::from_secs(1);

/// The redraw interval of the bar.
const TICK: Duration = Duration::from_millis(100);

/// The progress of the work. Clones share their counts.
#[derive(Clone, Default)]
pub(crate) struct Progress {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    inputs: AtomicU64,
    bytes: AtomicU64,
    finished: AtomicBool,
    /// Set after [`DELAY`].
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    /// Starts counting, and unless `quiet`, the bar. `total` is the expected number of bytes.
    pub(crate) fn start(total: Option<u64>, quiet: bool) -> Self {
        let progress = Self::default();
        if !quiet && io::stderr().is_terminal() {
            let copy = progress.clone();
            // Without a thread there is no bar, and the work continues.
            let _ = thread::Builder::new().spawn(move || copy.shared.show(total));
        }
        progress
    }

    /// Adds bytes that have been read.
    pub(crate) fn passed(&self, bytes: usize) {
        self.shared.bytes.fetch_add(count(bytes), Ordering::Relaxed);
    }

    /// Adds a finished input.
    pub(crate) fn one_more(&self) {
        self.shared.inputs.fetch_add(1, Ordering::Relaxed);
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.shared.finished.store(true, Ordering::Relaxed);
        if let Some(bar) = self.shared.bar.get() {
            bar.finish_and_clear();
        }
    }

    /// Writes `text` with the bar suspended.
    pub(crate) fn print(&self, target: Target, text: &[u8]) -> io::Result<()> {
        let write = || match target {
            Target::Out => Output.write_all(text),
            // If standard error is closed, only the exit status remains.
            Target::Err => io::stderr().write_all(text).or(Ok(())),
        };
        match self.shared.bar.get() {
            Some(bar) if !text.is_empty() => bar.suspend(write),
            _ => write(),
        }
    }
}

impl Shared {
    fn show(&self, total: Option<u64>) {
        let start = Instant::now();
        thread::sleep(DELAY);
        if self.finished.load(Ordering::Relaxed) {
            return;
        }
        let template = if total.is_some() { "{wide_bar} {percent}% {msg}" } else { "{spinner} {msg}" };
        // If the template did not parse, the bar would only look different.
        let style =
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner());
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr()).with_style(style);
        let bar = self.bar.get_or_init(|| bar);
        while !self.finished.load(Ordering::Relaxed) {
            let bytes = self.bytes.load(Ordering::Relaxed);
            bar.set_position(bytes);
            bar.set_message(message(bytes, self.inputs.load(Ordering::Relaxed), total, start.elapsed()));
            bar.tick();
            thread::sleep(TICK);
        }
        // In case `finish` was called just before the bar was set.
        bar.finish_and_clear();
    }
}

/// The text next to the bar. The speed is the average so far.
fn message(bytes: u64, inputs: u64, total: Option<u64>, elapsed: Duration) -> String {
    let per_second = u128::from(bytes) * 1000 / elapsed.as_millis().max(1);
    let per_second = u64::try_from(per_second).unwrap_or(u64::MAX);
    let speed = HumanBytes(per_second);
    match total {
        None => {
            let inputs = number(inputs, "input", "inputs");
            format!("{}, {inputs} done, {speed}/s", HumanBytes(bytes))
        }
        Some(total) => {
            // A file that has grown has more bytes than expected.
            let left = total.saturating_sub(bytes).checked_div(per_second);
            let left = left.map_or_else(String::new, |left| format!(", {left} s left"));
            format!("of {}, {speed}/s{left}", HumanBytes(total))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages() {
        let second = Duration::from_secs(1);
        assert_eq!(message(0, 0, None, Duration::ZERO), "0 B, 0 inputs done, 0 B/s");
        assert_eq!(message(3 << 20, 7, None, 2 * second), "3.00 MiB, 7 inputs done, 1.50 MiB/s");
        assert_eq!(message(1 << 20, 1, None, second), "1.00 MiB, 1 input done, 1.00 MiB/s");
        assert_eq!(message(1 << 20, 0, Some(5 << 20), second), "of 5.00 MiB, 1.00 MiB/s, 4 s left");
        assert_eq!(message(0, 0, Some(1), second), "of 1 B, 0 B/s");
        assert_eq!(message(9, 0, Some(1), second), "of 1 B, 9 B/s, 0 s left");
        let _ = message(u64::MAX, u64::MAX, Some(u64::MAX), Duration::ZERO);
    }
}
