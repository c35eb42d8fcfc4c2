//! Names of inputs.

use std::fmt::{Display, Write};
use std::{path::Path, str};

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{is_harmless, packed_hex, warning};

/// The name of an input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name<'a>(&'a Path);

impl<'a> Name<'a> {
    pub(crate) fn new(path: &'a Path) -> Self {
        Self(path)
    }

    /// Without a leading `./`, since other tools expect paths relative to the root of a repository.
    pub(crate) fn without_dot(self) -> Self {
        Self(self.0.strip_prefix(".").unwrap_or(self.0))
    }

    /// The unescaped bytes.
    pub(crate) fn bytes(self) -> &'a [u8] {
        self.0.as_os_str().as_encoded_bytes()
    }

    /// The name for people.
    pub(crate) fn shown(self) -> String {
        shown(self.0)
    }

    /// Writes the name: unescaped for programs, or escaped for a terminal.
    pub(crate) fn write(self, escaped: bool, text: &mut Vec<u8>) {
        if escaped {
            text.extend_from_slice(self.shown().as_bytes());
        } else {
            text.extend_from_slice(self.bytes());
        }
    }

    /// The name as the last word of a command: quoted for a shell, or `< FILE` for standard input. What could harm a
    /// terminal is in octal, which Bash, Zsh and ksh read between `$'` and `'`.
    pub(crate) fn in_command(self) -> String {
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_./+:@%,=-".contains(byte);
        let dot = if self.bytes().starts_with(b"-") { "./" } else { "" };
        match str::from_utf8(self.bytes()) {
            Ok("-") => "< FILE".into(),
            Ok(name) if name.chars().all(is_harmless) && !name.contains("##[") => {
                if name.bytes().all(|byte| plain(&byte) || !byte.is_ascii()) {
                    format!("{dot}{name}")
                } else {
                    format!("'{dot}{}'", name.replace('\'', "'\\''"))
                }
            }
            _ if cfg!(windows) => "FILE".into(),
            _ => {
                let spelled = self
                    .bytes()
                    .iter()
                    .map(|byte| if plain(byte) { char::from(*byte).into() } else { format!("\\{byte:03o}") });
                format!("$'{dot}{}'", spelled.collect::<String>())
            }
        }
    }

    /// Writes a message about this input.
    pub(crate) fn warn(self, what: &impl Display, text: &mut Vec<u8>) {
        text.extend_from_slice(warning(format_args!("{}: {what}", self.shown())).as_bytes());
    }
}

/// Serialises as a flattened field of a record: `path`, or `path_hex` if it is not UTF-8.
impl Serialize for Name<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes = self.0.as_os_str().as_encoded_bytes();
        let mut map = serializer.serialize_map(Some(1))?;
        match str::from_utf8(bytes) {
            Ok(path) => map.serialize_entry("path", path)?,
            Err(_) => map.serialize_entry("path_hex", &packed_hex(bytes))?,
        }
        map.end()
    }
}

/// A path for people; distinct paths look different. Escapes characters that could move the cursor, change the
/// direction of writing or be invisible; bytes that are not UTF-8; and anything that could turn a line into a
/// workflow command: a leading colon, and `##[` anywhere.
pub(crate) fn shown(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for char in chunk.valid().chars() {
            match char {
                // On Windows it is a separator, like a slash.
                '\\' if cfg!(windows) => text.push('/'),
                '\\' => text.push_str("\\\\"),
                ':' if text.trim_start().is_empty() => text.extend(char.escape_unicode()),
                '[' if text.ends_with("##") => text.extend(char.escape_unicode()),
                _ if is_harmless(char) => text.push(char),
                _ => text.extend(char.escape_default()),
            }
        }
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(text, "\\x{byte:02X}");
        }
    }
    text
}

#[cfg(all(test, windows))]
mod tests {
    use super::*;

    #[test]
    fn separators_are_shown_as_slashes() {
        assert_eq!(shown(Path::new("C:\\a")), "C:/a");
    }
}
