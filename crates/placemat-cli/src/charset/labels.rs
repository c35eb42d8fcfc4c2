//! Maps labels to encodings.
//!
//! There are four sources, in this order: RFC 3629 for UTF-8 (`placemat::charset::rfc`, which accepts one label and
//! rejects another with a reason), the IANA registry for our own encodings, the Encoding Standard for the rest,
//! and numbers for the code pages of DOS that it lacks.
//! They disagree: in that standard `latin1` and `ascii` are windows-1252, and `utf-16` is UTF-16LE.

use encoding_rs::Encoding;
use placemat::charset::rfc::{self, LabelError};
use placemat::charset::whatwg;

use super::{Charset, Order};

/// Our own encodings other than UTF-8, with their labels. The first one is displayed.
const OWN: &[(Charset, &str)] = &[
    (Charset::Utf16(None), "UTF-16 csUTF16"),
    (Charset::Utf16(Some(Order::Little)), "UTF-16LE csUTF16LE UCS-2LE"),
    (Charset::Utf16(Some(Order::Big)), "UTF-16BE csUTF16BE UCS-2BE"),
    (Charset::Utf32(None), "UTF-32 csUTF32"),
    (Charset::Utf32(Some(Order::Little)), "UTF-32LE csUTF32LE UCS-4LE"),
    (Charset::Utf32(Some(Order::Big)), "UTF-32BE csUTF32BE UCS-4BE"),
    (
        Charset::Latin1,
        "ISO-8859-1 latin1 latin-1 l1 ISO_8859-1 ISO_8859-1:1987 iso-ir-100 IBM819 CP819 csISOLatin1",
    ),
    (
        Charset::Ascii,
        "US-ASCII ASCII us ISO646-US ANSI_X3.4-1968 ANSI_X3.4-1986 ISO_646.irv:1991 iso-ir-6 IBM367 cp367 \
         csASCII",
    ),
    (Charset::Cesu8, "CESU-8 csCESU8 csCESU-8"),
    (Charset::Mutf8, "MUTF-8 modified-utf-8"),
    (Charset::Wtf8, "WTF-8"),
];

/// Labels of Python, `iconv`, databases and Windows that are in no registry, without punctuation, and their meaning.
#[rustfmt::skip]
const TYPED: &[(&str, &str)] = &[
    ("cp932", "Shift_JIS"), ("cp936 euccn", "GBK"), ("cp949 uhc", "EUC-KR"), ("cp950 big5hkscs", "Big5"),
    ("cp874 win874 tis620", "windows-874"), ("ujis eucjis", "EUC-JP"), ("latin7", "ISO-8859-13"),
    ("latin8", "ISO-8859-14"), ("latin9", "ISO-8859-15"), ("latin10", "ISO-8859-16"),
    ("macroman", "macintosh"), ("maccyrillic", "x-mac-cyrillic"), ("ucs2", "ucs-2"),
];

/// Encodings that are not supported, without punctuation.
const UNSUPPORTED: [&str; 8] = ["viscii", "tcvn", "johab", "utf7", "euctw", "armscii8", "koi8t", "ebcdicus"];

/// The code pages of DOS, except for the two that the Encoding Standard has (866 and 874).
const OEM: &str =
    "cp437 cp720 cp737 cp775 cp850 cp852 cp855 cp857 cp858 cp860 cp861 cp862 cp863 cp864 cp865 cp869";

/// The encodings that `encoding_rs` implements, by name. x-user-defined comes last: its bytes above 7F are characters
/// of the private use area, which no real text uses.
const WHATWG: &str = "Big5 EUC-JP EUC-KR gb18030 GBK IBM866 ISO-2022-JP ISO-8859-2 ISO-8859-3 ISO-8859-4 \
    ISO-8859-5 ISO-8859-6 ISO-8859-7 ISO-8859-8 ISO-8859-8-I ISO-8859-10 ISO-8859-13 ISO-8859-14 ISO-8859-15 \
    ISO-8859-16 KOI8-R KOI8-U macintosh Shift_JIS windows-874 windows-1250 windows-1251 windows-1252 \
    windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic \
    x-user-defined";

/// The encoding with this label, or an error message.
pub(crate) fn by_label(label: &str) -> Result<Charset, String> {
    let plain = plain(label);
    let typed = TYPED.iter().find(|(labels, _)| labels.split(' ').any(|typed| typed == plain));
    let windows = plain.strip_prefix("win").map(|page| format!("cp{page}"));
    let windows = windows.filter(|page| number(page).is_some());
    let label = typed.map(|(_, label)| *label).or(windows.as_deref()).unwrap_or(label);
    match rfc::check(label) {
        Ok(()) => return Ok(Charset::Utf8),
        Err(error @ LabelError::OldHangul) => return Err(error.to_string()),
        Err(LabelError::Unknown) => {}
    }
    let own = OWN.iter().find(|(_, labels)| labels.split(' ').any(|own| own.eq_ignore_ascii_case(label)));
    if let Some(&(charset, _)) = own {
        return Ok(charset);
    }
    if whatwg::is_utf8(label) || plain.starts_with("utf8") || plain == "cp65001" {
        let names_bom = plain.ends_with("sig") || plain.ends_with("bom");
        let bom = if names_bom { "; --bom says what to do about a byte order mark" } else { "" };
        return Err(format!("the label of UTF-8 is \"UTF-8\" (RFC 3629, section 8){bom}"));
    }
    if let Some(page) = number(label).filter(|page| !of_page(*page).is_empty()) {
        return Ok(Charset::Oem(page));
    }
    match Encoding::for_label_no_replacement(label.as_bytes()) {
        Some(encoding) if encoding == encoding_rs::UTF_16LE || encoding == encoding_rs::UTF_16BE => Err(
            "it does not say the order of the bytes; say UTF-16LE, UTF-16BE, or UTF-16 for an input with \
                 a byte order mark"
                .to_owned(),
        ),
        Some(encoding) => Ok(Charset::Whatwg(encoding)),
        None if Encoding::for_label(label.as_bytes()).is_some() => {
            Err("the Encoding Standard rejects it, since it can be used to attack programs that do not know \
                 it"
            .to_owned())
        }
        None if number(label).is_some() || UNSUPPORTED.contains(&&*plain) => {
            Err("it is not supported; `iconv` may convert it".to_owned())
        }
        None => Err(match similar(&plain) {
            Some(name) => format!("there is no such encoding; did you mean {name}?"),
            None => "there is no such encoding; `placemat convert --list` has the names".to_owned(),
        }),
    }
}

/// The names of all encodings, UTF-8 first.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let own = OWN.iter().map(|(charset, _)| charset.name());
    [rfc::LABEL].into_iter().chain(own).chain(WHATWG.split(' ')).chain(OEM.split(' '))
}

/// The name of a code page of DOS; empty if it is none.
pub(super) fn of_page(page: u16) -> &'static str {
    OEM.split(' ').find(|name| number(name) == Some(page)).unwrap_or_default()
}

/// The number of a code page, if the label is `cp` or `ibm` and a number.
fn number(label: &str) -> Option<u16> {
    let label = label.to_ascii_lowercase();
    label.strip_prefix("cp").or_else(|| label.strip_prefix("ibm"))?.parse().ok()
}

/// The name that differs from the label only in case and punctuation, or has such a label.
fn similar(label: &str) -> Option<&'static str> {
    let labelled = || Encoding::for_label_no_replacement(label.as_bytes()).map(Encoding::name);
    names().find(|name| plain(name) == label).or_else(labelled)
}

/// A label in lower case, without punctuation.
fn plain(label: &str) -> String {
    label.chars().filter(char::is_ascii_alphanumeric).map(|char| char.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_label_of_itself() {
        for name in names() {
            assert_eq!(by_label(name).unwrap().name(), name);
            assert_eq!(by_label(&name.to_ascii_uppercase()), by_label(&name.to_ascii_lowercase()));
        }
        for (charset, labels) in OWN {
            assert!(labels.starts_with(charset.name()));
            for label in labels.split(' ') {
                assert_eq!(by_label(label).as_ref(), Ok(charset));
            }
        }
    }
}
