//! Rows about the subject's ways of answering, rather than about its inputs.

use super::{
    Depth, Spec,
    check::{Context, Tally, breach},
    material::{EDGES, Filler, Random, SEQUENCES},
    report::words,
};
use crate::{
    oracle::Oracle,
    reading,
    subject::{Subject, Verdict},
};

pub(super) const ROWS: &[Spec] = &[
    Spec {
        name: "ways",
        about: "`validate`, `scan` and `judge` agree with each other",
        minimum: [SEQUENCES.len() as u64 * 70; 2],
        run: ways,
    },
    Spec {
        name: "suspect-from",
        about: "a scan's `from` hides no error, whatever lies around it",
        minimum: [9_600, 96_000],
        run: suspect_from,
    },
    Spec {
        name: "many-calls",
        about: "the answers do not change with the number of calls",
        minimum: [70_000; 2],
        run: many_calls,
    },
    Spec {
        name: "replacement",
        about: "one U+FFFD for each maximal subpart",
        minimum: [22_736; 2],
        run: replacement,
    },
];

/// Inputs of the sequences between ASCII texts, at lengths around a block.
fn ways(context: &Context<'_>) -> Result<Tally, String> {
    Ok(context.each(SEQUENCES.len(), |at, checker| {
        let (what, sequence) = SEQUENCES[at];
        for before in 0..70 {
            let mut input = vec![b'a'; before];
            input.extend_from_slice(sequence);
            input.extend_from_slice(&b"placemat".repeat(before % 9));
            let expected = reading::read(&input);
            checker.ask(what, &input, &expected, |subject| disagreement(subject, &input, &expected));
        }
    }))
}

fn disagreement(subject: &dyn Subject, input: &[u8], expected: &Verdict) -> Option<String> {
    let (verdict, scan) = subject.judge(input);
    let alone = (subject.validate(input), subject.scan(input));
    if alone != (verdict, scan) {
        let both = [(verdict, scan), alone].map(|(verdict, scan)| format!("{} ({scan:?})", words(&verdict)));
        return Some(format!("`judge`: {}; one by one: {}", both[0], both[1]));
    }
    (!subject.fields().agree(&verdict, expected)).then(|| words(&verdict))
}

/// Behind each error, things that a kernel could mistake for the error's beginning.
fn suspect_from(context: &Context<'_>) -> Result<Tally, String> {
    const BEHIND: [&[u8]; 6] =
        [b"", b"\x80\x80\x80\x80", b"\xC3", b"\xF0\x90\x80", b"a\xE2\x82", b"\xC3\xA9\xFFabcdefghijklmnopq"];
    if context.subject.scan(b"").is_none() {
        return Err("the subject is no backend: it has no scan".to_owned());
    }
    let lengths = if context.depth == Depth::Full { 320 } else { 32 };
    let fillers = Filler::all(lengths);
    let bad: Vec<_> = SEQUENCES.iter().filter(|(_, octets)| reading::read(octets).is_err()).collect();
    Ok(context.each(bad.len(), |at, checker| {
        let (what, sequence) = bad[at];
        for before in 0..lengths {
            let mut text = vec![0; before];
            fillers[before % 4].before(&mut text);
            for behind in BEHIND {
                let input = [&text[..], sequence, behind].concat();
                let expected = reading::read_between(&input, before, input.len());
                checker.ask(what, &input, &expected, |subject| match subject.scan(&input) {
                    None => Some("no scan, where there was one before".to_owned()),
                    Some(scan) => breach(scan, &input, &expected).map(|broken| format!("{scan:?}: {broken}")),
                });
            }
        }
    }))
}

/// One input after the other on one thread, good and bad, short and long, again and again (node 54521 was wrong only
/// after 20,000 calls).
fn many_calls(context: &Context<'_>) -> Result<Tally, String> {
    let long = "caf\u{e9} \u{4e2d}\u{1F37D}".repeat(11).into_bytes();
    let mut broken = long.clone();
    broken[100] = 0xFF;
    let inputs = [&b"caf\xC3\xA9"[..], b"caf\xC3", b"", &long, b"\xED\xA0\x80", &broken, b"plain"];
    let expected = inputs.map(reading::read);
    Ok(context.once(|checker| {
        for call in 0..70_000 {
            let which = call % inputs.len();
            checker.check("again", inputs[which], &expected[which]);
        }
    }))
}

/// Every string of four octets by class, and random ones.
fn replacement(context: &Context<'_>) -> Result<Tally, String> {
    if context.subject.replaced(b"").is_none() {
        return Err("the subject does not decode".to_owned());
    }
    let classes: Vec<u8> = Oracle::get().classes().iter().map(|class| class[0]).collect();
    let n = classes.len();
    Ok(context.each(n * n + 1, |at, checker| {
        let mut inputs: Vec<Vec<u8>> = Vec::new();
        if at < n * n {
            for rest in 0..n * n {
                inputs.push([at / n, at % n, rest / n, rest % n].map(|class| classes[class]).to_vec());
            }
        } else {
            let mut random = Random(1992);
            for _ in 0..2_000 {
                let len = random.below(200);
                inputs.push((0..len).map(|_| random.pick(&EDGES)).collect());
            }
        }
        for input in &inputs {
            let expected = reading::read(input);
            checker.ask("replacement", input, &expected, |subject| {
                let (got, right) = (subject.replaced(input)?, reading::replaced(input));
                (got != right).then(|| format!("decoded to {got:02X?}, and should be {right:02X?}"))
            });
        }
    }))
}
