//! The instructions that a program executes, out of what an emulator logs.

use std::{
    collections::HashMap,
    fs::File,
    io::{BufRead, BufReader},
    path::Path,
    process::Command,
};

use anyhow::{Context, Result, ensure};

/// The functions between which a program is looked at.
const BEGIN: &str = "trace_begins";
const END: &str = "trace_ends";

/// What a program executed, in order.
#[derive(Debug, Default)]
pub(super) struct Trace {
    /// The addresses of the instructions.
    pub(super) path: Vec<u64>,
    /// What stands there.
    text: HashMap<u64, String>,
}

impl Trace {
    /// Runs a program in the emulator, which writes to `log`.
    pub(super) fn of(qemu: &str, program: &Path, args: &[&str], log: &Path) -> Result<Self> {
        // Each part of the code as it is translated, and each time that one is entered; none goes on in
        // another unseen.
        let mut command = Command::new(qemu);
        command.args(["-d", "in_asm,exec,nochain", "-D"]).arg(log).arg(program).args(args);
        ensure!(command.status()?.success(), "{} failed in {qemu}", program.display());
        let file = File::open(log).with_context(|| format!("{qemu} wrote no {}", log.display()))?;
        Self::read(BufReader::new(file))
    }

    fn read(log: impl BufRead) -> Result<Self> {
        let mut trace = Self::default();
        let mut parts: HashMap<u64, Vec<u64>> = HashMap::new();
        // The part that is being listed.
        let mut listed = None;
        let mut inside = false;
        for line in log.lines() {
            let line = line?;
            if let Some((at, text)) = instruction(&line) {
                parts.entry(*listed.get_or_insert(at)).or_default().push(at);
                trace.text.insert(at, text.to_owned());
                continue;
            }
            if line.starts_with("IN:") {
                listed = None;
            } else if let Some((at, function)) = entry(&line) {
                match function {
                    BEGIN => inside = true,
                    END if inside => return Ok(trace),
                    _ if inside => {
                        trace.path.extend(parts.get(&at).with_context(|| format!("{at:x} is not listed"))?);
                    }
                    _ => {}
                }
                listed = None;
            }
        }
        anyhow::bail!("the log has no call of {BEGIN} and one of {END} after it")
    }

    /// The assembly, straight through: jumps lead anywhere, since they are taken as they were.
    pub(super) fn assembly(&self) -> String {
        self.path.iter().map(|at| straight(&self.text[at]) + "\n").collect()
    }

    /// Each conditional branch: its address, and whether it was taken.
    pub(super) fn branches(&self) -> impl Iterator<Item = (u64, bool)> {
        let pairs = self.path.iter().zip(self.path.iter().skip(1));
        pairs.filter(|(at, _)| is_conditional(&self.text[*at])).map(|(at, next)| (*at, *next != at + 4))
    }
}

/// Of `0x00405e00:  7100041f  cmp      w0, #1`.
fn instruction(line: &str) -> Option<(u64, &str)> {
    let (at, rest) = line.strip_prefix("0x")?.split_once(':')?;
    let (_, text) = rest.trim_start().split_once(' ')?;
    Some((u64::from_str_radix(at, 16).ok()?, text.trim()))
}

/// Of `Trace 0: 0x7fcde8080f00 [0000000001009331/0000000000537fb0/00000001/00000200] name`.
fn entry(line: &str) -> Option<(u64, &str)> {
    let (_, rest) = line.strip_prefix("Trace ")?.split_once('[')?;
    let (numbers, function) = rest.split_once(']')?;
    let at = numbers.split('/').nth(1)?;
    Some((u64::from_str_radix(at, 16).ok()?, function.trim()))
}

fn is_conditional(text: &str) -> bool {
    let name = text.split_whitespace().next().unwrap_or_default();
    name.starts_with("b.") || ["cbz", "cbnz", "tbz", "tbnz"].contains(&name)
}

/// The same instruction without an address that only makes sense in its place. Calls and returns become jumps,
/// for which the model assumes no time of its own.
fn straight(text: &str) -> String {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default();
    let operands = words.collect::<Vec<_>>().join(" ");
    let to = |address: &str| match operands.rsplit_once(',') {
        Some((before, _)) => format!("{before}, {address}"),
        None => address.to_owned(),
    };
    match name {
        "blr" => format!("br {operands}"),
        "ret" => "br x30".to_owned(),
        "adr" => format!("adr {}", to("#16")),
        "adrp" => format!("adrp {}", to("#4096")),
        "b" | "bl" => "b #16".to_owned(),
        _ if is_conditional(text) => format!("{name} {}", to("#16")),
        _ => format!("{name} {operands}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "\
----------------
IN: main
0x00400000:  94000000  bl       #0x400100

Trace 0: 0x7f00 [0001/0000000000400000/00000001/00000200] main
----------------
IN: trace_begins
0x00400100:  d65f03c0  ret      

Trace 0: 0x7f40 [0001/0000000000400100/00000001/00000200] trace_begins
----------------
IN: convert
0x00400200:  3dc00020  ldr      q0, [x1]
0x00400204:  54ffffe1  b.ne     #0x400200

Trace 0: 0x7f80 [0001/0000000000400200/00000001/00000200] convert
Trace 0: 0x7f80 [0001/0000000000400200/00000001/00000200] convert
----------------
IN: trace_ends
0x00400104:  d65f03c0  ret      

Trace 0: 0x7fc0 [0001/0000000000400104/00000001/00000200] trace_ends
Trace 0: 0x7f80 [0001/0000000000400200/00000001/00000200] convert
";

    #[test]
    fn what_runs_between_the_marks_is_read() {
        let trace = Trace::read(LOG.as_bytes()).unwrap();
        assert_eq!(trace.path, [0x40_0200, 0x40_0204, 0x40_0200, 0x40_0204]);
        assert_eq!(trace.assembly(), "ldr q0, [x1]\nb.ne #16\nldr q0, [x1]\nb.ne #16\n");
        assert_eq!(trace.branches().collect::<Vec<_>>(), [(0x40_0204, true)]);
    }

    #[test]
    fn a_log_without_marks_is_an_error() {
        for log in ["", LOG.split("IN: trace_ends").next().unwrap(), &LOG.replace("begins", "starts")] {
            assert!(Trace::read(log.as_bytes()).is_err(), "{log}");
        }
    }

    #[test]
    fn addresses_are_taken_out() {
        for (text, expected) in [
            ("bl       #0x405000", "b #16"),
            ("blr      x8", "br x8"),
            ("ret      ", "br x30"),
            ("adrp     x27, #0x4a0000", "adrp x27, #4096"),
            ("cbz      x0, #0x405000", "cbz x0, #16"),
            ("tbnz     w4, #0, #0x41a2c4", "tbnz w4, #0, #16"),
            ("bic      x5, x14, x4", "bic x5, x14, x4"),
            ("ldp      x29, x30, [sp], #0xa0", "ldp x29, x30, [sp], #0xa0"),
        ] {
            assert_eq!(straight(text), expected);
        }
    }
}
