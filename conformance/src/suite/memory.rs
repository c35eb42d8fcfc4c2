//! Rows that see a read outside the slice.

use super::{
    Depth, Spec,
    check::{Checker, Context, Tally},
    guard::Guarded,
    material::{EDGES, Filler, Random},
    stage::Stage,
};
use crate::reading;

pub(super) const ROWS: &[Spec] = &[
    Spec {
        name: "guard-pages",
        about: "inputs flush with an unreadable page, before or behind",
        minimum: [12_840, 41_040],
        run: guard_pages,
    },
    Spec {
        name: "heap",
        about: "inputs that end where their allocation ends; for a sanitizer",
        minimum: [12_840, 41_040],
        run: heap,
    },
    Spec {
        name: "poison",
        about: "what lies around the slice changes nothing",
        minimum: [45_024, 1_034_112],
        run: poison,
    },
];

/// Every length to this one.
const LENGTHS: usize = 320;

const LONGEST: usize = 8192 + 70;

/// Every length to some hundreds, and those around the ends of chunks.
fn lengths(depth: Depth) -> Vec<usize> {
    let mut lengths: Vec<usize> = (0..=LENGTHS).collect();
    if depth == Depth::Full {
        for edge in [512, 1024, 2048, 4096, 8192] {
            lengths.extend(edge - 70..=edge + 70);
        }
    }
    lengths
}

/// A read outside ends the process by a signal, and the last line that `progress` printed tells behind which row.
fn guard_pages(context: &Context<'_>) -> Result<Tally, String> {
    let lengths = lengths(context.depth);
    let fillers = Filler::all(LONGEST);
    // Made here first, so that "not available" is said once.
    Guarded::new(LONGEST)?;
    Ok(context.each(lengths.len(), |item, checker| {
        let Ok(mut guarded) = Guarded::new(LONGEST) else {
            // Counted by the row's minimum.
            return;
        };
        let len = lengths[item];
        let mut random = Random(len as u64);
        for content in contents(len, &fillers, &mut random) {
            let input = guarded.at_end(len);
            input.copy_from_slice(&content);
            checker.read("flush with the end", input);
            let input = guarded.at_start(len);
            input.copy_from_slice(&content);
            checker.read("flush with the start", input);
        }
    }))
}

/// In a program that is compiled with a sanitizer of addresses, a read outside ends the process, and it says where.
///
/// Unlike a page, an allocation ends behind any octet, wherever the input begins.
fn heap(context: &Context<'_>) -> Result<Tally, String> {
    let lengths = lengths(context.depth);
    let fillers = Filler::all(LONGEST);
    Ok(context.each(lengths.len(), |item, checker| {
        let len = lengths[item];
        let mut random = Random(len as u64);
        for content in contents(len, &fillers, &mut random) {
            checker.read("alone", &content.clone().into_boxed_slice());
            let from = random.below(64);
            let mut octets = vec![b'<'; from];
            octets.reserve_exact(len);
            octets.extend(content);
            checker.read("behind others", &octets.into_boxed_slice()[from..]);
        }
    }))
}

/// Twenty inputs of one length: well formed, cut off, broken in the middle, random.
fn contents(len: usize, fillers: &[Filler; 4], random: &mut Random) -> Vec<Vec<u8>> {
    let mut contents = Vec::new();
    for filler in fillers {
        let mut text = vec![0; len];
        filler.before(&mut text);
        contents.push(text.clone());
        // As many octets of a longer text: its last character is cut off, unless it happens to fit.
        let mut longer = vec![0; len + 3];
        filler.after(&mut longer);
        contents.push(longer[..len].to_vec());
        contents.push(longer[3..].to_vec());
        if len > 0 {
            text[random.below(len)] = random.pick(&EDGES);
        }
        contents.push(text);
    }
    for _ in 0..4 {
        contents.push((0..len).map(|_| random.pick(&EDGES)).collect());
    }
    contents
}

/// Octets to put around the slice. A kernel that reads them sees a tail for its unfinished sequence, or a lead for its
/// first continuations, or nothing of note.
const AROUND: [&[u8]; 3] = [b"\x80", b"\xF1\xC3", b"\x41"];

fn poison(context: &Context<'_>) -> Result<Tally, String> {
    let (lengths, step) = if context.depth == Depth::Full { (200, 1) } else { (70, 9) };
    let fillers = Filler::all(lengths + 3);
    Ok(context.each(64, |address, checker| {
        if address % step != 0 {
            return;
        }
        let mut stage = Stage::new(lengths);
        for len in 0..lengths {
            let mut random = Random((len * 64 + address) as u64);
            let mut inputs = contents(len, &fillers, &mut random);
            inputs.extend(exposed(len));
            for input in &inputs {
                poisoned(&mut stage, address, input, checker);
            }
        }
    }))
}

/// Inputs whose answer would change at once: they end in a lead, or begin with continuations.
fn exposed(len: usize) -> Vec<Vec<u8>> {
    let ends: [&[u8]; 4] = [b"\xC3", b"\xE2\x82", b"\xF0\x9F\x98", b"\xF1\x80"];
    let starts: [&[u8]; 3] = [b"\x80", b"\x80\x80", b"\x80\x80\x80"];
    let ended = ends.iter().filter(|end| end.len() <= len).map(|end| {
        let mut input = vec![b'a'; len - end.len()];
        input.extend_from_slice(end);
        input
    });
    let started = starts.iter().filter(|start| start.len() <= len).map(|start| {
        let mut input = start.to_vec();
        input.resize(len, b'a');
        input
    });
    ended.chain(started).collect()
}

fn poisoned(stage: &mut Stage, address: usize, input: &[u8], checker: &mut Checker<'_>) {
    let expected = reading::read(input);
    for around in AROUND {
        stage.surround(address, input.len(), around, 64);
        let place = stage.place(address, input.len());
        place.copy_from_slice(input);
        let what = match around[0] {
            0x80 => "among continuations",
            0x41 => "among ASCII",
            _ => "among leads",
        };
        checker.check(what, place, &expected);
    }
}
