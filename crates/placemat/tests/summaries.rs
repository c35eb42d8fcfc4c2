//! Serialised summaries: a round trip changes nothing, and contradictory fields are rejected.
//! Emulators do not run it.
#![cfg(all(feature = "serde", feature = "std"))]

use std::collections::{HashMap, HashSet};

use placemat::stream::Summary;
use placemat_conformance::strings;
use serde_json::{Value, json};

fn to_json(summary: Summary) -> Value {
    serde_json::to_value(summary).unwrap()
}

fn from_json(value: &Value) -> Result<Summary, serde_json::Error> {
    serde_json::from_value(value.clone())
}

/// A piece with a head, more than eight errors, lines and a tail.
fn piece() -> Vec<u8> {
    [&b"\x80\x81ab\n\xFF"[..], &b"\xC3\xA9\xE2\x82\n".repeat(4), b"\n\n", &b"x\xC0".repeat(6), b"\xF0\x9F"]
        .concat()
}

fn refuses(value: &Value, why: &str) {
    let error = from_json(value).map(|summary| format!("{summary:?}")).expect_err(&value.to_string());
    assert!(error.to_string().contains(why), "{error}, not {why}");
}

#[test]
fn the_format() {
    let value = to_json(Summary::of(b"\x80a\n\xE2\x82\xF0"));
    let expected = json!({
        "len": 6, "head": [0x80], "decided": true, "chars": 2, "ill_bytes": 2,
        "kinds": [0, 0, 0, 0, 0, 1, 0], "line_feeds": 1, "column": 1, "bad_first": false, "bad_last": true, "bad_inner": 0,
        "first": [{ "offset": 3, "line": 2, "column": 1, "len": 2, "kind": "missing_continuation" }],
        "tail": [0xF0],
    });
    assert_eq!(value, expected);
}

/// All strings up to a length, of bytes that produce every kind of error, head and tail.
const BYTES: [u8; 11] = [b'\n', b'a', 0x80, 0xBF, 0xC0, 0xC3, 0xE1, 0xED, 0xF0, 0xF4, 0xFF];

/// The path of every number, bool and string in a JSON value.
fn leaves(value: &Value, path: &str, out: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                leaves(item, &format!("{path}/{at}"), out);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                leaves(field, &format!("{path}/{name}"), out);
            }
        }
        _ => out.push(path.to_owned()),
    }
}

/// The value with small changes: a number plus or minus one, a bool inverted, two fields swapped, or the last
/// error or byte dropped.
fn changes(value: &Value) -> Vec<Value> {
    let mut places = Vec::new();
    leaves(value, "", &mut places);
    let mut changed = Vec::new();
    for place in &places {
        let old = value.pointer(place).unwrap();
        let others: Vec<Value> = match old {
            Value::Number(number) => {
                let number = number.as_u64().unwrap();
                [number.checked_add(1), number.checked_sub(1), Some(u64::MAX), Some(0)]
                    .into_iter()
                    .flatten()
                    .map(Value::from)
                    .collect()
            }
            Value::Bool(old) => vec![(!old).into()],
            _ => ["overlong", "surrogate", "unexpected_continuation", "truncated", "missing_continuation"]
                .map(Value::from)
                .into(),
        };
        for other in others.into_iter().filter(|other| other != old) {
            let mut copy = value.clone();
            *copy.pointer_mut(place).unwrap() = other;
            changed.push(copy);
        }
        for other in &places {
            let mut copy = value.clone();
            let (one, two) = (value.pointer(place).unwrap(), value.pointer(other).unwrap());
            if one != two && one.is_u64() && two.is_u64() {
                *copy.pointer_mut(place).unwrap() = two.clone();
                *copy.pointer_mut(other).unwrap() = one.clone();
                changed.push(copy);
            }
        }
    }
    for list in ["/head", "/tail", "/first"] {
        let mut copy = value.clone();
        if copy.pointer_mut(list).unwrap().as_array_mut().unwrap().pop().is_some() {
            changed.push(copy);
        }
    }
    changed
}

/// Everything accepted is the summary of some piece: all pieces up to a length are known, and every small
/// change of their summaries is tried.
#[test]
fn what_no_piece_has_is_refused() {
    let len = if cfg!(debug_assertions) { 3 } else { 4 };
    let mut pieces = HashMap::new();
    strings(&BYTES, len, |bytes| {
        pieces.entry(to_json(Summary::of(bytes)).to_string()).or_insert_with(|| bytes.to_vec());
    });
    let (mut tried, mut missed) = (0, HashSet::new());
    for (text, bytes) in &pieces {
        let value: Value = serde_json::from_str(text).unwrap();
        let summary = from_json(&value).unwrap();
        assert_eq!(summary, Summary::of(bytes), "round trip");
        for change in changes(&value) {
            tried += 1;
            let Ok(accepted) = from_json(&change) else { continue };
            assert_eq!(to_json(accepted), change);
            // Longer pieces, and those with other bytes at the ends, are not in the list.
            let bytes = |list: &str| {
                change[list].as_array().unwrap().iter().map(|o| o.as_u64().unwrap()).collect::<Vec<_>>()
            };
            let known = [bytes("head"), bytes("tail")]
                .concat()
                .iter()
                .all(|byte| BYTES.iter().any(|known| u64::from(*known) == *byte));
            if change["len"].as_u64().unwrap() <= len as u64
                && known
                && !pieces.contains_key(&change.to_string())
            {
                missed.insert(change.to_string());
            }
        }
    }
    assert!(tried > 50_000, "{tried}");
    let mut missed: Vec<_> = missed.into_iter().collect();
    missed.sort();
    assert!(missed.is_empty(), "{} of {tried}: {:#?}", missed.len(), &missed[..missed.len().min(20)]);
}

/// Whatever is accepted can be merged.
#[test]
fn changed_pieces_are_merged() {
    let summary = Summary::of(&piece());
    let accepted: Vec<Summary> =
        changes(&to_json(summary)).iter().filter_map(|change| from_json(change).ok()).collect();
    for changed in &accepted {
        let totals = changed.merge(*changed).merge(summary).finish();
        assert!(totals.bytes >= piece().len() as u64, "{changed:?}");
    }
    assert!(accepted.len() > 10, "only {} are accepted", accepted.len());
}

#[test]
fn half_a_summary_is_refused() {
    let value = to_json(Summary::of(&piece()));
    assert_eq!(from_json(&value).unwrap(), Summary::of(&piece()));
    for name in value.as_object().unwrap().keys() {
        let mut half = value.clone();
        half.as_object_mut().unwrap().remove(name);
        refuses(&half, "missing field");
    }
    let mut more = value.clone();
    more["errors"] = 1.into();
    refuses(&more, "unknown field");
    let mut long = value.clone();
    long["head"] = json!([0x80, 0x80, 0x80, 0x80]);
    refuses(&long, "at most 3 items");
    let mut nine = value.clone();
    let last = nine["first"][7].clone();
    nine["first"].as_array_mut().unwrap().push(last);
    refuses(&nine, "at most 8 items");
    let text = value.to_string();
    for end in 0..text.len() {
        assert!(serde_json::from_str::<Summary>(&text[..end]).is_err(), "{end} bytes");
    }
}

/// Each contradiction, detected by its own check.
#[test]
fn each_contradiction_has_its_words() {
    let with = |changes: &[(&str, Value)]| {
        let mut value = to_json(Summary::of(&piece()));
        for (place, new) in changes {
            *value.pointer_mut(place).unwrap() = new.clone();
        }
        value
    };
    for (changes, why) in [
        (&[("/head", json!([0x80, 0x41]))][..], "the head has continuations only"),
        (&[("/decided", json!(false))], "decided is what is longer than its head"),
        (&[("/len", json!(2)), ("/decided", json!(false))], "a piece that is all head has nothing else"),
        (&[("/tail", json!([0x41]))], "the tail begins a sequence"),
        (&[("/tail", json!([0xED, 0xA0]))], "the tail begins a sequence"),
        (&[("/len", json!(3))], "head and tail are within the piece"),
        (&[("/kinds/6", json!(1))], "what is cut off is the tail"),
        (&[("/ill_bytes", json!(1))], "as many bytes as the invalid sequences have"),
        (&[("/kinds/2", json!(1)), ("/ill_bytes", json!(16))], "a continuation follows"),
        (&[("/line_feeds", json!(1_000))], "line feeds are characters"),
        (&[("/len", json!(17))], "errors are within the piece"),
        (&[("/len", json!(u64::MAX))], "characters have one to four bytes"),
        (&[("/chars", json!(u64::MAX))], "characters have one to four bytes"),
        (&[("/column", json!(u64::MAX))], "the last line has no more than there is"),
        (&[("/bad_inner", json!(7))], "no more bad lines than lines"),
        (&[("/bad_last", json!(false)), ("/bad_inner", json!(0))], "a bad line has an error"),
        (&[("/first", json!([]))], "the first errors, up to eight"),
        (&[("/first/0/len", json!(3))], "the length of an error"),
        (&[("/first/1/offset", json!(2))], "errors are in order"),
        (&[("/first/7/line", json!(u64::MAX))], "errors are in order"),
        (&[("/first/7/offset", json!(u64::MAX))], "errors are in order"),
        (&[("/bad_first", json!(true))], "the first line is bad"),
        (&[("/bad_inner", json!(3))], "lines are bad where the errors are"),
    ] {
        let value = with(changes);
        refuses(&value, why);
    }
}

/// Summaries of `len` bytes, one of each kind, as another machine may claim them.
fn enormous(len: u64) -> Vec<Value> {
    let base = to_json(Summary::of(b"a"));
    let with = |fields: &[(&str, Value)]| {
        let mut value = base.clone();
        value["len"] = len.into();
        for (name, new) in fields {
            value[name] = new.clone();
        }
        value
    };
    let error = json!({ "offset": 0, "line": 1, "column": 1, "len": 1, "kind": "invalid_byte" });
    let first: Vec<Value> = (0..8)
        .map(|at| {
            let mut error = error.clone();
            error["offset"] = at.into();
            error["column"] = (at + 1).into();
            error
        })
        .collect();
    vec![
        with(&[("chars", len.into()), ("column", len.into())]),
        with(&[("chars", len.into()), ("line_feeds", len.into()), ("column", 0.into())]),
        with(&[
            ("chars", 0.into()),
            ("ill_bytes", len.into()),
            ("kinds", json!([0, 0, 0, 0, len, 0, 0])),
            ("column", len.into()),
            ("bad_first", true.into()),
            ("bad_last", true.into()),
            ("first", first.into()),
        ]),
    ]
}

#[test]
fn merging_the_largest_numbers_does_not_overflow() {
    let mut merged = 0;
    for len in [u64::MAX, u64::MAX - 1, u64::MAX / 2 + 1, u64::MAX / 2] {
        let large: Vec<_> = enormous(len).iter().map(|value| from_json(value).unwrap()).collect();
        let small = [&b""[..], b"a\n\xFF\xF0", b"\x80\x80\x80\x80", b"\xBF", b"\xE2\x82"].map(Summary::of);
        for a in large.iter().chain(&small) {
            for b in large.iter().chain(&small) {
                for c in &large {
                    let merged_all = a.merge(*b).merge(*c);
                    let (one, two) = (a.finish(), c.finish());
                    let totals = merged_all.finish();
                    assert!(totals.bytes >= one.bytes && totals.bytes >= two.bytes, "{a:?} {b:?} {c:?}");
                    assert!(totals.errors >= two.errors && totals.line_feeds >= two.line_feeds);
                    assert!(totals.chars >= one.chars.max(two.chars));
                    merged += 1;
                }
            }
        }
    }
    assert_eq!(merged, 4 * 8 * 8 * 3);
    // They are exact up to 2^64.
    let half = from_json(&enormous(u64::MAX / 2)[0]).unwrap();
    assert_eq!(half.merge(half).finish().bytes, u64::MAX - 1);
    assert_eq!(half.merge(half).merge(half).finish().bytes, u64::MAX);
}
