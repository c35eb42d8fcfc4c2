//! Charset labels.

/// Recognises charset labels that mean UTF-8.
pub trait KnowsLabels: Sync {
    /// The meaning of the label by RFC 3629, section 8, and RFC 2279, section 5.
    fn rfc(&self, label: &[u8]) -> Label;

    /// Whether the label means UTF-8 by WHATWG's Encoding Standard, section 4.2.
    fn whatwg(&self, label: &[u8]) -> bool;
}

/// The meaning of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// UTF-8.
    Utf8,
    /// UTF-8 with Hangul as it was before Amendment 5 of ISO/IEC 10646.
    OldHangul,
    /// Something else.
    Unknown,
}
