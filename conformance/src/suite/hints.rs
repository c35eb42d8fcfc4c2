//! Rows about hints.

use super::prelude::*;
use crate::contract::{Encoding, Hint};

rows! {
    "hint-examples", [EXAMPLES.len() as u64; 2], Diagnose(examples),
        "one example of each guess, and what is nearly one";
    "hint-places", [1_900, 60_000], Diagnose(places),
        "two of them at every distance; random bytes; text without an error";
}

type Example = (&'static [u8], &'static [Option<Hint>]);

/// Bytes, and the hints for their errors.
#[rustfmt::skip]
const EXAMPLES: [Example; 62] = [
    // No error, no hint; not even for text that was encoded twice.
    (b"", &[]),
    (b"text", &[]),
    (b"caf\xC3\xA9", &[]),
    (b"\xEF\xBB\xBFtext", &[]),
    (b"caf\xC3\x83\xC2\xA9", &[]),
    // Signatures.
    (b"\xFF\xFEa\0", &[Some(Hint::Signature(Encoding::Utf16Le)), Some(Hint::Signature(Encoding::Utf16Le))]),
    (b"\xFE\xFF\0a", &[Some(Hint::Signature(Encoding::Utf16Be)), Some(Hint::Signature(Encoding::Utf16Be))]),
    (b"\xFF\xFE\0\0", &[Some(Hint::Signature(Encoding::Utf32Le)), Some(Hint::Signature(Encoding::Utf32Le))]),
    (b"\0\0\xFE\xFF", &[Some(Hint::Signature(Encoding::Utf32Be)), Some(Hint::Signature(Encoding::Utf32Be))]),
    (b"\xFF\xFEa\xFF", &[
        Some(Hint::Signature(Encoding::Utf16Le)), Some(Hint::Signature(Encoding::Utf16Le)), Some(Hint::Latin1('\u{FF}')),
    ]),
    (b"a\xFF\xFEb", &[Some(Hint::Latin1('\u{FF}')), Some(Hint::Latin1('\u{FE}'))]),
    // CESU-8: each byte is an error of its own.
    (b"\xED\xA0\xBC\xED\xBD\xBD", &[Some(Hint::Cesu8('\u{1F37D}')); 6]),
    (b"\xED\xA0\x80\xED\xB0\x80", &[Some(Hint::Cesu8('\u{10000}')); 6]),
    (b"\xED\xAF\xBF\xED\xBF\xBF", &[Some(Hint::Cesu8('\u{10FFFF}')); 6]),
    (b"\xED\xA0\xBC", &[Some(Hint::LoneSurrogate); 3]),
    (b"\xED\xBD\xBD\xED\xA0\xBC", &[Some(Hint::LoneSurrogate); 6]),
    (b"\xED\xA0\xBC.\xED\xBD\xBD", &[Some(Hint::LoneSurrogate); 6]),
    // Java's NUL.
    (b"a\xC0\x80b", &[Some(Hint::JavaNul); 2]),
    (b"a\xC0\x81b", &[None; 2]),
    (b"/\xC0\xAE./", &[None; 2]),
    // RFC 2279.
    (b"\xF4\x90\x80\x80", &[Some(Hint::Rfc2279(4)); 4]),
    (b"\xF7\xBF\xBF\xBF", &[Some(Hint::Rfc2279(4)); 4]),
    (b"\xF8\x88\x80\x80\x80", &[Some(Hint::Rfc2279(5)); 5]),
    (b"\xFB\xBF\xBF\xBF\xBF", &[Some(Hint::Rfc2279(5)); 5]),
    (b"\xFC\x84\x80\x80\x80\x80", &[Some(Hint::Rfc2279(6)); 6]),
    (b"\xFD\xBF\xBF\xBF\xBF\xBF", &[Some(Hint::Rfc2279(6)); 6]),
    (b"\xFC\x84\x80\x80\x80.", &[None; 5]),
    // Split in two.
    (b"5 \xE2\x82", &[Some(Hint::CutEnd)]),
    (b"\xF0\x9F\x8D", &[Some(Hint::CutEnd)]),
    (b"caf\xC3", &[Some(Hint::CutEnd)]),
    (b"\x82\xAC, na\xC3\xAFve", &[Some(Hint::CutStart); 2]),
    (b"\x9F\x8D\xBD na\xC3\xAFve", &[Some(Hint::CutStart); 3]),
    (b"\x82\xAC and more", &[Some(Hint::CutStart); 2]),
    (b"\xE6\x87\n\"", &[Some(Hint::CutShort)]),
    (b"hi \xF0\x9F\x98\nnext", &[Some(Hint::CutShort)]),
    (b"\xE6\x97\xE6\x97\xA5", &[Some(Hint::CutShort)]),
    (b"\xE6\x97\xFF.", &[Some(Hint::Windows1252('\u{E6}')), Some(Hint::Windows1252('\u{FF}'))]),
    (b"\x80\x80\x80\x80 na\xC3\xAFve", &[None; 4]),
    (b"\x93Hello", &[Some(Hint::Windows1252('\u{201C}'))]),
    // UTF-16.
    (b"a\0b\0c\0\xE9\0", &[Some(Hint::Utf16Le)]),
    (b"\0a\0b\0c\0\xE9", &[Some(Hint::Utf16Be)]),
    (b"b\0c\0\xE9\0", &[None]),
    (b"\x04\x3F\x04\x40\x04\x38\0\xE9", &[Some(Hint::Utf16Be)]),
    // Two hints apply, and the first rule decides.
    (b"\xFF\xFEa\0b\0c\0d\0", &[Some(Hint::Signature(Encoding::Utf16Le)); 2]),
    (b"\0a\0b\0c\0d\0e\0f\xC0\x80", &[Some(Hint::JavaNul); 2]),
    (b"\x80\0a\0b\0\xC3\xA9", &[Some(Hint::Utf16Le)]),
    // Encoded twice: C3 9D contains a byte that Windows-1252 does not define.
    (b"\xC3\x83\x9D", &[Some(Hint::DoubleEncoding)]),
    (b"\xC3\xA2\xE2\x82\xAC\x9D", &[Some(Hint::DoubleEncoding)]),
    (b"MEN\xC3\x9C\xE2\x80\x9C caf\xE9!", &[Some(Hint::Latin1('\u{E9}'))]),
    // Latin-1 and Windows-1252.
    (b"caf\xE9 au lait", &[Some(Hint::Latin1('\u{E9}'))]),
    (b"m\xE4\xDFig", &[Some(Hint::Latin1('\u{E4}')), Some(Hint::Latin1('\u{DF}'))]),
    (b"5 \x80!", &[Some(Hint::Windows1252('\u{20AC}'))]),
    (b"a \x81 b", &[None]),
    // These bytes are letters in DOS code pages, Mac Roman and Windows-1250.
    (b"Ren\x82 et Lef\x8Avre", &[None; 2]),
    (b"d\x8Ej\x88 vu", &[None; 2]),
    (b"don\xD5t", &[None]),
    (b"\x9ABER stra\xE1e gro\xDFER", &[None, Some(Hint::Latin1('\u{E1}')), Some(Hint::Latin1('\u{DF}'))]),
    (b"2\xB2, (\xA9) m\xB3 a\xA0b I\xB4m \xABgo\xBB, no.\xD3 ", &[
        Some(Hint::Latin1('\u{B2}')), Some(Hint::Latin1('\u{A9}')), Some(Hint::Latin1('\u{B3}')),
        Some(Hint::Latin1('\u{A0}')), Some(Hint::Latin1('\u{B4}')), Some(Hint::Latin1('\u{AB}')),
        Some(Hint::Latin1('\u{BB}')), None,
    ]),
    (b"ab\xE9\0ab", &[None]),
    (b"\xE9a\0b", &[Some(Hint::Latin1('\u{E9}'))]),
    (b"\xCF\xF0\xE8\xE2 .", &[None; 4]),
    (b" \xE0\x80\xAF ", &[None; 3]),
];

fn examples(context: &Context<'_>) {
    context.once(|tester| {
        for (bytes, _) in EXAMPLES {
            tester.ask("example", &Question::Diagnose(bytes));
        }
    });
}

/// The parts of which inputs are made.
const PARTS: [&[u8]; 20] = [
    b"",
    b"\xE9",
    b"\x93",
    b"\x81",
    b"\xFF\xFE",
    b"\xC0\x80",
    b"\xED\xA0\xBC\xED\xBD\xBD",
    b"\xF4\x90\x80\x80",
    b"\xFC\x84\x80\x80\x80\x80",
    b"\xE2\x82",
    b"\x82\xAC",
    "\u{EF}".as_bytes(),
    "\u{20AC}".as_bytes(),
    "\u{C3}\u{A9}".as_bytes(),
    "\u{E2}\u{201A}\u{AC}".as_bytes(),
    "\u{DC}\u{201C}".as_bytes(),
    "\u{D0}\u{BF}\u{D1}\u{20AC}".as_bytes(),
    b"\0\xE9\0",
    b"\xE9\xE8\xE7",
    b"\xE9\xE8\xE7\xE6",
];

/// The distances between parts: around zero, and around the range that the rules inspect.
const DISTANCES: [usize; 26] =
    [0, 1, 2, 3, 5, 8, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 120, 126, 127, 128, 129, 130];

fn places(context: &Context<'_>) {
    context.each(PARTS.len(), |item, tester| {
        let parts = PARTS.into_iter().enumerate();
        for ((nth, after), distance, filler) in iproduct!(parts, DISTANCES, [&b"a"[..], b"a\0"]) {
            let is_kept = context.depth == Depth::Full || (distance + item + nth) % 25 == 0;
            if is_kept && (filler.len() == 1 || distance % 3 == 0) {
                let between: Vec<u8> = filler.iter().copied().cycle().take(distance).collect();
                let parts = [PARTS[item], &between, after].concat();
                tester.ask("two parts", &Question::Diagnose(&parts));
                tester.ask("two parts in text", &Question::Diagnose(&[b"a", &parts[..], b"a"].concat()));
            }
        }
    });
    let each = if context.depth == Depth::Full { 2_000 } else { 40 };
    context.each(20, |item, tester| {
        let mut random = Random(2003 + item as u64);
        for _ in 0..each {
            let len = random.below(150);
            let mut bytes = Vec::new();
            while bytes.len() < len {
                bytes.extend_from_slice(random.pick(&PARTS));
                bytes.resize(bytes.len() + random.below(4), random.pick(b"a\0\x80 "));
            }
            tester.ask("random", &Question::Diagnose(&bytes));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference;

    #[test]
    fn the_reference_agrees_with_the_examples() {
        for (bytes, expected) in EXAMPLES {
            let hints: Vec<_> = reference::hints(bytes).into_iter().map(|(_, hint)| hint).collect();
            assert_eq!(hints, expected, "{bytes:x?}");
        }
    }
}
