//! Compares `placemat::bom` with section 6. (The suite's rows `bom-detect` and `labels` cover `detect` and
//! `placemat::charset`.)
//! Emulators run it in rows for portable code.
#![cfg(feature = "std")]

use placemat::{
    bom::{BOM, Filter, Opened, Policy, open},
    stream::{Decoder, Validator},
};
use placemat_conformance::{reference, strings};

const POLICIES: [Policy; 4] = [Policy::Character, Policy::Keep, Policy::Ignore, Policy::Strip];

/// The bytes of a BOM, a near miss, and other bytes.
const BYTES: [u8; 6] = [0xEF, 0xBB, 0xBF, 0xBE, b'a', 0xFF];

/// The result by section 6, byte by byte: the text, whether there is a BOM, and the shift of offsets.
fn expected(input: &[u8], policy: Policy) -> (Vec<u8>, bool, usize) {
    let begins = input.len() >= 3 && input[0] == 0xEF && input[1] == 0xBB && input[2] == 0xBF;
    match policy {
        Policy::Ignore if begins => (input[3..].to_vec(), true, 3),
        Policy::Strip if begins => (input[3..].to_vec(), true, 0),
        Policy::Keep if begins => (input.to_vec(), true, 0),
        _ => (input.to_vec(), false, 0),
    }
}

fn agrees_at_once(input: &[u8], policy: Policy) {
    let (text, has_bom, shift) = expected(input, policy);
    assert_eq!(open(input, policy), Opened { text: &text, has_bom, shift }, "{input:x?}, {policy:?}");
}

/// The same through a filter that was used for another stream before.
fn agrees_in_chunks(chunks: &[&[u8]], policy: Policy) {
    let input = chunks.concat();
    let (text, has_bom, shift) = expected(&input, policy);
    let what = || format!("{chunks:x?}, {policy:?}");
    let mut filter = Filter::new(policy);
    filter.feed(b"\xEF\xBB\xBF ");
    filter.finish();
    assert_eq!(filter, Filter::new(policy));

    let (mut validator, mut failed, mut seen) = (Validator::new(), None, Vec::new());
    let (mut decoder, mut decoded) = (Decoder::lossy(), String::new());
    let mut fed = 0;
    for chunk in chunks {
        fed += chunk.len();
        for piece in filter.feed(chunk) {
            seen.extend_from_slice(piece);
            failed = failed.or(validator.feed(piece).err());
            decoder.decode(piece, |piece| decoded.push_str(piece)).unwrap();
        }
        assert_eq!(filter.feed(b""), [b"", b""], "{}: an empty chunk", what());
        let (so_far, has_bom, _) = expected(&input[..fed], policy);
        assert_eq!(filter.has_bom(), has_bom, "{}", what());
        assert_eq!(filter.is_open(), fed < 3 && BOM.starts_with(&input[..fed]), "{}", what());
        // Only a possible BOM is held back, and only if the policy excludes it.
        let held = if filter.is_open() && policy.removes() { fed } else { 0 };
        assert_eq!(seen, so_far[..so_far.len() - held], "{}", what());
    }
    let end = filter.clone();
    let held = filter.finish();
    seen.extend_from_slice(held);
    assert_eq!(seen, text, "{}", what());
    assert_eq!(end.has_bom(), has_bom, "{}", what());

    let failed = failed.or(validator.feed(held).err()).or(validator.finish().err());
    let place = reference::read(&text).err().map(|fault| (fault.valid_up_to + shift) as u64);
    assert_eq!(failed.map(|error| end.place(error).offset), place, "{}", what());
    decoder.decode(held, |piece| decoded.push_str(piece)).unwrap();
    decoder.finish(|piece| decoded.push_str(piece)).unwrap();
    assert_eq!(decoded, String::from_utf8_lossy(&text), "{}", what());
}

#[test]
fn every_policy_on_all_short_strings_cut_everywhere() {
    let mut count = 0;
    strings(&BYTES, 5, |input| {
        for policy in POLICIES {
            agrees_at_once(input, policy);
            for at in 0..=input.len() {
                for then in at..=input.len() {
                    agrees_in_chunks(&[&input[..at], &input[at..then], &input[then..]], policy);
                    count += 1;
                }
            }
        }
    });
    assert!(count > 500_000, "{count}");
}

#[test]
fn a_second_bom_is_a_character() {
    let input = [BOM, BOM, *b" \xEF\xBB"].concat();
    for policy in POLICIES {
        agrees_at_once(&input, policy);
        let bytes: Vec<&[u8]> = input.chunks(1).collect();
        agrees_in_chunks(&bytes, policy);
    }
}

#[test]
fn without_a_word_boms_are_kept() {
    assert_eq!(Policy::default(), Policy::Keep);
    assert_eq!(Filter::default(), Filter::new(Policy::Keep));
}
