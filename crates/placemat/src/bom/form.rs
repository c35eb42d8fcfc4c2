use core::fmt;

/// An encoding form that a signature can announce.
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
    /// Every form. Those with longer signatures come before those that begin alike.
    pub const ALL: [Self; 5] = [Self::Utf8, Self::Utf32Le, Self::Utf32Be, Self::Utf16Le, Self::Utf16Be];

    /// The bytes of its signature: U+FEFF in this form.
    #[must_use]
    pub const fn signature(self) -> &'static [u8] {
        match self {
            Self::Utf8 => b"\xEF\xBB\xBF",
            Self::Utf16Le => b"\xFF\xFE",
            Self::Utf16Be => b"\xFE\xFF",
            Self::Utf32Le => b"\xFF\xFE\0\0",
            Self::Utf32Be => b"\0\0\xFE\xFF",
        }
    }

    /// Its name as a charset, `UTF-16LE` for example.
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

/// What the signature at the start of the bytes says that they are; `None` if they have none.
///
/// It is a hint, not a proof: the bytes after it are not looked at. One case is ambiguous. FF FE 00 00 is
/// the signature of UTF-32LE, and also the signature of UTF-16LE before U+0000. This takes it for UTF-32LE,
/// because text hardly ever begins with U+0000. (WHATWG's Encoding Standard, which does not have UTF-32,
/// takes it for UTF-16LE.) So give it the first four bytes: of the first two alone it says UTF-16LE.
///
/// Looks at four bytes at most; does not panic.
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
    Form::ALL.into_iter().find(|form| bytes.starts_with(form.signature()))
}
