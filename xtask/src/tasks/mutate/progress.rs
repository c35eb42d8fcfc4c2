//! A line for each edit, and how long the rest may take.

use std::{
    io::{self, Write},
    time::Instant,
};

use anyhow::Result;

use super::{list::Edit, results::Verdict};

/// How far a run has come.
pub(super) struct Progress {
    begin: Instant,
    count: usize,
    done: usize,
}

impl Progress {
    pub(super) fn new(count: usize) -> Self {
        Self { begin: Instant::now(), count, done: 0 }
    }

    /// Begins the line of an edit.
    pub(super) fn begin(&self, edit: &Edit) -> Result<()> {
        let left = match self.left() {
            Some(seconds) => format!(", {} left", time(seconds)),
            None => String::new(),
        };
        print!("[{:>3}/{}{left}] {edit}: ", self.done + 1, self.count);
        io::stdout().flush()?;
        Ok(())
    }

    /// Ends it.
    pub(super) fn end(&mut self, verdict: &Verdict) {
        self.done += 1;
        println!("{verdict}");
    }

    /// Seconds that the rest takes, if it takes as long as what is done.
    fn left(&self) -> Option<u64> {
        let done = u64::try_from(self.done).ok().filter(|&done| done > 0)?;
        let rest = u64::try_from(self.count - self.done).ok()?;
        Some(self.begin.elapsed().as_secs() * rest / done)
    }
}

fn time(seconds: u64) -> String {
    if seconds < 120 { format!("{seconds} s") } else { format!("{} min", seconds / 60) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        assert_eq!(time(90), "90 s");
        assert_eq!(time(1234), "20 min");
    }
}
