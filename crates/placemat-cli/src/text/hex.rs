//! Octets in hexadecimal.

use std::fmt::Write;

/// In lower case, with nothing between the octets.
pub(crate) fn packed_hex(octets: &[u8]) -> String {
    let mut text = String::with_capacity(2 * octets.len());
    for octet in octets {
        // Writing to a string cannot fail.
        let _ = write!(text, "{octet:02x}");
    }
    text
}

/// In upper case, with a blank after each octet.
pub(crate) fn spaced_hex(octets: &[u8]) -> String {
    let mut text = String::with_capacity(3 * octets.len());
    for octet in octets {
        // Writing to a string cannot fail.
        let _ = write!(text, "{octet:02X} ");
    }
    text
}
