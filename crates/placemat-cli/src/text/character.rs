//! Names of characters.

use super::{is_noncharacter, is_private_use};

/// The name of a character in the Unicode Standard, or a description if it has none.
pub(crate) fn character_name(char: char) -> String {
    let value = u32::from(char);
    let what = match value {
        0x00 => "NULL",
        0x07 => "BELL",
        0x08 => "BACKSPACE",
        0x09 => "CHARACTER TABULATION",
        0x0A => "LINE FEED",
        0x0B => "LINE TABULATION",
        0x0C => "FORM FEED",
        0x0D => "CARRIAGE RETURN",
        0x1A => "SUBSTITUTE",
        0x1B => "ESCAPE",
        0x7F => "DELETE",
        0x85 => "NEXT LINE",
        0x00..=0x1F | 0x80..=0x9F => "a control character",
        _ if is_private_use(char) => "a character for private use",
        _ if is_noncharacter(char) => "a noncharacter",
        _ => {
            return unicode_names2::name(char)
                .map_or_else(|| "unassigned".to_owned(), |name| name.to_string());
        }
    };
    what.to_owned()
}
