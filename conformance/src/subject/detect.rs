//! Signatures at the start of an input.

/// Knows the signatures of encoding forms.
pub trait Detects: Sync {
    /// The form whose signature is at the start. FF FE 00 00 is UTF-32LE, not UTF-16LE before U+0000.
    fn detect(&self, bytes: &[u8]) -> Option<Form>;
}

/// An encoding form that has a signature: U+FEFF, encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// UTF-8.
    Utf8,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
    /// UTF-32, little-endian.
    Utf32Le,
    /// UTF-32, big-endian.
    Utf32Be,
}

impl Form {
    /// Every form.
    pub const ALL: [Self; 5] = [Self::Utf8, Self::Utf16Le, Self::Utf16Be, Self::Utf32Le, Self::Utf32Be];

    /// U+FEFF in this form.
    #[must_use]
    pub fn signature(self) -> Vec<u8> {
        match self {
            Self::Utf8 => "\u{FEFF}".as_bytes().to_vec(),
            Self::Utf16Le => 0xFEFF_u16.to_le_bytes().to_vec(),
            Self::Utf16Be => 0xFEFF_u16.to_be_bytes().to_vec(),
            Self::Utf32Le => 0xFEFF_u32.to_le_bytes().to_vec(),
            Self::Utf32Be => 0xFEFF_u32.to_be_bytes().to_vec(),
        }
    }
}
