//! Rows of pseudorandom texts: ASCII blocks scattered among others, and random bytes. The seeds are fixed, so that
//! failures are reproducible.

use super::prelude::*;
use crate::text::CHARACTERS;

rows! {
    "scattered", [3_000, 150_000], Verdict(scattered),
        "ASCII blocks among others, errors at the blocks' ends";
    "structured", [20_000, 1_000_000], Verdict(structured),
        "random strings of the bytes at which ranges end";
}

const BLOCK: usize = 64;

/// The maximum length of a text.
const LONGEST: usize = 5 * 4096;

fn scattered(context: &Context<'_>) {
    let texts = if context.depth == Depth::Full { 6_000 } else { 120 };
    context.each(texts, |item, tester| {
        let mut random = Random(item as u64);
        let mut buffer = Buffer::new(LONGEST + 256);
        let address = random.below(64);
        let text = blocks(&mut random, address);
        tester.check("scattered blocks", buffer.put(address, &text), &Ok(()));
        for _ in 0..24 {
            one_error(&mut random, &text, address, &mut buffer, tester);
        }
    });
}

/// Valid text in aligned blocks, each with characters of one length. The share of ASCII blocks varies from text to
/// text, because kernels count them and change their mode at some number.
fn blocks(random: &mut Random, address: usize) -> Vec<u8> {
    const BY_LENGTH: [&[char]; 4] = [
        &['a', ' ', '\n', '\0', '\u{7F}'],
        &['\u{E9}', '\u{80}', '\u{7FF}', '\u{434}'],
        &['\u{4E2D}', '\u{800}', '\u{FFFF}', '\u{D7FF}', '\u{E000}'],
        &['\u{1F37D}', '\u{10000}', '\u{10FFFF}'],
    ];
    let longest = LONGEST >> random.below(5);
    let len = 1 + random.below(longest);
    let density = random.pick(&[1, 8, 20, 36, 37, 48, 49, 60, 64]);
    let kinds: &[usize] = random.pick(&[&[1_usize][..], &[2], &[3], &[1, 2], &[2, 3], &[1, 2, 3]]);
    // In some texts a block has a single non-ASCII character; in some, each character extends into the next block.
    let sparse = random.below(3) == 0;
    let mut text = String::with_capacity(len + 8);
    let mut kind = 0;
    let mut last = usize::MAX;
    while text.len() < len {
        let block = (address + text.len()) / BLOCK;
        if block != last {
            last = block;
            kind = if random.below(64) < density { random.pick(kinds) } else { 0 };
        }
        let here = if sparse && random.below(BLOCK) != 0 { 0 } else { kind };
        text.push(random.pick(BY_LENGTH[here]));
    }
    text.into_bytes()
}

fn one_error(random: &mut Random, text: &[u8], address: usize, buffer: &mut Buffer, tester: &mut Tester<'_>) {
    let case = random.pick(&SEQUENCES[..]);
    // Near the end of some block, at a character boundary.
    let block = (address + random.below(text.len())) / BLOCK;
    let near = (block * BLOCK + random.below(8)).saturating_sub(address + 4).min(text.len());
    let before =
        (0..=near).rev().find(|&at| at == 0 || at == text.len() || text[at] & 0xC0 != 0x80).unwrap_or(0);
    let until = before + case.bytes.len();
    let input = buffer.put(address, &[&text[..before], case.bytes, &text[before..]].concat());
    let expected = reference::read_between(input, before, until);
    tester.check(case.id, input, &expected);
}

fn structured(context: &Context<'_>) {
    const BATCH: usize = 1_000;
    let batches = if context.depth == Depth::Full { 1_000 } else { 20 };
    context.each(batches, |item, tester| {
        let mut random = Random(0x3629 + item as u64);
        let mut buffer = Buffer::new(512);
        for _ in 0..BATCH {
            let len = random.below(192);
            let input = buffer.at(random.below(64), len);
            // Mostly valid characters, so that the first error can be anywhere.
            let mut at = 0;
            while at < len {
                let byte = [random.pick(&EDGES)];
                let piece = if random.below(48) == 0 { &byte } else { random.pick(&CHARACTERS).as_bytes() };
                let fits = piece.len().min(len - at);
                input[at..at + fits].copy_from_slice(&piece[..fits]);
                at += fits;
            }
            tester.read("structured", input);
        }
    });
}
