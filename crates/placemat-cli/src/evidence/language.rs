//! The letters above U+007F of languages, and the encodings in which they are written.

use encoding_rs as web;

use crate::charset::Charset;

/// A language: its name, and its small letters above U+007F, the commonest first.
pub(crate) type Language = (&'static str, &'static str);

#[rustfmt::skip]
const WESTERN: &[Language] = &[
    ("German", "äüößé"), ("French", "éàèêçôîûùâœëïüæÿ"), ("Spanish", "óáíéñúüçàèòï"),
    ("Portuguese", "ãçáéíóêõúâàô"), ("Italian", "àèùòìéîóú"), ("Dutch", "ëéïöüèêóáâîôûäíú"),
    ("Swedish or Finnish", "äåöé"), ("Danish or Norwegian", "øåæéèêòóôâü"), ("Icelandic", "áíðéóúþöæýø"),
    ("Estonian", "äõüö"), ("Albanian", "ëç"), ("Catalan", "àéóèíòçúïü"), ("Faroese", "áíðúóøæýö"),
    ("Irish", "áéíóú"), ("Luxembourgish", "éëäöü"), ("Breton", "ñùêèéâôü"),
];
#[rustfmt::skip]
const CENTRAL: &[Language] = &[
    ("Polish", "łąężśóćńź"), ("Czech", "íáěéýřčžšůúňťďó"), ("Slovak", "áíéýčžšúľťôňďäóĺŕ"),
    ("Hungarian", "áéöőóüíúű"), ("Croatian or Slovene", "čšžćđ"), ("Romanian", "ăîâşţșț"),
    ("German", "äüößé"),
];
const TURKISH: &[Language] = &[("Turkish", "ışüğçöiâîû"), ("Kurdish", "êîûşç")];
const BALTIC: &[Language] = &[
    ("Latvian", "āīēūšžņļķģčõ"),
    ("Lithuanian", "ėšžųįūąčę"),
    ("Estonian", "äõüöšž"),
    ("Polish", "łąężśóćńź"),
    ("Danish or Norwegian", "øåæé"),
];
const CYRILLIC: &[Language] = &[
    ("Russian", "оеаинтсрвлкмдпуыяьгзбчйхжшюцщэфъё"),
    ("Bulgarian", "аоиетнрсвлкдпмъзгябущчцйжшхфью"),
    ("Ukrainian", "оанивіетрслкдмпузяьбгйчєїхшжцщюфґ"),
    ("Belarusian", "аінеоырстклуядзпмвбьгчцэйхўжшюёф"),
    ("Serbian", "аоиенрстјвудклпмзгбљчшцњжхђћфџ"),
    ("Macedonian", "аоиетнрсвдкпмлзјуштгбчцжшфхњќџѓљѕ"),
];
const GREEK: &[Language] = &[("Greek", "αοιετσνηυρπκμλωςάόίέθγδχήβύφώξζψϊϋΐΰ")];
const HEBREW: &[Language] = &[("Hebrew", "יוהלאתמרבשנדםעקפחגטןצכסזךץף")];
const ARABIC: &[Language] =
    &[("Arabic", "اليمنتورهبةعدسفحكقأجشصطخذئضزىثءإغظآؤ"), ("Persian", "ایرندمهوتبسشکزلگخفقپعجچحصطژغئضذآثظ")];
const THAI: &[Language] = &[("Thai", "นรากเงอ่มย้ิวลดสัทุีปหบคะไแำต็ชขพโจใถซื์ึผศธญภูณฟษฎฉฤฮๆฒฐฌฏฆ๋")];

/// The single-byte encodings, the commonest first among those in which a text is the same, with their languages, and
/// with bits for how rare they are.
#[rustfmt::skip]
pub(super) const SINGLE_BYTE: [(Charset, &[Language], u64); 24] = [
    (Charset::Latin1, WESTERN, 0), (Charset::Whatwg(web::WINDOWS_1252), WESTERN, 0),
    (Charset::Whatwg(web::WINDOWS_1251), CYRILLIC, 2), (Charset::Whatwg(web::WINDOWS_1250), CENTRAL, 5),
    (Charset::Whatwg(web::WINDOWS_1254), TURKISH, 4), (Charset::Whatwg(web::WINDOWS_1253), GREEK, 3),
    (Charset::Whatwg(web::WINDOWS_1255), HEBREW, 3), (Charset::Whatwg(web::WINDOWS_1256), ARABIC, 3),
    (Charset::Whatwg(web::WINDOWS_874), THAI, 6), (Charset::Whatwg(web::KOI8_R), CYRILLIC, 3),
    (Charset::Whatwg(web::KOI8_U), CYRILLIC, 4), (Charset::Whatwg(web::WINDOWS_1257), BALTIC, 5),
    (Charset::Whatwg(web::ISO_8859_7), GREEK, 4), (Charset::Whatwg(web::ISO_8859_15), WESTERN, 4),
    (Charset::Whatwg(web::IBM866), CYRILLIC, 4), (Charset::Whatwg(web::ISO_8859_2), CENTRAL, 6),
    (Charset::Whatwg(web::ISO_8859_5), CYRILLIC, 6), (Charset::Whatwg(web::ISO_8859_8), HEBREW, 6),
    (Charset::Whatwg(web::ISO_8859_6), ARABIC, 7), (Charset::Whatwg(web::ISO_8859_13), BALTIC, 7),
    (Charset::Whatwg(web::MACINTOSH), WESTERN, 10), (Charset::Oem(850), WESTERN, 9),
    (Charset::Oem(852), CENTRAL, 10), (Charset::Whatwg(web::X_MAC_CYRILLIC), CYRILLIC, 10),
];
