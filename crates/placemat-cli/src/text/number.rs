//! Numbers.

/// A number and what it counts.
pub(crate) fn number(many: u64, one: &str, more: &str) -> String {
    format!("{many} {}", if many == 1 { one } else { more })
}

/// A number of octets in memory, as a number of octets in a file.
pub(crate) fn count(octets: usize) -> u64 {
    // There is no target whose addresses are wider than 64 bits.
    octets as u64
}
