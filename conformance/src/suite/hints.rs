//! Rows about hints.

use super::prelude::*;
use crate::lists::rows;

rows! {
    "hint-examples", [62; 2], Diagnose(examples),
        "one example of each guess, and what is nearly one";
    "hint-places", [1_900, 60_000], Diagnose(places),
        "two of them at every distance; random bytes; text without an error";
}

fn table() -> impl Iterator<Item = (Vec<u8>, &'static str)> {
    rows(include_str!("hints.txt")).map(|line| {
        let (bytes, hints) = line.split_once('\t').expect("two columns");
        let mut parts = bytes.split("\\x");
        let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
        for (digits, rest) in parts.map(|part| part.split_at(2)) {
            bytes.push(u8::from_str_radix(digits, 16).expect("hexadecimal digits"));
            bytes.extend_from_slice(rest.as_bytes());
        }
        (bytes, hints.trim_matches('-'))
    })
}

fn examples(context: &Context<'_>) {
    context.once(|tester| {
        for (bytes, _) in table() {
            tester.ask("example", &Question::Diagnose(&bytes));
        }
    });
}

/// The parts of which inputs are made.
#[rustfmt::skip]
const PARTS: [&[u8]; 20] = [
    b"", b"\xE9", b"\x93", b"\x81", b"\xFF\xFE", b"\xC0\x80", b"\xED\xA0\xBC\xED\xBD\xBD", b"\xF4\x90\x80\x80",
    b"\xFC\x84\x80\x80\x80\x80", b"\xE2\x82", b"\x82\xAC", b"\0\xE9\0", b"\xE9\xE8\xE7", b"\xE9\xE8\xE7\xE6",
    // Encoded twice.
    "\u{EF}".as_bytes(), "\u{20AC}".as_bytes(), "\u{C3}\u{A9}".as_bytes(), "\u{E2}\u{201A}\u{AC}".as_bytes(),
    "\u{DC}\u{201C}".as_bytes(), "\u{D0}\u{BF}\u{D1}\u{20AC}".as_bytes(),
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
        for (bytes, expected) in table() {
            let hints: Vec<_> = reference::hints(&bytes).into_iter().map(|(_, hint)| hint).collect();
            let runs = hints.chunk_by(PartialEq::eq).map(|run| format!("{} {:?}", run.len(), run[0]));
            assert_eq!(runs.collect::<Vec<_>>().join(", "), expected, "{bytes:x?}");
        }
    }
}
