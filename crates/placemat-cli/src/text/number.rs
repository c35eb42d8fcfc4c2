//! Numbers.

/// A number and what it counts.
pub(crate) fn number(many: u64, one: &str, more: &str) -> String {
    format!("{} {}", grouped(many), if many == 1 { one } else { more })
}

/// A number for people: `32,802`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of octets in memory, as a number of octets in a file.
pub(crate) fn count(octets: usize) -> u64 {
    // There is no target whose addresses are wider than 64 bits.
    octets as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_three() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (32_802, "32,802")] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(grouped(u64::MAX), "18,446,744,073,709,551,615");
    }
}
