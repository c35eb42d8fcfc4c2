//! The row about charset labels.

use super::{check::Context, report::Tally, spec::rows};
use crate::{contract::Question, reference::LABELS};

rows! {
    "labels", [36_000; 2], Labels(labels),
        "the names of RFC 3629 and of WHATWG, in every case, and all that are one byte away";
}

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

fn labels(context: &Context<'_>) -> Result<Tally, String> {
    Ok(context.each(LABELS.len() + 1, |item, tester| {
        let Some((name, _)) = LABELS.get(item) else {
            for other in OTHERS {
                tester.ask("another name", &Question::Labels(other.as_bytes()));
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
            tester.ask(
                "in another case",
                &Question::Labels(&name.iter().enumerate().map(flip).collect::<Vec<_>>()),
            );
        }
        for at in 0..=name.len() {
            let (before, after) = name.split_at(at);
            if !after.is_empty() {
                tester.ask("a byte is missing", &Question::Labels(&[before, &after[1..]].concat()));
            }
            for byte in 0..=255 {
                tester.ask("a byte more", &Question::Labels(&[before, &[byte], after].concat()));
                if !after.is_empty() {
                    tester.ask("another byte", &Question::Labels(&[before, &[byte], &after[1..]].concat()));
                }
            }
        }
        for twice in [&b"  "[..], b"\r\n", b"\t\x0B", b"\0\0"] {
            tester.ask("surrounded", &Question::Labels(&[twice, name, twice].concat()));
        }
        tester.ask("twice", &Question::Labels(&[name, name].concat()));
    }))
}
