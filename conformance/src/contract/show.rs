//! Questions in reports.

use std::fmt;

use super::Question;

/// The start of what it asks, with bytes in hex.
impl fmt::Display for Question<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 1_000;
        let text = match self {
            Self::Labels(label) => format!("{:?}", String::from_utf8_lossy(label)),
            _ => format!("{self:02X?}"),
        };
        let rest = if text.chars().nth(SHOWN).is_some() { " ..." } else { "" };
        write!(f, "{text:.SHOWN$}{rest}")
    }
}

/// The bytes in hex. A long input is cut to the bytes around `focus`.
pub(crate) fn hex(bytes: &[u8], focus: usize) -> String {
    const SHOWN: usize = 12;
    let from = focus.saturating_sub(SHOWN).min(bytes.len());
    let to = bytes.len().min(focus.saturating_add(SHOWN));
    let before = if from > 0 { format!("... [{from}] ") } else { String::new() };
    let after = if to < bytes.len() { " ..." } else { "" };
    let shown: Vec<_> = bytes[from..to].iter().map(|byte| format!("{byte:02X}")).collect();
    format!("{before}{}{after} ({} bytes)", shown.join(" "), bytes.len())
}
