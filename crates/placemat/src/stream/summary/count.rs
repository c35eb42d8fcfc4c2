//! Counting in text.

/// What there is to count in a text.
pub(super) struct Text {
    pub(super) chars: u64,
    pub(super) line_feeds: u64,
    /// Characters after the last line feed.
    pub(super) column: u64,
}

impl Text {
    pub(super) fn of(text: &str) -> Self {
        let octets = text.as_bytes();
        let line_feeds = sum(octets, |octet| octet == b'\n');
        let last_line = match line_feeds {
            0 => octets,
            _ => octets.rsplit(|octet| *octet == b'\n').next().unwrap_or(octets),
        };
        Self { chars: chars(octets), line_feeds, column: chars(last_line) }
    }
}

/// Octets that are no continuations: as signed numbers, those above BF.
fn chars(octets: &[u8]) -> u64 {
    sum(octets, |octet| octet.cast_signed() > 0xBF_u8.cast_signed())
}

/// How many octets are such. In blocks whose sum fits an octet, of which compilers make vector instructions.
fn sum(octets: &[u8], is: impl Fn(u8) -> bool) -> u64 {
    octets
        .chunks(255)
        .map(|block| u64::from(block.iter().fold(0_u8, |sum, octet| sum + u8::from(is(*octet)))))
        .sum()
}
