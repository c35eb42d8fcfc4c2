//! What an input is called.

use std::{
    fmt::{Display, Write},
    path::Path,
    str,
};

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{complaint::complaint, harmless::is_harmless, hex::packed_hex};

/// The name of an input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name<'a>(&'a Path);

impl<'a> Name<'a> {
    pub(crate) fn new(path: &'a Path) -> Self {
        Self(path)
    }

    /// As it is.
    pub(crate) fn octets(self) -> &'a [u8] {
        self.0.as_os_str().as_encoded_bytes()
    }

    /// For people.
    pub(crate) fn shown(self) -> String {
        shown(self.0)
    }

    /// Writes that something is wrong with this input.
    pub(crate) fn complain(self, what: &impl Display, text: &mut Vec<u8>) {
        text.extend_from_slice(complaint(format_args!("{}: {what}", self.shown())).as_bytes());
    }
}

/// As a field of a record, to be flattened: `path`, or `path_hex` if it is not UTF-8.
impl Serialize for Name<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let octets = self.0.as_os_str().as_encoded_bytes();
        let mut map = serializer.serialize_map(Some(1))?;
        match str::from_utf8(octets) {
            Ok(path) => map.serialize_entry("path", path)?,
            Err(_) => map.serialize_entry("path_hex", &packed_hex(octets))?,
        }
        map.end()
    }
}

/// A path for people. What could move a cursor, change the direction of writing or stay invisible is escaped,
/// and so is what is not UTF-8. If anything is escaped, so are backslashes.
pub(crate) fn shown(path: &Path) -> String {
    let octets = path.as_os_str().as_encoded_bytes();
    let harmless = str::from_utf8(octets).is_ok_and(|text| text.chars().all(is_harmless));
    let mut text = String::with_capacity(octets.len());
    for chunk in octets.utf8_chunks() {
        for char in chunk.valid().chars() {
            match char {
                '\\' if !harmless => text.push_str("\\\\"),
                _ if is_harmless(char) => text.push(char),
                _ => text.extend(char.escape_default()),
            }
        }
        for octet in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(text, "\\x{octet:02X}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harmless_paths_are_shown_as_they_are() {
        for path in ["a.txt", "./-", "C:\\x", "gr\u{fc}\u{df}e \u{1F37D}", "a b"] {
            assert_eq!(shown(Path::new(path)), path);
        }
    }

    #[test]
    fn what_could_deceive_is_escaped() {
        for (path, expected) in [
            ("a\nb", "a\\nb"),
            ("\u{1b}[31m", "\\u{1b}[31m"),
            ("\u{7f}\u{9b}", "\\u{7f}\\u{9b}"),
            ("a\u{202E}txt.exe", "a\\u{202e}txt.exe"),
            ("zero\u{200B}width", "zero\\u{200b}width"),
            ("\\n\n", "\\\\n\\n"),
        ] {
            assert_eq!(shown(Path::new(path)), expected);
        }
    }

    #[cfg(unix)]
    #[test]
    fn octets_that_are_not_utf8_are_escaped() {
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
        let path = Path::new(OsStr::from_bytes(b"caf\xE9\\\xFF"));
        assert_eq!(shown(path), "caf\\xE9\\\\\\xFF");
        assert_eq!(serde_json::to_string(&Name::new(path)).unwrap(), r#"{"path_hex":"636166e95cff"}"#);
    }
}
