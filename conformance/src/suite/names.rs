//! Rows about what names a form: U+FEFF at the start of the input, and charset labels.

use super::prelude::*;
use crate::contract::Policy;
use crate::reference::{LABELS, SIGNED, signature};

rows! {
    "bom-policies", [847; 2], Bom(policies),
        "U+FEFF at the start, whole or in part, once or twice, cut everywhere, under every policy";
    "bom-detect", [2_801 + 5 + 15 * 256; 2], Detect(detect),
        "U+FEFF of every form, its beginnings, and all bytes that are nearly one";
    "labels", [36_000; 2], Labels(labels),
        "the names of RFC 3629 and of WHATWG, in every case, and all that are one byte away";
}

/// Inputs that begin with a signature, or with something similar.
pub(super) const STARTS: [&[u8]; 12] = [
    b"", b"\xEF", b"\xEF\xBB", b"\xEF\xBB\xBF", b"\xEF\xBB\xBF\xEF\xBB\xBF", b"\xEF\xBB\xBF\xEF\xBB",
    b"\xEF\xBB\xBE", b"\xEF\xBBa", b"\xEFa", b"a\xEF\xBB\xBF", b"\xEF\xEF\xBB\xBF", b"\xBB\xBF",
];

fn policies(context: &Context<'_>) {
    context.each(STARTS.len(), |item, tester| {
        for after in [&b""[..], b"z", b"\xEF\xBB\xBFz", b"\xC3\xA9\xFF"] {
            let bytes = [STARTS[item], after].concat();
            let all_cuts = 0..1 << bytes.len().saturating_sub(1).min(5);
            for (policy, cuts) in iproduct!(Policy::ALL, all_cuts) {
                tester.ask("signature", &Question::Bom(policy, &cut(&bytes, cuts)));
            }
        }
    });
}

/// All short strings of the bytes of signatures; each signature after a space; and each with one byte replaced by
/// every value.
fn detect(context: &Context<'_>) {
    context.once(|tester| {
        strings(&[0x00, 0xBB, 0xBF, 0xEF, 0xFE, 0xFF, b'a'], 4, |bytes| {
            tester.ask("short string", &Question::Detect(bytes));
        });
        for signature in SIGNED.map(signature) {
            tester.ask("not at the start", &Question::Detect(&[b" ", &signature[..]].concat()));
            for at in 0..signature.len() {
                for byte in 0..=255 {
                    let mut bytes = [&signature[..], b"text"].concat();
                    bytes[at] = byte;
                    tester.ask("changed", &Question::Detect(&bytes));
                }
            }
        }
    });
}

/// Labels of other charsets, and labels that an overly lenient comparison accepts.
const OTHERS: [&str; 18] = [
    "", " ", "utf", "utf-16", "utf-32", "utf-7", "utf-8n", "utf-8-sig", "utf_8", "utf 8", "\"utf-8\"",
    "charset=utf-8", "csutf8", "cp65001", "cesu-8", "iso-10646-utf-1", "utf-8, utf-8",
    "\u{FF35}\u{FF34}\u{FF26}-8",
];

fn labels(context: &Context<'_>) {
    context.each(LABELS.len() + 1, |item, tester| {
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
    });
}
