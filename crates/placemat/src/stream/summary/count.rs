//! Counts characters and line feeds in text.

/// The counts of a text.
pub(super) struct Text {
    pub(super) chars: u64,
    pub(super) line_feeds: u64,
    /// Characters after the last line feed.
    pub(super) column: u64,
}

impl Text {
    pub(super) fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let line_feeds = sum(bytes, |byte| byte == b'\n');
        let last_line = match line_feeds {
            0 => bytes,
            _ => bytes.rsplit(|byte| *byte == b'\n').next().unwrap_or(bytes),
        };
        Self { chars: chars(bytes), line_feeds, column: chars(last_line) }
    }
}

/// Counts the bytes that are no continuation bytes: as signed bytes, those above BF.
fn chars(bytes: &[u8]) -> u64 {
    sum(bytes, |byte| byte.cast_signed() > 0xBF_u8.cast_signed())
}

/// Counts the bytes that satisfy `is`, in blocks whose sum fits in a byte, so that the compiler vectorises.
fn sum(bytes: &[u8], is: impl Fn(u8) -> bool) -> u64 {
    bytes
        .chunks(255)
        .map(|block| u64::from(block.iter().fold(0_u8, |sum, byte| sum + u8::from(is(*byte)))))
        .sum()
}
