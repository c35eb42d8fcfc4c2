//! Escaping of special characters in the formats for programs.

use std::fmt::Write;

/// Escapes the message of a workflow command.
pub(super) fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a workflow command.
pub(super) fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

/// A path as a URI reference (RFC 3986): relative, unless the path is absolute.
pub(super) fn uri(path: &[u8]) -> String {
    let mut out = String::with_capacity(path.len());
    let drive = cfg!(windows) && path.get(1) == Some(&b':');
    if path.first() == Some(&b'/') {
        out.push_str("file://");
    } else if drive {
        out.push_str("file:///");
    }
    for byte in path {
        match byte {
            b'\\' if cfg!(windows) => out.push('/'),
            b':' if drive => out.push(':'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(*byte));
            }
            // Writing to a string cannot fail.
            _ => drop(write!(out, "%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_meaning_is_escaped() {
        assert_eq!(message("50%\r\n"), "50%25%0D%0A");
        assert_eq!(property("a:b,c%"), "a%3Ab%2Cc%25");
        assert_eq!(uri(b"a b/\xE9:%.txt"), "a%20b/%E9%3A%25.txt");
        assert_eq!(uri(b"/tmp/x"), "file:///tmp/x");
    }
}
