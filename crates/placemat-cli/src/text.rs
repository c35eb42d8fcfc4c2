//! Names of inputs, messages and numbers, safe for a terminal.

mod character;
mod name;

use std::fmt::Display;
use std::io::{self, Write as _};

use indicatif::HumanCount;

pub(crate) use character::character_name;
pub(crate) use name::{Name, shown};

/// The number of characters that a message shows as code points.
const MOST_CODE_POINTS: usize = 8;

/// Writes a message to standard error.
pub(crate) fn warn(what: impl Display) {
    // If standard error is closed, only the exit status remains.
    let _ = io::stderr().write_all(warning(what).as_bytes());
}

/// A line for standard error. Parts of it come from outside, so characters that could harm a terminal are escaped.
fn warning(what: impl Display) -> String {
    let mut line = String::from("placemat: ");
    for char in what.to_string().chars() {
        match char {
            // GitHub treats `##[` anywhere in a line as the start of a workflow command.
            '[' if line.ends_with("##") => line.extend(char.escape_unicode()),
            _ if is_harmless(char) => line.push(char),
            _ => line.extend(char.escape_default()),
        }
    }
    line.push('\n');
    line
}

/// Whether a terminal shows this character visibly and in its place: it is no control character, does not change the
/// direction of writing, is no line or paragraph separator, and is not without width.
pub(crate) fn is_harmless(char: char) -> bool {
    !char.is_control()
        && !matches!(char,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}')
}

pub(crate) fn is_private_use(char: char) -> bool {
    matches!(char, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{FFFFD}' | '\u{100000}'..='\u{10FFFD}')
}

pub(crate) fn is_noncharacter(char: char) -> bool {
    matches!(char, '\u{FDD0}'..='\u{FDEF}') || u32::from(char) & 0xFFFE == 0xFFFE
}

/// Bytes in hexadecimal: lower case, without separators.
pub(crate) fn packed_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes in hexadecimal: upper case, with a space after each byte.
pub(crate) fn spaced_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X} ")).collect()
}

/// The first characters of a text, as code points.
pub(crate) fn code_points(text: &str) -> String {
    let points = text.chars().map(|char| format!("U+{:04X}", u32::from(char)));
    let mut words: Vec<String> = points.take(MOST_CODE_POINTS).collect();
    if text.chars().nth(MOST_CODE_POINTS).is_some() {
        words.push("...".into());
    }
    words.join(" ")
}

/// A number with its noun.
pub(crate) fn number(many: u64, one: &str, more: &str) -> String {
    format!("{} {}", grouped(many), if many == 1 { one } else { more })
}

/// A number with digit grouping: `32,802`.
pub(crate) fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// Whether the byte is 80..BF.
pub(crate) fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// The number of continuations at the start.
pub(crate) fn continuations(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| is_continuation(**byte)).count()
}

/// Converts a length in memory to a length in a file.
pub(crate) fn count(bytes: usize) -> u64 {
    // No target has addresses of more than 64 bits.
    bytes as u64
}
