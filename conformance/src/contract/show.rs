//! Questions in reports.

use std::fmt;

use super::{Give, Question, Step};

impl fmt::Display for Question<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Verdict(bytes)
            | Self::Scan(bytes)
            | Self::Replacement(bytes)
            | Self::Errors(bytes)
            | Self::Boundaries(bytes, _)
            | Self::Detect(bytes)
            | Self::Diagnose(bytes) => f.write_str(&hex(bytes, 0)),
            Self::Characters(bytes, turns) => {
                write!(f, "{}, from the back where there is a bit of {turns:b}", hex(bytes, 0))
            }
            Self::Practices(practice, chunks) => {
                write!(f, "{practice:?}: {}", parts(chunks, |chunk| spaced(chunk)))
            }
            Self::Bom(policy, chunks) => write!(f, "{policy:?}: {}", parts(chunks, |chunk| spaced(chunk))),
            Self::Stream(chunks) => f.write_str(&parts(chunks, |chunk| spaced(chunk))),
            Self::StreamVerdict(steps) | Self::StrictStream(steps) => f.write_str(&parts(steps, step)),
            Self::Write(steps, strict, sink) => {
                write!(f, "{}, strict: {strict}, {sink:?}", parts(steps, step))
            }
            Self::Read(script, strict, mode, policy) => {
                let give = |give: &Give<'_>| match give {
                    Give::Bytes(bytes) => hex(bytes, 0),
                    Give::Fails(kind) => format!("{kind:?}"),
                };
                write!(f, "{}, {mode:?}, {policy:?}, strict: {strict}", parts(script, give))
            }
            Self::Summary(tree) => {
                f.write_str(&tree.fold(&spaced, &|before, after| format!("({before} | {after})")))
            }
            Self::Encode(value) => write!(f, "{value:X}"),
            Self::Labels(label) => write!(f, "{:?}", String::from_utf8_lossy(label)),
            Self::Convert(call) => write!(f, "{call:x?}"),
            Self::Older(form, question) => write!(f, "{form:?}: {question:02X?}"),
        }
    }
}

/// The bytes in hex. A long input is cut to the bytes around `focus`.
pub(crate) fn hex(bytes: &[u8], focus: usize) -> String {
    const SHOWN: usize = 12;
    let from = focus.saturating_sub(SHOWN).min(bytes.len());
    let to = bytes.len().min(focus.saturating_add(SHOWN));
    let before = if from > 0 { format!("... [{from}] ") } else { String::new() };
    let after = if to < bytes.len() { " ..." } else { "" };
    format!("{before}{}{after} ({} bytes)", spaced(&bytes[from..to]), bytes.len())
}

fn spaced(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}

/// Separated by bars.
fn parts<T>(parts: &[T], show: impl Fn(&T) -> String) -> String {
    parts.iter().map(show).collect::<Vec<_>>().join(" | ")
}

fn step(step: &Step<'_>) -> String {
    match step {
        Step::Chunk(chunk) => spaced(chunk),
        Step::End => "the end".to_owned(),
    }
}
