//! Rows about older forms, each for every form.

use super::exhaustive::values;
use super::prelude::*;
use crate::contract::{Older, OlderQuestion};
use crate::forms::{PIECES, Reference, edge_strings, edges};
use crate::w_method;

// The minimum is that of each form.
rows! {
    "older-bytes", [70_000; 2], Older(|context| each(context, bytes)),
        "every string of at most two bytes, and of three edges";
    "older-edges", [1_000; 2], Older(|context| each(context, each_edge)),
        "each byte of a sequence or a pair replaced by each edge";
    "older-class-strings", [20_000; 2], Older(|context| each(context, class_strings)),
        "every string of at most four bytes, one for each class";
    "older-w-method", [10_000; 2], Older(|context| each(context, chow)),
        "Chow's complete set over the minimal automaton";
    "older-values", [200_000; 2], Older(|context| each(context, each_value)),
        "every value forth and back, or refused";
    "older-hostile", [40_000; 2], Older(|context| each(context, hostile)),
        "named sequences, next to each other and to surrogates";
    "older-seams", [10_000; 2], Older(|context| each(context, seams)),
        "telling sequences at every offset of ASCII and other text";
    "older-mixed", [6_000; 2], Older(|context| each(context, mixed)),
        "random strings of telling sequences";
}

/// Asks a decoder about one form.
struct Forms<'a, 'd> {
    reference: &'static Reference,
    depth: Depth,
    tester: &'a mut Tester<'d>,
}

fn each(context: &Context<'_>, ask: fn(&mut Forms<'_, '_>)) {
    context.each_complete(&Older::ALL, |form, tester| {
        ask(&mut Forms { reference: Reference::get(form), depth: context.depth, tester });
    });
}

impl Forms<'_, '_> {
    fn verdict(&mut self, bytes: &[u8]) {
        self.ask(OlderQuestion::Validate(bytes));
    }

    /// Asks for every operation on these bytes.
    fn check(&mut self, bytes: &[u8]) {
        self.verdict(bytes);
        self.ask(OlderQuestion::Values(bytes));
        self.ask(OlderQuestion::ToUtf8(bytes));
        // And back: valid text has exactly one encoding in the form.
        if let Ok(text) = self.reference.to_utf8(bytes) {
            self.ask(OlderQuestion::OfUtf8(&text));
        }
    }

    /// Asks for every operation on a value.
    fn value(&mut self, value: u32) {
        self.ask(OlderQuestion::Encode(value));
        if let Some(bytes) = self.reference.encode(value) {
            self.check(&bytes);
        }
    }

    fn ask(&mut self, question: OlderQuestion<'_>) {
        self.tester.ask("an older form", &Question::Older(self.reference.form, question));
    }
}

fn each_edge(forms: &mut Forms<'_, '_>) {
    edge_strings(forms.reference).iter().for_each(|string| forms.check(string));
}

fn chow(forms: &mut Forms<'_, '_>) {
    w_method::strings(&forms.reference.text).iter().for_each(|string| forms.verdict(string));
}

fn bytes(forms: &mut Forms<'_, '_>) {
    let all: Vec<u8> = (0..=255).collect();
    strings(&all, 2, |string| forms.verdict(string));
    strings(&edges(forms.reference), 3, |string| forms.verdict(string));
}

fn class_strings(forms: &mut Forms<'_, '_>) {
    strings(&forms.reference.text.representatives(), 4, |string| forms.check(string));
}

fn each_value(forms: &mut Forms<'_, '_>) {
    let step = forms.depth.pick([262_139, 4_093]);
    for value in values(forms.depth, 0x11_1000).chain((0x11_1000..=u32::MAX).step_by(step)) {
        forms.value(value);
    }
    // Both sides of each boundary between lengths, and of the last value.
    for border in [0x80, 0x800, 0x1_0000, 0x11_0000, 0x20_0000, 0x400_0000, 0x8000_0000_u32, u32::MAX] {
        (border.saturating_sub(3)..=border.saturating_add(3)).for_each(|value| forms.value(value));
    }
}

fn hostile(forms: &mut Forms<'_, '_>) {
    for case in cases::all() {
        forms.check(case.bytes);
        for piece in PIECES {
            forms.check(&[piece, case.bytes].concat());
            forms.check(&[case.bytes, piece].concat());
        }
    }
    for (a, b, c) in iproduct!(PIECES, PIECES, PIECES) {
        forms.check(&[a, b, c].concat());
    }
}

/// A decoder may skip ASCII, or UTF-8, in blocks, which have boundaries.
fn seams(forms: &mut Forms<'_, '_>) {
    const LEN: usize = 600;
    let depth = forms.depth;
    // `Depth::Quick` keeps the boundaries of blocks of 64, 256 and 512 bytes.
    let kept = |at: &usize| {
        depth == Depth::Full || [64, 256, 512_usize].iter().any(|border| border.abs_diff(*at) < 8)
    };
    for filler in [&b"a"[..], b"\xC3\xA9", b"\xED\x9F\xBF", b"\xED\xA0\x80\xED\xB0\x80"] {
        let text = filler.repeat(LEN / filler.len());
        for (piece, at) in iproduct!(PIECES, (0..LEN).step_by(filler.len()).filter(kept)) {
            forms.check(&[&text[..at], piece, &text[at..]].concat());
            forms.check(&[&text[..at], piece].concat());
        }
    }
}

fn mixed(forms: &mut Forms<'_, '_>) {
    let mut random = Random(2279);
    let rounds = if forms.depth == Depth::Full { 40_000 } else { 2_000 };
    for _ in 0..rounds {
        let mut string = Vec::new();
        // Occasionally long runs of one piece.
        for _ in 0..random.below(12) {
            let count = if random.below(8) == 0 { random.below(80) } else { 1 };
            string.extend(random.pick(&PIECES).repeat(count));
        }
        forms.check(&string);
    }
}
