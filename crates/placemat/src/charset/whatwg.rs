//! The labels of WHATWG's Encoding Standard (section 4.2, names and labels) for UTF-8.

/// The labels for UTF-8, in lower case.
///
/// They include `unicode-1-1-utf-8`: browsers decode it as today's UTF-8, which yields other characters for
/// Hangul from before Amendment 5. [`rfc`](super::rfc) rejects that label.
pub const LABELS: [&str; 6] =
    ["unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8"];

/// Returns whether the label means UTF-8 by the Encoding Standard, which removes ASCII whitespace (tab, line
/// feed, form feed, carriage return, space) at both ends and ignores the case of ASCII letters.
///
/// ```
/// use placemat::charset::whatwg::is_utf8;
///
/// assert!(is_utf8(" UTF8\r\n"));
/// assert!(is_utf8("unicode-1-1-utf-8"), "read as UTF-8 of today");
/// assert!(!is_utf8("utf-8\u{A0}"), "no ASCII whitespace");
/// assert!(!is_utf8("\u{B}utf-8"), "nor is a vertical tab, in that standard");
/// ```
#[must_use]
pub fn is_utf8(label: impl AsRef<[u8]>) -> bool {
    let label = label.as_ref().trim_ascii();
    LABELS.iter().any(|known| label.eq_ignore_ascii_case(known.as_bytes()))
}
