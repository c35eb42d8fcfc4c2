//! The bookkeeping of conversion to and from UTF-32: that the drivers rely on nothing but what kernels promise,
//! convert each unit once, where it belongs, and keep nothing of what they throw away.
//!
//! Here they run over a kernel that fills all it may overwrite with rubbish, and writes down what it is shown,
//! and where it stores. Afterwards the books are audited (see `ledger`), and what came out is compared with
//! what the standard library says.

#[expect(dead_code, reason = "these drivers copy nothing without a kernel")]
mod ledger;
mod shell;
mod wide_kernel;

use ledger::{Totals, filler, is_brief, places, script, starts};
use placemat_core::convert::Progress;
use placemat_simd::{
    BLOCK,
    convert::{BEFORE, utf8_to_utf32, utf32_to_utf8},
};
use shell::Shell;
use wide_kernel::{
    Hostile, Parts, judge,
    wrong::{self, Flaw},
};

/// How many units may be left where nothing is wrong with them.
const NEAR: usize = BLOCK + 4;

/// Octets that are judged and converted in one pass, before the verdict is looked at.
const CHUNK: usize = 16 * BLOCK;

type Decoder = fn(&[u8], &mut [u32]) -> Progress;
type Encoder = fn(&[u32], &mut [u8]) -> Progress;

const DECODERS: [Decoder; 4] =
    [decode::<16>, decode::<32>, decode::<64>, |source, room| utf8_to_utf32(Parts, judge, source, room)];
const ENCODERS: [Encoder; 3] =
    [encode::<16>, encode::<32>, |source, room| utf32_to_utf8(Parts, source, room)];

fn decode<const LANES: usize>(source: &[u8], room: &mut [u32]) -> Progress {
    utf8_to_utf32(Shell::<LANES, Hostile>(Hostile), judge, source, room)
}

fn encode<const LANES: usize>(source: &[u32], room: &mut [u8]) -> Progress {
    utf32_to_utf8(Shell::<LANES, Hostile>(Hostile), source, room)
}

/// What is well formed at the start of the octets.
fn good(source: &[u8]) -> &str {
    match std::str::from_utf8(source) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&source[..error.valid_up_to()]).unwrap_or_default(),
    }
}

/// Checks all that can be said of a conversion from UTF-8; or says what is wrong with it.
fn audit_decoder(
    driver: impl FnOnce(&[u8], &mut [u32]) -> Progress,
    source: &[u8],
    room: usize,
) -> Result<Totals, String> {
    let good = good(source);
    let mut units = vec![0; room];
    let (progress, entries) = ledger::record(source, &mut units, driver);
    let Progress { read, written } = progress;
    let text = good.get(..read).ok_or_else(|| format!("{progress:?} is no place in good text"))?;
    if written > room || !text.chars().map(u32::from).eq(units[..written].iter().copied()) {
        return Err(format!("{progress:?}, but these are not the characters"));
    }
    if good.len() - read >= NEAR && room - written >= NEAR {
        return Err(format!("{progress:?}: it stops needlessly"));
    }
    let totals = ledger::follow(source, progress, &entries)?;
    let is_short = source.len() < NEAR || source.len() <= 256 && source.is_ascii();
    if totals.by_kernel < read && !is_short {
        return Err(format!("{totals:?}: a long text was converted without the kernel"));
    }
    Ok(totals)
}

/// The same of a conversion to UTF-8.
fn audit_encoder(
    driver: impl FnOnce(&[u32], &mut [u8]) -> Progress,
    source: &[u32],
    room: usize,
) -> Result<Totals, String> {
    let good: String = source.iter().map_while(|unit| char::from_u32(*unit)).collect();
    let sound = good.chars().count();
    let mut octets = vec![0; room];
    let (progress, entries) = ledger::record(source, &mut octets, driver);
    let Progress { read, written } = progress;
    if read > sound || written > room {
        return Err(format!("{progress:?} of {sound} good units"));
    }
    let text: String = good.chars().take(read).collect();
    if octets[..written] != *text.as_bytes() {
        return Err(format!("{progress:?}, but these are not the octets"));
    }
    if sound - read >= NEAR && room - written >= 4 * NEAR {
        return Err(format!("{progress:?}: it stops needlessly"));
    }
    let totals = ledger::follow(source, progress, &entries)?;
    let is_short = source.len() <= 4 || source.len() <= 256 && good.is_ascii();
    if totals.by_kernel < read && !is_short {
        return Err(format!("{totals:?}: a long text was converted without the kernel"));
    }
    Ok(totals)
}

/// Runs every driver in every room. No audit may complain, and little may be thrown away.
fn decode_all(source: &[u8], rooms: &[usize]) -> usize {
    ledger::all(&DECODERS, audit_decoder, source, rooms, 2 * CHUNK + BLOCK)
}

fn encode_all(source: &[u32], rooms: &[usize]) -> usize {
    ledger::all(&ENCODERS, audit_encoder, source, rooms, BLOCK)
}

/// Characters of one to four octets, and what is mixed.
const SORTS: [usize; 6] = [1, 2, 3, 4, 5, 6];

fn scripts() -> Vec<Vec<char>> {
    SORTS.map(|sort| script(sort, 4, 9_000)).to_vec()
}

fn units(characters: &[char]) -> Vec<u32> {
    characters.iter().copied().map(u32::from).collect()
}

/// In text that is well formed, with room for all of it, every octet is judged once at most, and nothing is
/// converted twice: but up to three octets, where converting in one pass ends and goes back to a character.
#[test]
fn each_octet_is_converted_once() {
    let scripts = scripts();
    for len in (0..4_200).chain(8_180..8_270).step_by(if is_brief() { 31 } else { 1 }) {
        for (start, script) in starts(len).flat_map(|start| scripts.iter().map(move |script| (start, script)))
        {
            let source = filler(&script[start..], len);
            for driver in DECODERS {
                let totals = audit_decoder(driver, &source, len);
                let totals = totals.unwrap_or_else(|what| panic!("{len} from {start} on: {what}"));
                let is_once = totals.again <= BEFORE && totals.vain == 0 && totals.judged <= len;
                assert!(is_once, "{len} from {start} on: {totals:?}");
            }
        }
    }
}

#[test]
fn each_unit_is_converted_once() {
    let scripts = scripts();
    for len in (0..3_000).step_by(if is_brief() { 31 } else { 1 }) {
        for (start, script) in starts(len).flat_map(|start| scripts.iter().map(move |script| (start, script)))
        {
            let source = units(&script[start..][..len]);
            for driver in ENCODERS {
                let totals = audit_encoder(driver, &source, 4 * len + 320);
                let totals = totals.unwrap_or_else(|what| panic!("{len} from {start} on: {what}"));
                assert!(totals.again == 0 && totals.vain == 0, "{len} from {start} on: {totals:?}");
            }
        }
    }
}

/// An error or a character of four octets at each place: both are cut by the ends of blocks, chunks, stretches
/// and pieces. Because of an error, two chunks are thrown away at most: one that ends with it, and the next.
#[test]
fn errors_at_every_place() {
    const TELLING: [&[u8]; 10] = [
        b"\xFF",
        b"\x80",
        b"\xC3",
        b"\xC0\x80",
        b"\xE2\x82",
        b"\xF0\x9F\x8D",
        b"\xED\xA0\x80",
        b"\xF4\x90\x80\x80",
        b"\xF0\x9F\x8D\xBD",
        b"\xF0\x9F\x8D\xBD\xF0\x9F\x8D\xBD\x80",
    ];
    const WRONG: [u32; 4] = [0xD800, 0xDFFF, 0x11_0000, u32::MAX];
    let scripts = scripts();
    let mut calls = 0;
    for place in places() {
        for (nth, script) in scripts.iter().enumerate() {
            let before = filler(script, place);
            for (which, telling) in TELLING.iter().enumerate() {
                if is_brief() && (place + which) % 3 != 0 {
                    continue;
                }
                // Nothing after it; or text of the same sort, or of another.
                let after = match (place + which) % 3 {
                    0 => Vec::new(),
                    1 => filler(script, 70),
                    _ => filler(&scripts[(nth + place) % 6], 1200),
                };
                let source = [&before[..], telling, &after].concat();
                calls += decode_all(&source, &[source.len()]);
            }
            let wrong = WRONG[place % 4];
            let source = [units(&script[..place]), vec![wrong], units(&script[..place % 150])].concat();
            calls += encode_all(&source, &[4 * source.len() + 320, 4 * source.len()]);
        }
    }
    println!("{calls} runs of the drivers were audited");
    assert!(calls > 1_000);
}

/// The same where runs of ASCII end that are after other text, and after chunks of ASCII.
#[test]
fn errors_after_runs_of_ascii() {
    let mut calls = 0;
    for script in &scripts()[1..] {
        let before = filler(script, 2 * CHUNK);
        for run in (2 * CHUNK - 5..2 * CHUNK + 520).step_by(if is_brief() { 17 } else { 1 }) {
            let telling = [&b"\x80"[..], b"\xC3", b"\xF0\x9F\x8D\xBD"];
            for telling in telling.into_iter().take(if is_brief() { 1 } else { 3 }) {
                let source = [&before[..], &vec![b'a'; run], telling, &[b'a'; CHUNK + 80]].concat();
                calls += decode_all(&source, &[source.len()]);
            }
        }
    }
    println!("{calls} runs of the drivers were audited");
    assert!(calls > 100);
}

#[test]
fn rooms_of_every_size() {
    let step = if is_brief() { 13 } else { 1 };
    let mut calls = 0;
    for script in scripts() {
        for len in [150, 1_400, 3_300] {
            let source = filler(&script, len);
            let needed = good(&source).chars().count();
            let rooms: Vec<usize> = (0..needed + 70).step_by(step).collect();
            // Of long texts, those around the ends of blocks.
            let is_near = |room: &usize| len < 1_000 || *room % BLOCK < 3 || needed.abs_diff(*room) < 70;
            calls += decode_all(&source, &rooms.into_iter().filter(is_near).collect::<Vec<_>>());
        }
        for len in [70, 600] {
            let rooms: Vec<usize> = (0..4 * len + 330).step_by(step).collect();
            calls += encode_all(&units(&script[..len]), &rooms);
        }
    }
    println!("{calls} runs of the drivers were audited");
    assert!(calls > 1_000);
}

/// The audit finds every mistake of a plain driver, and has nothing to say against it without one.
#[test]
fn the_audit_finds_what_is_wrong_with_a_driver() {
    let is_found = |result: Result<Totals, String>| match result {
        Ok(totals) => totals.again > BEFORE,
        Err(_) => true,
    };
    let mixed: Vec<char> = scripts().iter().flat_map(|script| script[..200].to_vec()).collect();
    let (octets, units) = (filler(&mixed, 2_500), units(&mixed));
    let decoder = |flaw| audit_decoder(|source, room| wrong::decode(flaw, source, room), &octets, 2_500);
    let encoder = |flaw| audit_encoder(|source, room| wrong::encode(flaw, source, room), &units, 5_200);
    for result in [decoder(Flaw::None), encoder(Flaw::None)] {
        let totals = result.expect("nothing is wrong with it");
        assert!(totals.again == 0 && totals.vain == 0, "{totals:?}");
    }
    for flaw in Flaw::ALL {
        assert!(is_found(decoder(flaw)), "{flaw:?}");
        assert!(is_found(encoder(flaw)) == flaw.is_of_blocks(), "{flaw:?}");
    }
}
