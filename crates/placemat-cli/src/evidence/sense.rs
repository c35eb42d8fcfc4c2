//! Checks whether bytes make sense as text in an encoding. Nearly everything can be decoded in most encodings, so the
//! decoded text has to be examined.

use std::collections::HashSet;

use encoding_rs::{
    DecoderResult, Encoding, ISO_8859_2, ISO_8859_13, ISO_8859_15, MACINTOSH, WINDOWS_1250, WINDOWS_1252,
    WINDOWS_1254, WINDOWS_1257,
};
use memchr::memmem;

/// The minimum number of characters above U+007F (distinct ones, in a single-byte encoding) to report an encoding
/// other than Latin-1 and Windows-1252.
const FEWEST: usize = 4;

/// The letters above U+007F of languages in Latin and Cyrillic script. A text has letters of one row.
#[rustfmt::skip]
const LANGUAGES: [&str; 29] = [
    "äöüßéàáèêç",        // German
    "åäöéüà",            // Swedish, Finnish
    "äöõüšžå",           // Estonian
    "æøåéèêòóôâü",       // Danish, Norwegian
    "áðéíóúýþæöø",       // Icelandic, Faroese
    "àâçéèêëîïôùûüœæÿ",  // French
    "áéíñóúüçàèòïºª",    // Spanish, Catalan
    "áâãàçéêíóôõúüºª",   // Portuguese
    "àèéìíîòóùú",        // Italian
    "éëïöüèêóáâîôûäíú",  // Dutch, Afrikaans, Welsh
    "ąćęłńóśźż",         // Polish
    "áčďéěíňóřšťúůýž",   // Czech
    "áäčďéíĺľňóôŕšťúýž", // Slovak
    "áéíóöőúüű",         // Hungarian
    "čćđšžß",            // Croatian, Slovene
    "ăâîșțşţ",           // Romanian
    "çğıöşüİâîû",        // Turkish
    "āčēģīķļņšūžõ",      // Latvian
    "ąčęėįšųūž",         // Lithuanian
    "ĉĝĥĵŝŭ",            // Esperanto
    "ċġħżàèìòù",         // Maltese
    "áâđăêôơưàảãạèẻẽéẹ", // Vietnamese
    "ëç",                // Albanian
    "áčđŋšŧž",           // Sami
    "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", // Russian, Bulgarian
    "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя", // Ukrainian
    "абвгдеёжзійклмнопрстуўфхцчшыьэюя", // Belarusian
    "абвгдђежзијклљмнњопрстћуфхцчџш", // Serbian
    "абвгдѓежзѕијклљмнњопрстќуфхцчџш", // Macedonian
];

/// Decoded text.
pub(crate) struct Sense {
    text: String,
}

impl Sense {
    /// `None` if the bytes are not valid in this encoding.
    pub(crate) fn of(encoding: &'static Encoding, bytes: &[u8], whole: bool) -> Option<Self> {
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut text =
            String::with_capacity(decoder.max_utf8_buffer_length_without_replacement(bytes.len())?);
        let (result, _) = decoder.decode_to_string_without_replacement(bytes, &mut text, whole);
        matches!(result, DecoderResult::InputEmpty).then_some(Self { text })
    }

    /// The invalid bytes, decoded as Windows-1252.
    pub(crate) fn western(bytes: &[u8]) -> Self {
        let errors: Vec<u8> = placemat::chunks(bytes).flat_map(|chunk| chunk.invalid()).copied().collect();
        let (text, _) = WINDOWS_1252.decode_without_bom_handling(&errors);
        Self { text: text.into_owned() }
    }

    fn beyond_ascii(&self) -> impl Iterator<Item = char> {
        self.text.chars().filter(|character| !character.is_ascii())
    }

    /// Whether at least 95 % of the non-ASCII letters belong to one language.
    pub(crate) fn has_language(&self) -> bool {
        let letters: Vec<char> = self
            .beyond_ascii()
            .filter(|c| c.is_alphabetic())
            .map(|c| c.to_lowercase().next().unwrap_or(c))
            .collect();
        let known = |language: &&str| letters.iter().filter(|letter| language.contains(**letter)).count();
        let most = LANGUAGES.iter().map(known).max().unwrap_or(0);
        !self.text.contains(is_undefined) && (letters.len() - most) * 20 <= letters.len()
    }

    /// Whether the result is plausible as text in this encoding.
    pub(crate) fn is_text_in(&self, encoding: &'static Encoding) -> bool {
        if self.text.contains(is_in_no_text) {
            return false;
        }
        let beyond: Vec<char> = self.beyond_ascii().collect();
        if !encoding.is_single_byte() {
            let common = beyond.iter().filter(|character| is_east_asian(**character)).count();
            return beyond.len() >= FEWEST && common * 10 >= beyond.len() * 9;
        }
        let is_letter = |c: &&char| c.is_alphabetic() || is_mark(**c);
        let letters = beyond.iter().filter(is_letter).count();
        let is_listed = |c: &&char| matches!(**c, '\u{C0}'..='\u{24F}' | '\u{400}'..='\u{4FF}');
        let is_listed = beyond.iter().filter(is_listed).count() * 2 > letters;
        beyond.iter().collect::<HashSet<_>>().len() >= FEWEST
            && letters * 4 >= beyond.len() * 3
            && (!is_listed || self.has_language())
            && self.odd_neighbours() * 100 <= beyond.len()
    }

    /// The number of adjacent characters that do not occur in words: letters of two scripts, a lower-case letter
    /// before an upper-case one, a sign between letters.
    fn odd_neighbours(&self) -> usize {
        let is_odd = |(first, second): &(char, char)| {
            first.is_alphabetic()
                && second.is_alphabetic()
                && (is_latin(*first) != is_latin(*second) || (first.is_lowercase() && second.is_uppercase()))
        };
        let beyond = |(first, second): &(char, char)| !first.is_ascii() || !second.is_ascii();
        let pairs = || self.text.chars().zip(self.text.chars().skip(1));
        let signs = pairs().zip(self.text.chars().skip(2)).filter(|((before, sign), after)| {
            before.is_alphabetic() && is_sign(*sign) && after.is_alphabetic()
        });
        signs.count() + pairs().filter(|pair| beyond(pair) && is_odd(pair)).count()
    }
}

fn is_latin(character: char) -> bool {
    matches!(character, '\0'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}')
}

/// A sign that does not occur inside a word.
fn is_sign(character: char) -> bool {
    let stands_anywhere = matches!(character, '\u{2019}' | '\u{2014}' | '\u{A0}' | '\u{AD}' | '\u{B7}');
    !character.is_ascii() && !character.is_alphanumeric() && !is_mark(character) && !stands_anywhere
}

/// A combining mark of Thai, Hebrew or Arabic, or of Vietnamese in Windows-1258.
fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5C7}' | '\u{64B}'..='\u{65F}' | '\u{E31}'..='\u{E5B}')
}

fn is_east_asian(character: char) -> bool {
    matches!(character, '\u{3000}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' | '\u{FF01}'..='\u{FF60}' | '\u{2010}'..='\u{2026}')
}

/// The encoding of a language in Latin script other than Latin-1 and Windows-1252, if exactly one makes sense.
pub(crate) fn latin(bytes: &[u8]) -> Option<&'static Encoding> {
    let others = [WINDOWS_1250, ISO_8859_2, WINDOWS_1254, WINDOWS_1257, ISO_8859_13, ISO_8859_15, MACINTOSH];
    let texts = others.map(|encoding| Some((encoding, Sense::of(encoding, bytes, true)?)));
    let mut texts = texts.into_iter().flatten().filter(|(encoding, sense)| sense.is_text_in(encoding));
    let (encoding, first) = texts.next()?;
    texts.all(|(_, other)| other.text == first.text).then_some(encoding)
}

/// Whether bytes can be text: without controls, and with spaces or line feeds as in ASCII rather than EBCDIC.
pub(crate) fn is_text(bytes: &[u8]) -> bool {
    let times = |wanted: &[u8]| bytes.iter().filter(|byte| wanted.contains(byte)).count();
    let is_ebcdic = times(b"@") > times(b" \n") + 1;
    !is_ebcdic && !bytes.iter().any(|byte| byte.is_ascii() && is_in_no_text(char::from(*byte)))
}

/// Encodings that use escapes to represent other characters in ASCII bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SevenBits {
    Hz,
    Iso2022Jp,
}

/// Which of them the input uses.
pub(crate) fn seven_bits(head: &[u8]) -> Option<SevenBits> {
    let has = |sequence: &[u8]| memmem::find(head, sequence).is_some();
    if !head.is_ascii() {
        return None;
    }
    if (has(b"\x1B$B") || has(b"\x1B$@")) && (has(b"\x1B(B") || has(b"\x1B(J")) {
        return Some(SevenBits::Iso2022Jp);
    }
    let mut characters = 0;
    let mut rest = head;
    while let Some(start) = memmem::find(rest, b"~{") {
        rest = &rest[start + 2..];
        let Some(end) = memmem::find(rest, b"~}") else { break };
        let (pairs, odd) = rest[..end].as_chunks::<2>();
        if !odd.is_empty() || !pairs.iter().all(|pair| matches!(pair, [0x21..=0x77, 0x21..=0x7E])) {
            return None;
        }
        characters += pairs.len();
        rest = &rest[end + 2..];
    }
    (characters >= FEWEST).then_some(SevenBits::Hz)
}

/// A control character, other than line feeds, tabs and terminal escapes.
fn is_in_no_text(character: char) -> bool {
    character.is_control() && !matches!(character, '\t' | '\n' | '\r' | '\x0C' | '\x1B')
}

/// The result of `encoding_rs` for bytes that Windows-1252 does not define.
fn is_undefined(character: char) -> bool {
    matches!(character, '\u{80}'..='\u{9F}')
}
