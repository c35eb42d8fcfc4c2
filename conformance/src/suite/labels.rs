//! The row about charset labels.

use super::{
    check::{Context, Tester},
    report::Tally,
    spec::rows,
};
use crate::subject::{KnowsLabels, Label};

rows! {
    "labels", [36_000; 2], Labels(labels),
        "the names of RFC 3629 and of WHATWG, in every case, and all that are one byte away";
}

/// The labels, and what they mean by RFC 3629. By WHATWG's Encoding Standard all of them mean UTF-8.
const NAMES: [(&str, Label); 6] = [
    ("utf-8", Label::Utf8),
    ("unicode-1-1-utf-8", Label::OldHangul),
    ("utf8", Label::Unknown),
    ("unicode11utf8", Label::Unknown),
    ("unicode20utf8", Label::Unknown),
    ("x-unicode20utf8", Label::Unknown),
];

/// The ASCII whitespace that the Encoding Standard permits around a label.
const BLANKS: &[u8] = b"\t\n\x0C\r ";

/// Labels of other charsets, and labels that an overly lenient comparison accepts.
const OTHERS: [&str; 18] = [
    "",
    " ",
    "utf",
    "utf-16",
    "utf-32",
    "utf-7",
    "utf-8n",
    "utf-8-sig",
    "utf_8",
    "utf 8",
    "\"utf-8\"",
    "charset=utf-8",
    "csutf8",
    "cp65001",
    "cesu-8",
    "iso-10646-utf-1",
    "utf-8, utf-8",
    "\u{FF35}\u{FF34}\u{FF26}-8",
];

fn labels(context: &Context<'_, &dyn KnowsLabels>) -> Result<Tally, String> {
    Ok(context.each(NAMES.len() + 1, |item, tester| {
        let Some((name, _)) = NAMES.get(item) else {
            for other in OTHERS {
                check("another name", other.as_bytes(), tester);
            }
            return;
        };
        let name = name.as_bytes();
        // Flip the case of one letter, of all letters, and of every second one.
        for mask in (0..name.len()).map(|at| 1 << at).chain([0, usize::MAX, 0x5555]) {
            let flip = |(at, byte): (usize, &u8)| match mask >> at & 1 {
                1 => byte.to_ascii_uppercase(),
                _ => *byte,
            };
            check("in another case", &name.iter().enumerate().map(flip).collect::<Vec<_>>(), tester);
        }
        for at in 0..=name.len() {
            let (before, after) = name.split_at(at);
            if !after.is_empty() {
                check("a byte is missing", &[before, &after[1..]].concat(), tester);
            }
            for byte in 0..=255 {
                check("a byte more", &[before, &[byte], after].concat(), tester);
                if !after.is_empty() {
                    check("another byte", &[before, &[byte], &after[1..]].concat(), tester);
                }
            }
        }
        for twice in [&b"  "[..], b"\r\n", b"\t\x0B", b"\0\0"] {
            check("surrounded", &[twice, name, twice].concat(), tester);
        }
        check("twice", &[name, name].concat(), tester);
    }))
}

fn check(what: &str, label: &[u8], tester: &mut Tester<&dyn KnowsLabels>) {
    let means = |label: &[u8]| {
        let known = NAMES.iter().find(|(name, _)| label.to_ascii_lowercase() == name.as_bytes());
        known.map(|(_, meaning)| *meaning)
    };
    let is_blank = |byte: &u8| BLANKS.contains(byte);
    let from = label.iter().position(|byte| !is_blank(byte)).unwrap_or(0);
    let to = label.iter().rposition(|byte| !is_blank(byte)).map_or(0, |last| last + 1);
    let expected = (means(label).unwrap_or(Label::Unknown), means(&label[from..to.max(from)]).is_some());
    tester.expect(
        what,
        || format!("{:?}", String::from_utf8_lossy(label)),
        &expected,
        |subject| (subject.rfc(label), subject.whatwg(label)),
    );
}
