use core::fmt;

/// An encoding form that a BOM announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// EF BB BF.
    Utf8,
    /// FF FE, unless 00 00 follows.
    Utf16Le,
    /// FE FF.
    Utf16Be,
    /// FF FE 00 00.
    Utf32Le,
    /// 00 00 FE FF.
    Utf32Be,
}

impl Form {
    /// Every form; longer BOMs come before shorter ones that are their prefix.
    pub const ALL: [Self; 5] = [Self::Utf8, Self::Utf32Le, Self::Utf32Be, Self::Utf16Le, Self::Utf16Be];

    /// The bytes of its BOM: U+FEFF in this form.
    #[must_use]
    pub const fn bom(self) -> &'static [u8] {
        match self {
            Self::Utf8 => b"\xEF\xBB\xBF",
            Self::Utf16Le => b"\xFF\xFE",
            Self::Utf16Be => b"\xFE\xFF",
            Self::Utf32Le => b"\xFF\xFE\0\0",
            Self::Utf32Be => b"\0\0\xFE\xFF",
        }
    }

    /// The name of its charset, for example `UTF-16LE`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Utf32Le => "UTF-32LE",
            Self::Utf32Be => "UTF-32BE",
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Returns the encoding form that the BOM at the start of the bytes announces; `None` if there is none.
///
/// This is a hint: it does not check the bytes after the BOM. FF FE 00 00 is ambiguous: the BOM
/// of UTF-32LE, or that of UTF-16LE before U+0000. This function returns UTF-32LE, because text rarely begins
/// with U+0000. (WHATWG's Encoding Standard, which lacks UTF-32, decides for UTF-16LE.) Pass at least four
/// bytes: for the first two alone it returns UTF-16LE.
///
/// Reads at most four bytes; does not panic.
///
/// ```
/// use placemat::bom::{Form, detect};
///
/// assert_eq!(detect(b"\xEF\xBB\xBFtext"), Some(Form::Utf8));
/// assert_eq!(detect(b"\xFF\xFEt\0e\0"), Some(Form::Utf16Le));
/// assert_eq!(detect(b"\xFF\xFE\0\0t\0\0\0"), Some(Form::Utf32Le), "or UTF-16LE that begins with U+0000");
/// assert_eq!(detect(b"text \xEF\xBB\xBF"), None, "in the middle it is a character");
/// ```
#[must_use]
pub fn detect(bytes: &[u8]) -> Option<Form> {
    Form::ALL.into_iter().find(|form| bytes.starts_with(form.bom()))
}
