//! Rows that detect a read outside the slice.

use super::prelude::*;
use crate::{contract::Practice, guard::Guarded};

rows! {
    "guard-pages", [12_840, 41_040], Verdict(guard_pages),
        "inputs flush with an unreadable page, before or after";
    "guard-pages-replaced", [4 * 12_840, 4 * 41_040], Practices(guarded_replacement),
        "the same inputs, with as many U+FFFD as Java, Go or Perl";
    "heap", [12_840, 41_040], Verdict(heap),
        "inputs that end where their allocation ends; for a sanitizer";
    "poison", [45_024, 1_034_112], Verdict(poison),
        "what lies around the slice changes nothing";
}

/// Every length up to this one.
const LENGTHS: usize = 320;

const LONGEST: usize = 8192 + 70;

/// Every length up to some hundreds, and the lengths around the ends of chunks.
fn lengths(depth: Depth) -> Vec<usize> {
    near(depth.pick([&[][..], &[512, 1024, 2048, 4096, 8192]]), 70, 0..=LENGTHS)
}

fn guard_pages(context: &Context<'_>) {
    guarded(context, |place, input, tester| tester.read(place, input));
}

fn guarded_replacement(context: &Context<'_>) {
    guarded(context, |place, input, tester| {
        for practice in Practice::ALL {
            tester.ask(place, &Question::Practices(practice, &[input]));
        }
    });
}

/// A read outside the slice kills the process; the last line that `progress` printed names the row before.
fn guarded(context: &Context<'_>, check: impl Fn(&str, &[u8], &mut Tester<'_>) + Sync) {
    let lengths = lengths(context.depth);
    // Tried here first, so that "not available" is reported once. By `err`: where there are none, it is always an error.
    if let Some(reason) = Guarded::new(LONGEST).err() {
        return context.cannot_run(reason);
    }
    context.each(lengths.len(), |item, tester| {
        let Ok(mut guarded) = Guarded::new(LONGEST) else {
            // The row then misses its minimum of cases.
            return;
        };
        let len = lengths[item];
        let mut random = Random(len as u64);
        for content in contents(len, &mut random) {
            let input = guarded.at_end(len);
            input.copy_from_slice(&content);
            check("flush with the end", input, tester);
            let input = guarded.at_start(len);
            input.copy_from_slice(&content);
            check("flush with the start", input, tester);
        }
    });
}

/// In a program compiled with an address sanitizer, a read outside the slice ends the process and reports the location.
///
/// Unlike a page, an allocation can end after any byte, wherever the input begins.
fn heap(context: &Context<'_>) {
    let lengths = lengths(context.depth);
    context.each(lengths.len(), |item, tester| {
        let len = lengths[item];
        let mut random = Random(len as u64);
        for content in contents(len, &mut random) {
            tester.read("alone", &content.clone().into_boxed_slice());
            let from = random.below(64);
            let mut bytes = vec![b'<'; from];
            bytes.reserve_exact(len);
            bytes.extend(content);
            tester.read("after others", &bytes.into_boxed_slice()[from..]);
        }
    });
}

/// Twenty inputs of one length: valid, truncated, broken in the middle, random.
fn contents(len: usize, random: &mut Random) -> Vec<Vec<u8>> {
    let mut contents = Vec::new();
    for kind in Kind::LENGTHS {
        let mut text = kind.of(len).before();
        contents.push(text.clone());
        // A prefix of a longer text: its last character is cut off unless it happens to fit.
        let longer = kind.of(len + 3).after();
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

/// The bytes around a slice, repeated. A kernel that reads them sees continuation bytes for its unfinished sequence,
/// or a lead for its first continuation bytes, or ASCII.
const SURROUNDINGS: [(&str, &[u8]); 3] =
    [("among continuations", b"\x80"), ("among leads", b"\xF1\xC3"), ("among ASCII", b"\x41")];

fn poison(context: &Context<'_>) {
    let (lengths, step) = context.depth.pick([(70, 9), (200, 1)]);
    context.each(64, |address, tester| {
        if address % step != 0 {
            return;
        }
        let mut buffer = Buffer::new(lengths);
        for len in 0..lengths {
            let mut random = Random((len * 64 + address) as u64);
            let mut inputs = contents(len, &mut random);
            inputs.extend(exposed(len));
            for input in &inputs {
                poisoned(&mut buffer, address, input, tester);
            }
        }
    });
}

/// Inputs whose verdict depends on any byte read outside: they end in a lead, or begin with continuation bytes.
fn exposed(len: usize) -> Vec<Vec<u8>> {
    const ENDS: [&str; 4] = ["cut-c3", "cut-e2-82", "cut-f0-9f-98", "cut-f1-80"];
    const STARTS: [&[u8]; 3] = [b"\x80", b"\x80\x80", b"\x80\x80\x80"];
    let text = |bytes: &[u8]| Some(vec![b'a'; len.checked_sub(bytes.len())?]);
    let ends = ENDS.iter().map(|id| cases::case(id).bytes);
    let ended = ends.filter_map(|end| Some([&text(end)?[..], end].concat()));
    let started = STARTS.iter().filter_map(|start| Some([start, &text(start)?[..]].concat()));
    ended.chain(started).collect()
}

fn poisoned(buffer: &mut Buffer, address: usize, input: &[u8], tester: &mut Tester<'_>) {
    let expected = reference::read(input);
    for (name, bytes) in SURROUNDINGS {
        buffer.surround(address, input.len(), bytes, 64);
        tester.check(name, buffer.put(address, input), &expected);
    }
}
